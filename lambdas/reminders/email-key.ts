import type { Day } from "../../shared/day.ts";
import type { EmailKind } from "../../shared/reminders/reminder.ts";

/** The `subscription_id` of emails to the company in the ledger. */
export const COMPANY = "company";

/** Identifies an email; one is sent for each key. `more` separates emails of the same kind and day. */
export type EmailKey = { subscription_id: string; period: Day; kind: EmailKind; more?: string | undefined };

/** `2026-12-31#upcoming`, with `more` after another `#`. */
export const periodKindOf = ({ period, kind, more }: EmailKey): string =>
  [period, kind, more].filter(Boolean).join("#");

/** Identifies the receipt of a payment; a payment recorded again after an undo is another one. */
export type Receipt = { subscription_id: string; period: Day; recorded_at: string };
export const receiptKeyOf = ({ subscription_id, period, recorded_at }: Receipt): EmailKey => ({
  subscription_id,
  period,
  kind: "receipt",
  // SES tags take no `:` and no `.`.
  more: recorded_at.replaceAll(/[:.]/g, "-"),
});

/** The primary key of the ledger row. */
export const rowKeyOf = (key: EmailKey) => ({
  subscription_id: key.subscription_id,
  period_kind: periodKindOf(key),
});
export type RowKey = ReturnType<typeof rowKeyOf>;

/** The key as SES tags, which take no `#`. `others`: further rows are of the same email. */
export const tagsOf = (key: EmailKey, others: readonly EmailKey[]): Record<string, string> => ({
  ledger: key.subscription_id,
  entry: periodKindOf(key).replaceAll("#", "_"),
  ...(others.length > 0 && { others: String(others.length) }),
});

export const rowKeyFromTags = ({ ledger, entry }: { ledger: string; entry: string }): RowKey => ({
  subscription_id: ledger,
  period_kind: entry.replaceAll("_", "#"),
});
