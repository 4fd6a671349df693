import * as z from "zod/mini";
import type { Charge } from "../../shared/billing/account.ts";
import { Day } from "../../shared/day.ts";
import { Cents, Currency } from "../../shared/money.ts";
import { Id, Instant, Text } from "../../shared/text.ts";

// The rows of a client's account. All amounts are in cents.

/**
 * One for each client. Every transaction that changes charges or payments of the client replaces it on the condition that
 * its version is still the one that was read, so that two of them never build on the same state.
 */
export const AccountRow = z.object({
  client_id: Id,
  version: z.int(),
  inactive: z.optional(z.literal(true)),
  subscription_ids: z.array(Id),
  /** The payments with credit, oldest first. */
  credit_ids: z.array(Id),
});
export type AccountRow = z.output<typeof AccountRow>;

/** `key` is `subscription_id#period`. `state` is for people who read the table. */
export const ChargeRow = z.object({
  client_id: Id,
  key: z.string(),
  subscription_id: Id,
  period: Day,
  currency: Currency,
  cents: Cents,
  paid_cents: Cents,
  waived_cents: z.optional(Cents),
  waived_by: z.optional(Id),
  service: z.optional(Text),
  paid_by: z.optional(z.array(Id)),
  on_hold: z.optional(z.literal(true)),
  changed: z.optional(z.literal(true)),
  state: z.enum(["open", "paid", "waived"]),
});
export type ChargeRow = z.output<typeof ChargeRow>;

const AllocationRow = z.object({
  subscription_id: Id,
  period: Day,
  cents: Cents,
  /** After this payment a rest of the period was still due. */
  part: z.optional(z.literal(true)),
  /** The subscription's billing date after this payment. */
  next_billing_date: z.optional(Day),
});

/** Money that came in. What is not allocated is credit. `made_from` is the digest of the request that recorded it. */
export const PaymentRow = z.object({
  id: Id,
  client_id: Id,
  paid_on: Day,
  cents: Cents,
  currency: Currency,
  reference: Text,
  method: z.optional(Text),
  recorded_at: Instant,
  source: z.enum(["hand", "statement"]),
  allocations: z.array(AllocationRow),
  refunded_cents: z.optional(Cents),
  made_from: z.optional(z.string()),
  /** The key of its statement line, or of the line that a statement would have. */
  line: z.optional(z.string()),
});
export type PaymentRow = z.output<typeof PaymentRow>;

export const chargeKey = ({ subscription_id, period }: Pick<Charge, "subscription_id" | "period">): string =>
  `${subscription_id}#${period}`;

export const toCharge = ({ client_id: _, key: __, state: ___, ...charge }: ChargeRow): Charge => charge;
