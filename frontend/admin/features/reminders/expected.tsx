import { Link } from "react-router";
import type { ExpectedReminder } from "../../../../shared/reminders.ts";
import { type Columns, columnsFor } from "../../components/table/columns.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { priceText } from "../../words/amount.ts";
import { frequencyName } from "../../words/billing.ts";
import { formatDay } from "../../words/dates.ts";
import { kindNames, reasonText } from "../../words/reminders.ts";
import classes from "./RemindersPage.module.css";

/** A line of the next run. */
export type Expected = { id: string; reminder: ExpectedReminder };

export const inRunOrder = (reminders: readonly ExpectedReminder[]): Expected[] =>
  reminders.map((reminder) => ({ id: reminder.subscription_id, reminder }));

export const narrowed = (all: readonly Expected[], only: string): readonly Expected[] =>
  only ? all.filter(({ reminder }) => (reminder.skipped === undefined) === (only === "sending")) : all;

const periodOf = ({ reminder }: Expected) => `due ${formatDay(reminder.period)}`;

const column = columnsFor<Expected>();

export const expectedColumns = column.columns([
  column.display({
    id: "to",
    header: "To",
    meta: { className: classes.to },
    cell: ({ row: { original } }) => {
      const { subscription_id, client_name } = original.reminder;
      return (
        <Link
          className={classes.name}
          to={`/admin/subscriptions?edit=${subscription_id}`}
          title={`Open the subscription of ${client_name}`}
        >
          {client_name}
        </Link>
      );
    },
  }),
  column.display({
    id: "what",
    header: "What",
    meta: { className: classes.what },
    cell: ({ row: { original } }) => (
      <>
        <span className={classes.kind}>{kindNames[original.reminder.kind]}</span>{" "}
        <span className={classes.second}>{periodOf(original)}</span>
      </>
    ),
  }),
  column.display({
    id: "amount",
    header: "Amount",
    meta: { className: classes.amount },
    cell: ({ row: { original } }) => (
      <span className="figures" title={frequencyName(original.reminder.frequency)}>
        {priceText(original.reminder.amount)}
      </span>
    ),
  }),
  column.display({
    id: "fate",
    header: "Outcome",
    meta: { className: classes.fate },
    cell: ({ row: { original } }) =>
      original.reminder.skipped === undefined ? (
        <Badge tone="fine">Will be sent</Badge>
      ) : (
        <Badge tone="quiet">Skipped</Badge>
      ),
  }),
  column.display({
    id: "why",
    header: "Why",
    meta: { className: classes.why },
    cell: ({ row: { original } }) => (
      <span title={reasonText(original.reminder.skipped)}>
        <span className={classes.onCard}>
          {periodOf(original)}
          {original.reminder.skipped && " · "}
        </span>
        {reasonText(original.reminder.skipped)}
      </span>
    ),
  }),
]) as Columns<Expected>;
