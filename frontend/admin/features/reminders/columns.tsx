import type { Column } from "../../components/table/columns.ts";
import { RowButton } from "../../components/table/RowButton.tsx";
import { Badge } from "../../components/ui/Badge.tsx";
import { formatDay, formatMoment, formatTime } from "../../words/dates.ts";
import { deliveryStatuses, kindNames } from "../../words/reminders.ts";
import { Recipient, What, Why } from "./cells.tsx";
import type { Line } from "./log.ts";
import classes from "./RemindersPage.module.css";

/** What its outcome means, and since when that is known. */
const meaningOf = ({ reminder: { subscription_id, state, settled_at } }: Line): string =>
  [
    deliveryStatuses[state].meaning,
    // The run looks at reminders alone.
    subscription_id && (state === "failed" || state === "skipped") && "The next daily run looks at it again.",
    settled_at && `Known since ${formatMoment(settled_at)}.`,
  ]
    .filter(Boolean)
    .join(" ");

const periodOf = ({ reminder: { subscription_id, period, resend } }: Line): string =>
  [subscription_id && `due ${formatDay(period)}`, resend && "sent by hand"].filter(Boolean).join(" · ");

export const logColumns = (remind: (subscription: string) => void): Column<Line>[] => [
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
    header: "What",
    card: "2 / 1",
    className: classes.what,
    cell: (line) => (
      <What at={formatTime(line.reminder.at)} kind={kindNames[line.reminder.kind]} period={periodOf(line)} />
    ),
  },
  {
    id: "outcome",
    header: "Outcome",
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
    header: "Why",
    width: "25%",
    tight: "20%",
    card: "3 / 1 / auto / span 2",
    className: classes.why,
    cell: (line) => <Why reason={line.reminder.reason} period={periodOf(line)} />,
  },
  {
    id: "actions",
    header: "Actions",
    width: "84px",
    align: "right",
    cell: ({ to, reminder: { subscription_id } }) =>
      subscription_id && (
        <RowButton
          icon="send"
          label={`Send a reminder to ${to} again`}
          onClick={() => remind(subscription_id)}
        />
      ),
  },
];
