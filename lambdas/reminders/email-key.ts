import type { Day } from "../../shared/day.ts";
import type { EmailKind } from "../../shared/reminders.ts";

/** Emails to the company stand in the ledger under this name, where reminders have their subscription. */
export const company = "company";

/** What an email is about; no two are sent for the same. `more` sets apart those of the same kind and day. */
export type EmailKey = { subscription_id: string; period: Day; kind: EmailKind; more?: string | undefined };

/** `2026-12-31#upcoming`, with what sets it apart after another `#`. */
export const periodKindOf = ({ period, kind, more }: EmailKey): string =>
  [period, kind, more].filter(Boolean).join("#");

/** Of a payment: one that was undone and recorded again is another. */
export type Receipt = { subscription_id: string; period: Day; recorded_at: string };
export const receiptKeyOf = ({ subscription_id, period, recorded_at }: Receipt): EmailKey => ({
  ...{ subscription_id, period, kind: "receipt" },
  // SES takes no other characters in a tag.
  more: recorded_at.replaceAll(/[:.]/g, "-"),
});

/** The ledger's own key. */
export const rowKeyOf = (key: EmailKey) => ({
  subscription_id: key.subscription_id,
  period_kind: periodKindOf(key),
});
export type RowKey = ReturnType<typeof rowKeyOf>;

/** The key as SES carries it along with an email; its tags take no `#`. */
export const tagsOf = (key: EmailKey): Record<string, string> => ({
  ledger: key.subscription_id,
  entry: periodKindOf(key).replaceAll("#", "_"),
});

export const rowKeyOfTags = ({ ledger, entry }: { ledger: string; entry: string }): RowKey => ({
  subscription_id: ledger,
  period_kind: entry.replaceAll("_", "#"),
});
