import type { Day } from "../../shared/day.ts";
import type { EmailKind } from "../../shared/reminders/reminder.ts";

/** The `subscription_id` of emails to the company in the ledger. */
export const COMPANY = "company";

/** Identifies an email; one is sent for each key. `more` separates emails of the same kind and day. */
export type EmailKey = { subscription_id: string; period: Day; kind: EmailKind; more?: string | undefined };

/** `2026-12-31#upcoming`, with `more` after another `#`. */
export const periodKindOf = ({ period, kind, more }: EmailKey): string =>
  [period, kind, more].filter(Boolean).join("#");

/** What identifies a receipt: each correction of the payment, its `revision`, gets another one. */
export type Receipt = {
  client_id: string;
  payment_id: string;
  paid_on: Day;
  cents: number;
  revision?: number | undefined;
};
export const receiptKeyOf = (
  { client_id, payment_id, paid_on, cents, revision }: Receipt,
  kind: "receipt" | "correction" = "receipt",
): EmailKey => ({
  // A payment is of a client, not of a subscription.
  subscription_id: client_id,
  period: paid_on,
  kind,
  more: [payment_id, cents, ...(revision ? [revision] : [])].join("-"),
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
