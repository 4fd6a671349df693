import { createHash } from "node:crypto";
import { periodOf } from "../../shared/billing/account.ts";
import type { Day } from "../../shared/day.ts";
import type { EmailKind } from "../../shared/reminders/reminder.ts";

/** The `about` of emails to the company and its staff. */
export const COMPANY = "company";

/** The `about` of a reminder. Charges of two clients that do not recur can have one id. */
export const aboutCharge = (client_id: string, charge_id: string): string =>
  periodOf(charge_id) ? charge_id : `${client_id}-${charge_id}`;

/**
 * Identifies an email by what it is about (a charge, a payment or the company) and its kind: one is sent for each. `more`
 * separates emails of the same kind. `period` is the day that the email names.
 */
export type EmailKey = { about: string; period: Day; kind: EmailKind; more?: string | undefined };

/** `upcoming`, with `more` after a `#`. */
export const claimOf = ({ kind, more }: Pick<EmailKey, "kind" | "more">): string =>
  [kind, more].filter(Boolean).join("#");

/** Identifies a receipt. Each correction of the payment, its `revision`, gets another receipt. */
export type Receipt = {
  client_id: string;
  payment_id: string;
  paid_on: Day;
  cents: number;
  revision?: number | undefined;
};
export const receiptKeyOf = (
  { client_id, payment_id, paid_on, cents, revision = 0 }: Receipt,
  kind: "receipt" | "correction" = "receipt",
): EmailKey => ({
  about: payment_id,
  period: paid_on,
  kind,
  // A payment can go to another client.
  more: [client_id, paid_on, cents, revision].join("#"),
});

/** The client, cents and revision of the claim of a receipt or correction. */
export function receiptOfClaim(claim: string) {
  const [, client_id, , cents, revision] = claim.split("#");
  return { client_id, cents: Number(cents), revision: Number(revision) };
}

type PriceOfClient = { change: string; client_id: string; from: Day };

/** Identifies the email about the prices of a change to one client. */
export const priceKeyOf = ({ change, client_id, from }: PriceOfClient): EmailKey => ({
  about: change,
  period: from,
  kind: "price",
  more: client_id,
});

/** A price of a change is withdrawn once, so the first one identifies the email. */
export const withdrawnPriceKeyOf = ({
  prices,
  ...change
}: PriceOfClient & { prices: readonly { subscription_id: string }[] }): EmailKey => ({
  ...priceKeyOf(change),
  kind: "price-withdrawn",
  more: [change.client_id, prices[0]?.subscription_id].join("#"),
});

/** Identifies a statement by the press of the button, or by the day of the month on which all go out. */
export const statementKeyOf = ({
  client_id,
  to,
  more,
}: {
  client_id: string;
  to: Day;
  more: string;
}): EmailKey => ({
  about: client_id,
  period: to,
  kind: "statement",
  more,
});

/**
 * Tells the addresses of one client apart in the send log, which has no addresses. Too short to find out an address: very many
 * have the same one.
 */
export const addressMark = (address: string): string =>
  createHash("sha256").update(address.toLowerCase()).digest("hex").slice(0, 6);

/** The primary key of the row of an email. */
export const rowKeyOf = (key: EmailKey) => ({ about: key.about, claim: claimOf(key) });
export type RowKey = ReturnType<typeof rowKeyOf>;

/** The key as SES tags, which take no `#`. `others`: further rows are of the same email. */
export const tagsOf = (key: EmailKey, others: readonly EmailKey[]): Record<string, string> => ({
  about: key.about.replaceAll("#", "_"),
  claim: claimOf(key).replaceAll("#", "_"),
  ...(others.length > 0 && { others: String(others.length) }),
});

export const rowKeyFromTags = ({ about, claim }: RowKey): RowKey => ({
  about: about.replaceAll("_", "#"),
  claim: claim.replaceAll("_", "#"),
});
