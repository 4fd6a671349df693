import { ClientLink } from "../../components/ui/ClientLink.tsx";
import { reasonText } from "../../words/reminders.ts";
import classes from "./RemindersPage.module.css";

/** Who gets the email; a client's name leads to their page. */
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

/** Which email, and about which period; on a card, when instead. */
export const What = ({ at, kind, period }: { at?: string; kind: string; period: string }) => (
  <>
    <div className="cut">
      {at && <span className={classes.onCard}>{at} · </span>}
      {kind}
    </div>{" "}
    <div className={`cut quiet smaller ${classes.period}`}>{period}</div>
  </>
);

/** Why it was not sent, or did not arrive. A card has three lines: on it, the period stands with the reason. */
export const Why = ({ reason, period }: { reason: string | undefined; period: string }) => {
  const text = reasonText(reason);
  return (
    <span title={text}>
      <span className={classes.onCard}>{period && text ? `${period} · ` : period}</span>
      {text}
    </span>
  );
};
