import type { ReactNode } from "react";
import { Link } from "react-router";
import { reasonText } from "../../words/reminders.ts";
import classes from "./RemindersPage.module.css";

/** Who gets the email; a client's name leads to the subscription. */
export const Recipient = ({ name, subscription }: { name: string; subscription: string | undefined }) =>
  subscription ? (
    <Link
      className={classes.name}
      to={`/admin/subscriptions?edit=${subscription}`}
      title={`Open the subscription of ${name}`}
    >
      {name}
    </Link>
  ) : (
    <span className={classes.name}>{name}</span>
  );

/** Which email, and about which period; on a card, when instead. */
export const What = ({ at, kind, period }: { at?: ReactNode; kind: string; period: string }) => (
  <>
    <span className={classes.kind}>
      {at && <span className={classes.onCard}>{at} · </span>}
      {kind}
    </span>{" "}
    <span className={classes.period}>{period}</span>
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
