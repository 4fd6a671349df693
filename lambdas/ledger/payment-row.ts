import * as z from "zod/mini";
import { bareReference } from "../../shared/billing/matching/codes.ts";
import { Day } from "../../shared/day.ts";
import { Cents, Currency, toCents } from "../../shared/money.ts";
import type { announcedBy } from "../../shared/paybill/lines.ts";
import { PaymentSource } from "../../shared/payments/payment.ts";
import type { StatementLine } from "../../shared/payments/statement-line.ts";
import { expiresAt } from "../../shared/retention.ts";
import { Id, Instant, Text } from "../../shared/text.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { read } from "../platform/dynamo/read-rows.ts";
import type { Moment } from "../platform/moment.ts";

// A payment as stored, from its announcement to its end, and what makes and changes its row. All amounts are in cents.

const Allocation = z.object({
  charge_id: z.string(),
  cents: Cents,
  /** After this payment a rest of the period was still due. */
  part: z.optional(z.literal(true)),
  /** The subscription's billing date after this payment. */
  next_billing_date: z.optional(Day),
});

const change = { at: Instant, name: Text };

const facts = {
  id: Id,
  paid_on: Day,
  cents: Cents,
  currency: Currency,
  reference: Text,
  method: z.optional(Text),
  recorded_at: Instant,
  source: PaymentSource,
  /** The identity of its statement line, or of the line that a statement would have. */
  line: z.optional(z.string()),
  payer: z.optional(Text),
  phone: z.optional(Text),
  account: z.optional(Text),
  details: z.optional(Text),
  balance: z.optional(z.number()),
  /** The bank's reference, without spaces, case and padding. */
  bank_code: z.optional(z.string()),
  /** The amount of the line, if a part of it is another payment. */
  line_cents: z.optional(Cents),
  /** How often it was corrected or assigned again: each time the client gets another receipt. */
  revision: z.optional(z.int()),
  /** The numbers of its receipts, oldest first. A number that was given stays, also if the payment is undone. */
  receipts: z.optional(z.array(z.object({ revision: z.int(), number: z.string() }))),
  /** The last time that somebody undid it. */
  undone_by: z.optional(z.object(change)),
};

/**
 * M-Pesa has not confirmed it yet; it counts nowhere. Its id is no payment's, so nobody can assign it. Once it is booked or
 * too old, only the id and `settled_at` stay, so that a repeat is recognised.
 */
const Announced = z.object({
  ...facts,
  id: z.string(),
  state: z.literal("announced"),
  /** Another callback with the same code said another account, so only M-Pesa's list says whose it is. */
  disputed: z.optional(z.literal(true)),
  /** The callback came from an address that Safaricom does not publish. */
  unknown_source: z.optional(z.literal(true)),
  /** Of our queries. */
  conversations: z.optional(z.set(z.string())),
  /** Results of queries, as JSON. A result counts only if it names one of our queries. */
  results: z.optional(z.set(z.string())),
  expires_at: z.number(),
});

/** No client has the payment. `unmatched` waits for a client; M-Pesa or the bank took `reversed` back. */
const Unmatched = z.object({
  ...facts,
  state: z.enum(["unmatched", "ignored", "reversed"]),
  ignored: z.optional(z.object({ ...change, reason: Text })),
  /** Somebody chose the client; a job records it as their payment. */
  chosen: z.optional(
    z.object({
      client_id: Id,
      to: z.optional(z.array(z.pick(Allocation, { charge_id: true, cents: true }))),
    }),
  ),
  expires_at: z.optional(z.number()),
});

/** A client has it. What `recorded` does not allocate is credit. A `refund` is credit that went back. `undone` does not count. */
const OfClient = z.object({
  ...facts,
  state: z.enum(["recorded", "refund", "undone"]),
  client_id: Id,
  allocations: z.array(Allocation),
  refunded_cents: z.optional(Cents),
  /** The payments whose credit a refund was. */
  refund_of: z.optional(z.array(z.object({ id: Id, cents: Cents }))),
  /** Why it was undone: to be assigned again, or because M-Pesa or the bank took it back. */
  undone_for: z.optional(z.enum(["move", "reversal"])),
  /** The digest of the request that recorded it. */
  made_from: z.optional(z.string()),
  /** The client gets a receipt. */
  receipt: z.optional(z.literal(true)),
});

export const PaymentRow = z.discriminatedUnion("state", [Announced, Unmatched, OfClient]);
export type PaymentRow = z.output<typeof PaymentRow>;
export type AnnouncedRow = z.output<typeof Announced>;
export type UnmatchedRow = z.output<typeof Unmatched>;
export type ClientPaymentRow = z.output<typeof OfClient>;

/** @throws UnreadableRow */
export const readPaymentRow = (item: Record<string, unknown>): PaymentRow => read(PaymentRow, item);

export const hasClient = (row: PaymentRow): row is ClientPaymentRow => "client_id" in row;

/** As stored: `unassigned` puts what nobody has into the index by state. */
export const paymentItem = (row: PaymentRow): Record<string, unknown> =>
  hasClient(row) ? row : { ...row, unassigned: row.state };

/** Payments of a client and refunds count. */
export const isCounted = ({ state }: { state?: unknown }): boolean =>
  state === "recorded" || state === "refund";

/** M-Pesa or the bank took it back. */
export const isReversed = (row: PaymentRow): boolean =>
  row.state === "reversed" || (row.state === "undone" && row.undone_for === "reversal");

/** The number of the receipt for the payment as it is now, or as it was at a revision. */
export const receiptNumberOf = (
  { receipts, ...payment }: Pick<PaymentRow, "receipts" | "revision">,
  revision = payment.revision ?? 0,
): string | undefined => receipts?.find((receipt) => receipt.revision === revision)?.number;

/** The row of a payment that a callback of M-Pesa announces. */
export const announcedRow = (
  id: string,
  { code: reference, paid_on, cents, account, payer }: ReturnType<typeof announcedBy>,
  { now, isKnownSource }: { now: string; isKnownSource: boolean },
): AnnouncedRow => ({
  id,
  state: "announced",
  source: "mpesa",
  method: "mpesa",
  currency: "KES",
  reference,
  paid_on,
  cents,
  account,
  payer,
  recorded_at: now,
  expires_at: expiresAt("payments", now),
  ...(!isKnownSource && { unknown_source: true }),
});

/** A line of a statement that waits. `cents` is what is not on record of it. */
export const lineRow = (
  line: StatementLine & { source?: PaymentSource },
  row: Pick<UnmatchedRow, "id" | "line" | "cents" | "chosen">,
  { now }: Moment,
): UnmatchedRow =>
  Unmatched.parse({
    ...line,
    ...row,
    state: "unmatched",
    source: line.source ?? "statement",
    reference: line.code ?? "",
    recorded_at: now,
    // DynamoDB refuses an empty key.
    bank_code: (line.method === "bank" && bareReference(line.code ?? "")) || undefined,
    line_cents: row.cents === toCents(line.amount) ? undefined : toCents(line.amount),
    expires_at: expiresAt("payments", now),
  });

/** A payment that somebody typed, or a refund. What it pays follows from its account. */
export const typedRow = (
  typed: Omit<ClientPaymentRow, "recorded_at" | "source" | "allocations" | "state">,
  { now }: Moment,
): ClientPaymentRow => ({
  ...typed,
  state: typed.refund_of ? "refund" : "recorded",
  recorded_at: now,
  source: "hand",
  allocations: [],
});

/** A payment that nobody had, as that of a client. */
export const assignedRow = (
  row: UnmatchedRow,
  client: Pick<ClientPaymentRow, "client_id" | "receipt">,
): ClientPaymentRow => OfClient.parse({ ...row, ...client, state: "recorded", allocations: [] });

export const undoneRow = (
  row: ClientPaymentRow,
  { now, actor }: ChangeContext,
  undone_for?: ClientPaymentRow["undone_for"],
): ClientPaymentRow => ({
  ...row,
  state: "undone",
  undone_by: { at: now, name: actor.name },
  undone_for,
});

/**
 * An undone payment that pays nothing any more: one typed by hand, or taken back, stays. One of a statement is real money,
 * and waits to be assigned again.
 */
export function releasedRow(row: ClientPaymentRow): PaymentRow {
  const { source, undone_for, revision = 0, recorded_at } = row;
  if (undone_for === "reversal" || (source === "hand" && undone_for !== "move"))
    return { ...row, allocations: [] };
  const expires_at = expiresAt("payments", recorded_at);
  return Unmatched.parse({ ...row, state: "unmatched", revision: revision + 1, expires_at });
}
