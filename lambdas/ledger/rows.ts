import * as z from "zod/mini";
import { type Charge, isAskedFor, isOpen, stateOf } from "../../shared/billing/account.ts";
import { MAX_ADJUSTMENTS } from "../../shared/billing/adjustments.ts";
import { Day } from "../../shared/day.ts";
import { Cents, Currency } from "../../shared/money.ts";
import { omit } from "../../shared/omit.ts";
import { Id, Text } from "../../shared/text.ts";
import { Vat } from "../../shared/vat.ts";

// The rows of a client's account. All amounts are in cents.

/** Samples are listed apart from real records. */
const Listed = z.enum(["real", "sample"]);
export type Listed = z.output<typeof Listed>;

/** A part of a charge on an invoice, less what credit notes took back. */
const Invoiced = z.object({
  invoice: Id,
  day: Day,
  cents: Cents,
  taxed: z.optional(Vat),
  rate: z.optional(z.number()),
});

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
  invoiced: z.optional(z.array(Invoiced)),
});

/**
 * The partitions of the index of what the daily run has to write. One would take a thousand changes in a second, and on
 * the first day of a month many accounts change at once.
 */
export const writingShards = ["0", "1", "2", "3"] as const;
export type WritingShard = (typeof writingShards)[number];

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
  writes: z.optional(z.enum(writingShards)),
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

/** A change of a charge by a person, or by the product if `by` is absent. */
const Adjustment = z.object({
  kind: z.enum(["waived", "changed", "moved", "held", "released"]),
  day: Day,
  from: z.optional(Day),
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
  first_due: z.optional(Day),
  currency: Currency,
  cents: Cents,
  paid_cents: Cents,
  waived_cents: z.optional(Cents),
  waived_by: z.optional(Id),
  not_collectible_cents: z.optional(Cents),
  service: z.optional(Text),
  vat: z.optional(Vat),
  invoiced: z.optional(z.array(Invoiced)),
  paid_by: z.optional(z.array(Id)),
  on_hold: z.optional(z.literal(true)),
  made_from: z.optional(z.string()),
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

export const toCharge = (row: ChargeRow): Charge => omit(row, "client_id", "state", "open_due", "asked_for");

/** The stored row of a charge. */
export const chargeRow = (
  client_id: string,
  charge: Charge,
  client: { sample?: true | undefined } = {},
): ChargeRow => ({
  ...charge,
  client_id,
  paid_by: charge.paid_by?.length ? charge.paid_by : undefined,
  state: stateOf(charge),
  open_due: isOpen(charge) ? charge.due : undefined,
  asked_for: isAskedFor(charge) ? listedAs(client) : undefined,
});

export const isOfSample = ({ asked_for }: Pick<ChargeRow, "asked_for">): boolean => asked_for === "sample";

export const listedAs = ({ sample }: { sample?: true | undefined }): Listed => (sample ? "sample" : "real");
