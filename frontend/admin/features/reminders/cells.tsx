import { ClientLink } from "../../components/ui/ClientLink.tsx";
import { reasonText } from "../../labels/reminders.ts";
import classes from "./RemindersPage.module.css";

/** The recipient; a client's name links to their page. */
export const Recipient = ({
  name,
  client,
  service,
}: {
  name: string;
  client: string | undefined;
  service: string | undefined;
}) =>
  client ? (
    <>
      <ClientLink id={client} name={name} />
      {service && (
        <div className="cut quiet smaller" title={service}>
          {service}
        </div>
      )}
    </>
  ) : (
    <div className="cut quiet">{name}</div>
  );

/** The email's kind and period; cards show the time instead of the period. */
export const EmailKindCell = ({ at, kind, period }: { at?: string; kind: string; period: string }) => (
  <>
    <div className="cut">
      {at && <span className={classes.onCard}>{at} · </span>}
      {kind}
    </div>{" "}
    <div className={`cut quiet smaller ${classes.period}`}>{period}</div>
  </>
);

/** Why it was not sent or did not arrive. Cards show the period here too. */
export const ReasonCell = ({ reason, period }: { reason: string | undefined; period: string }) => {
  const text = reasonText(reason);
  return (
    <span title={text}>
      <span className={classes.onCard}>{period && text ? `${period} · ` : period}</span>
      {text}
    </span>
  );
};
