import * as z from "zod/mini";
import { type Charge, isAskedFor, isOpen, stateOf } from "../../shared/billing/account.ts";
import { MAX_ADJUSTMENTS } from "../../shared/billing/adjustments.ts";
import { Day } from "../../shared/day.ts";
import { Cents, Currency } from "../../shared/money.ts";
import { PaymentSource } from "../../shared/payments/payment.ts";
import { Id, Instant, Text } from "../../shared/text.ts";
import { read } from "../platform/dynamo/read-rows.ts";

// The rows of a client's account. All amounts are in cents.

/** Samples are listed apart from real records. */
const Listed = z.enum(["real", "sample"]);
export type Listed = z.output<typeof Listed>;

/** An open charge, as the account's row repeats it. */
const OpenCharge = z.object({
  charge: z.string(),
  due: Day,
  left: Cents,
  paid: z.optional(Cents),
  currency: Currency,
  service: z.optional(Text),
  held: z.optional(z.literal(true)),
  told: z.optional(Day),
  reminded: z.optional(Day),
  asked: z.optional(z.literal(true)),
});

/**
 * One for each client. Every transaction that changes charges or payments of the client replaces it on the condition that
 * its version is still the one that was read, so that two of them never build on the same state.
 */
export const AccountRow = z.object({
  client_id: Id,
  version: z.int(),
  inactive: z.optional(z.literal(true)),
  /** A sample's credit is in no sum. */
  sample: z.optional(z.literal(true)),
  subscription_ids: z.array(Id),
  /** In cents; it follows from the payments, and is for people who read the table. */
  credit: z.optional(z.partialRecord(Currency, Cents)),
  /** The payments with credit, or of which credit was refunded, oldest first. */
  credit_ids: z.array(Id),
  refund_ids: z._default(z.array(Id), []),
  /** The open charges, earliest due first, at most 100, and how many more there are. */
  open: z._default(z.array(OpenCharge), []),
  more: z.optional(z.int()),
  /** Puts accounts with open charges into the index of what is owed, from this day on. */
  owing: z.optional(Listed),
  owing_from: z.optional(Day),
  promised_until: z.optional(Day),
  promised_on: z.optional(Day),
  /** The oldest due day of the present debt: something was due ever since. */
  debt_since: z.optional(Day),
  /** The next day on which something of the account has to be written. */
  writes: z.optional(z.literal("yes")),
  writes_on: z.optional(Day),
  /** There is credit for a charge to come; `credit_for` is its due day. */
  with_credit: z.optional(z.literal("yes")),
  credit_for: z.optional(Day),
  in_debt: z.optional(Listed),
  /** Cents with leading zeros, for the order in the index: what is asked for and was due when the row was written. */
  debt_usd: z.optional(z.string()),
  debt_kes: z.optional(z.string()),
});
export type AccountRow = z.output<typeof AccountRow>;

/** What somebody made of a charge; by itself without `by`. */
const Adjustment = z.object({
  kind: z.enum(["waived", "changed", "held", "released"]),
  day: Day,
  cents: z.optional(z.int()),
  currency: z.optional(Currency),
  by: z.optional(Text),
  why: z.optional(Text),
});

/** `state` is for people who read the table. */
export const ChargeRow = z.object({
  client_id: Id,
  id: z.string(),
  subscription_id: z.optional(Id),
  period: z.optional(Day),
  due: Day,
  currency: Currency,
  cents: Cents,
  paid_cents: Cents,
  waived_cents: z.optional(Cents),
  waived_by: z.optional(Id),
  service: z.optional(Text),
  paid_by: z.optional(z.array(Id)),
  on_hold: z.optional(z.literal(true)),
  changed: z.optional(z.literal(true)),
  adjustments: z.optional(z.array(Adjustment).check(z.maxLength(MAX_ADJUSTMENTS))),
  state: z.enum(["open", "paid", "waived"]),
  frequency: z.optional(z.string()),
  told_on: z.optional(Day),
  reminded_on: z.optional(Day),
  asked: z.optional(z.literal(true)),
  /** The due day of an open charge: puts it into the local index `open`. */
  open_due: z.optional(Day),
  /** Puts a charge that is open and not on hold into the index by due day. */
  asked_for: z.optional(Listed),
});
export type ChargeRow = z.output<typeof ChargeRow>;

const AllocationRow = z.object({
  charge_id: z.string(),
  cents: Cents,
  /** After this payment a rest of the period was still due. */
  part: z.optional(z.literal(true)),
  /** The subscription's billing date after this payment. */
  next_billing_date: z.optional(Day),
});

const change = { at: Instant, name: Text };

/** What a statement says of a payment. */
const lineFields = {
  payer: z.optional(Text),
  phone: z.optional(Text),
  account: z.optional(Text),
  details: z.optional(Text),
  balance: z.optional(z.number()),
  /** The bank's reference, without spaces, case and padding. */
  bank_code: z.optional(z.string()),
  /** The amount of the line, if a part of it is another payment. */
  line_cents: z.optional(Cents),
};

const paymentFields = {
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
  ...lineFields,
  /** How often it was corrected or assigned again: each time the client gets another receipt. */
  revision: z.optional(z.int()),
  /** The numbers of its receipts, oldest first. A number that was given stays, also if the payment is undone. */
  receipts: z.optional(z.array(z.object({ revision: z.int(), number: z.string() }))),
  /** The last time that somebody undid it. */
  undone_by: z.optional(z.object(change)),
};

/**
 * Money that came in from a client. What is not allocated is credit. `made_from` is the digest of the request that recorded
 * it. Without a `state` it counts.
 */
export const PaymentRow = z.object({
  ...paymentFields,
  client_id: Id,
  /** It does not count any more: somebody undid it, or M-Pesa or the bank took it back. */
  state: z.optional(z.enum(["undone", "reversed"])),
  /** It was undone to be assigned to another client. */
  moved: z.optional(z.literal(true)),
  allocations: z.array(AllocationRow),
  refunded_cents: z.optional(Cents),
  /** It is a refund: money that went back, by the payments whose credit it was. */
  refund_of: z.optional(z.array(z.object({ id: Id, cents: Cents }))),
  made_from: z.optional(z.string()),
  /** The client gets a receipt. */
  receipt: z.optional(z.literal(true)),
});
export type PaymentRow = z.output<typeof PaymentRow>;

export const isUndone = ({ state }: Pick<PaymentRow, "state">): boolean => state !== undefined;

/** The number of the receipt for the payment as it is now, or as it was at a revision. */
export const receiptNumberOf = (
  { receipts, ...payment }: Pick<PaymentRow, "receipts" | "revision">,
  revision = payment.revision ?? 0,
): string | undefined => receipts?.find((receipt) => receipt.revision === revision)?.number;

/** Money that came in from somebody not known yet. */
export const UnmatchedRow = z.object({
  ...paymentFields,
  state: z.enum(["unmatched", "ignored", "reversed"]),
  ignored: z.optional(z.object({ ...change, reason: Text })),
  /** Somebody chose the client; a job records it as their payment. */
  chosen: z.optional(
    z.object({
      client_id: Id,
      to: z.optional(z.array(z.pick(AllocationRow, { charge_id: true, cents: true }))),
    }),
  ),
  expires_at: z.optional(z.number()),
});
export type UnmatchedRow = z.output<typeof UnmatchedRow>;

/**
 * What M-Pesa announced and has not confirmed yet; it counts nowhere. Its id is no payment's, so nobody can assign it. Once
 * it is booked or too old, only the id and `settled_at` stay, so that a repeat is recognised.
 */
export const AnnouncedRow = z.object({
  ...paymentFields,
  id: z.string(),
  state: z.literal("announced"),
  /** Another callback with the same code said another account, so only M-Pesa's list says whose it is. */
  disputed: z.optional(z.literal(true)),
  /** It came from an address that Safaricom does not publish. */
  unknown_source: z.optional(z.literal(true)),
  /** Of our queries. */
  conversations: z.optional(z.set(z.string())),
  /** What results said, as JSON; one counts only if it names one of our queries. */
  results: z.optional(z.set(z.string())),
  expires_at: z.number(),
});
export type AnnouncedRow = z.output<typeof AnnouncedRow>;

export type AnyPaymentRow = PaymentRow | UnmatchedRow;

export const hasClient = (row: AnyPaymentRow): row is PaymentRow =>
  "client_id" in row && row.client_id !== undefined;

/** It counts: somebody's payment, and nobody undid it. */
export const isRecorded = (row: AnyPaymentRow): row is PaymentRow => hasClient(row) && !isUndone(row);

/** @throws UnreadableRow */
export const readAnyPayment = (item: Record<string, unknown>): AnyPaymentRow =>
  item.client_id === undefined ? read(UnmatchedRow, item) : read(PaymentRow, item);

export const toCharge = ({
  client_id: _,
  state: __,
  open_due: ___,
  asked_for: ____,
  ...charge
}: ChargeRow): Charge => charge;

/** The stored row of a charge. */
export const chargeRow = (
  client_id: string,
  charge: Charge,
  of: { sample?: true | undefined } = {},
): ChargeRow => ({
  ...charge,
  client_id,
  paid_by: charge.paid_by?.length ? charge.paid_by : undefined,
  state: stateOf(charge),
  open_due: isOpen(charge) ? charge.due : undefined,
  asked_for: isAskedFor(charge) ? listedAs(of) : undefined,
});

export const isOfSample = ({ asked_for }: Pick<ChargeRow, "asked_for">): boolean => asked_for === "sample";

export const listedAs = ({ sample }: { sample?: true | undefined }): Listed => (sample ? "sample" : "real");
