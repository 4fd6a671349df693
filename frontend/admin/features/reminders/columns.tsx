import type { Column } from "../../components/table/columns.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { formatDay, formatMoment, formatTime } from "../../labels/dates.ts";
import { deliveryStatuses, kindNames } from "../../labels/reminders.ts";
import { EmailKindCell, ReasonCell, Recipient } from "./cells.tsx";
import type { Line } from "./log.ts";
import classes from "./RemindersPage.module.css";

/** The meaning of the delivery status, and since when it is known. */
const meaningOf = ({ reminder: { subscription_id, state, settled_at } }: Line): string =>
  [
    deliveryStatuses[state].meaning,
    // The daily run retries only reminders.
    subscription_id && (state === "failed" || state === "skipped") && "The next daily run tries again.",
    settled_at && `Status from ${formatMoment(settled_at)}.`,
  ]
    .filter(Boolean)
    .join(" ");

const periodOf = ({ reminder: { subscription_id, period, resend } }: Line): string =>
  [subscription_id && `due ${formatDay(period)}`, resend && "sent by hand"].filter(Boolean).join(" · ");

export const logColumns: Column<Line>[] = [
  {
    id: "at",
    header: "When",
    width: "96px",
    tight: "88px",
    cell: ({ reminder: { at } }) => (
      <span className="figures" title={formatMoment(at)}>
        {formatTime(at)}
      </span>
    ),
  },
  {
    id: "to",
    header: "To",
    width: "24%",
    tight: "22%",
    card: "1 / 1",
    cell: ({ to, reminder }) => (
      <Recipient name={to} client={reminder.client_id} service={reminder.service} />
    ),
  },
  {
    id: "what",
    header: "Email",
    card: "2 / 1",
    className: classes.what,
    cell: (line) => (
      <EmailKindCell
        at={formatTime(line.reminder.at)}
        kind={kindNames[line.reminder.kind]}
        period={periodOf(line)}
      />
    ),
  },
  {
    id: "outcome",
    header: "Result",
    width: "164px",
    tight: "152px",
    card: "1 / 2",
    cell: (line) => {
      const { tone, name } = deliveryStatuses[line.reminder.state];
      return (
        <span title={meaningOf(line)}>
          <Badge tone={tone}>{name}</Badge>
        </span>
      );
    },
  },
  {
    id: "why",
    header: "Reason",
    width: "25%",
    tight: "20%",
    card: "3 / 1 / auto / span 2",
    className: classes.why,
    cell: (line) => <ReasonCell reason={line.reminder.reason} period={periodOf(line)} />,
  },
];
