import { currencyOf } from "../../../../shared/money.ts";
import type { ExpectedReminder } from "../../../../shared/reminders/reminder.ts";
import type { Column } from "../../components/table/columns.ts";
import type { ListRules } from "../../components/table/list.ts";
import { searchable } from "../../components/table/search.ts";
import { Badge } from "../../components/ui/Badge.tsx";
import { Money } from "../../components/ui/Money.tsx";
import { priceText } from "../../labels/amount.ts";
import { frequencyName } from "../../labels/billing.ts";
import { formatDay } from "../../labels/dates.ts";
import { kindNames } from "../../labels/reminders.ts";
import { EmailKindCell, ReasonCell, Recipient } from "./cells.tsx";
import classes from "./RemindersPage.module.css";

/** A row of the next daily run. */
export type Expected = { id: string; reminder: ExpectedReminder };

export const expectedOf = (reminder: ExpectedReminder): Expected => ({
  id: reminder.subscription_id,
  reminder,
});

/** The order of the server is kept. */
export const expectation: ListRules<Expected> = {
  textOf: ({ reminder }) => searchable(reminder.client_name, reminder.service ?? ""),
  filters: { only: ({ reminder }) => (reminder.skipped === undefined ? "sending" : "skipping") },
  sortKeys: {},
  defaultOrder: { id: "", desc: false },
};

const periodOf = (reminder: ExpectedReminder) => `due ${formatDay(reminder.period)}`;

export const expectedColumns: Column<Expected>[] = [
  {
    id: "to",
    header: "To",
    width: "24%",
    tight: "22%",
    card: "1 / 1",
    cell: ({ reminder }) => (
      <Recipient name={reminder.client_name} client={reminder.client_id} service={reminder.service} />
    ),
  },
  {
    id: "what",
    header: "Email",
    card: "2 / 1",
    className: classes.what,
    cell: ({ reminder }) => <EmailKindCell kind={kindNames[reminder.kind]} period={periodOf(reminder)} />,
  },
  {
    id: "amount",
    header: "Amount",
    width: "146px",
    align: "right",
    card: "2 / 2",
    className: classes.amount,
    cell: ({ reminder }) => (
      <span className="figures" title={frequencyName(reminder.frequency)}>
        <Money>{priceText(reminder.amount, currencyOf(reminder))}</Money>
      </span>
    ),
  },
  {
    id: "outcome",
    header: "Result",
    width: "164px",
    tight: "152px",
    card: "1 / 2",
    cell: ({ reminder }) =>
      reminder.skipped === undefined ? (
        <Badge tone="fine">Will be sent</Badge>
      ) : (
        <Badge tone="quiet">Skipped</Badge>
      ),
  },
  {
    id: "why",
    header: "Reason",
    width: "25%",
    tight: "20%",
    card: "3 / 1 / auto / span 2",
    className: classes.why,
    cell: ({ reminder }) => <ReasonCell reason={reminder.skipped} period={periodOf(reminder)} />,
  },
];
