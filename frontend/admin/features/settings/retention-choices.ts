import { type RetainedTable, retention } from "../../../../shared/retention.ts";
import type { Settings } from "../../../../shared/settings/settings.ts";

const fields = {
  messages: "keep_messages_months",
  reminders: "keep_reminders_months",
  activity: "keep_activity_months",
  payments: "keep_unmatched_months",
  imports: "keep_unmatched_months",
} as const satisfies Record<RetainedTable, keyof Settings>;

export const fieldOf = (table: RetainedTable) => fields[table];

/** The records that are deleted after a time: title, help, and what a shorter time deletes. */
export const records = [
  ["messages", "Messages", "Messages from visitors, counted from the day they arrived.", "Messages received"],
  [
    "reminders",
    "Send log",
    "Emails that were sent, and whether they arrived.",
    "Emails in the send log sent",
  ],
  ["activity", "Activity", "Who changed what, and when.", "Records of changes made"],
  [
    "payments",
    "Unmatched payments, promises, imports",
    "Payments of statements that nobody assigned to a client, promises to pay that were not kept, and what imports did.",
    "Unmatched payments, broken promises and imports",
  ],
] as const satisfies [RetainedTable, string, string, string][];

const textOf = (months: number) => `${months} months`;

/** Every half year, and the stored choice. */
export function choicesOf(table: RetainedTable, chosen: number) {
  const { minMonths, maxMonths } = retention[table];
  const halves = Array.from({ length: (maxMonths - minMonths) / 6 + 1 }, (_, index) => minMonths + 6 * index);
  return [...new Set([...halves, chosen])]
    .sort((a, b) => a - b)
    .map((months) => ({ value: String(months), label: textOf(months) }));
}

/** Names the records that shorter times would delete: a sentence for each kind. */
export const deletionsBy = (stored: Partial<Settings>, chosen: Partial<Settings>): string[] =>
  records.flatMap(([table, , , what]) => {
    const [before, after] = [stored[fieldOf(table)], chosen[fieldOf(table)]];
    return before !== undefined && after !== undefined && after < before
      ? [`${what} more than ${textOf(after)} ago. They are currently kept for ${textOf(before)}.`]
      : [];
  });
