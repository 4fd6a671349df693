import * as z from "zod/mini";
import { type Charge, compareCharges, type Owed, stateOf } from "../billing/account.ts";
import { MAX_ALLOCATIONS } from "../billing/payments.ts";
import { Day, TypedDay } from "../day.ts";
import { Amount, Currency, fromCents } from "../money.ts";
import { PaymentMethod, Renewal } from "../subscriptions/subscription.ts";
import { Id, line, OptionalId, Text, Unreadable } from "../text.ts";

/** What a subscription owes for one period. `amount - paid` is left to pay. */
export const ClientCharge = z.object({
  subscription_id: Id,
  period: Day,
  service: z.optional(Text),
  currency: Currency,
  amount: Amount,
  paid: Amount,
  state: z.enum(["open", "paid", "waived"]),
  /** In no other sum of what is owed: the subscription is paused or inactive, or the client inactive. */
  on_hold: z.optional(z.literal(true)),
});
export type ClientCharge = z.output<typeof ClientCharge>;

/** `ages` divides `overdue` by its age: 1–30, 31–60, 61–90, over 90 days. */
export const OwedAmounts = z.object({
  currency: Currency,
  overdue: z.number(),
  due_soon: z.number(),
  on_hold: z.number(),
  ages: z.array(z.number()),
});
export type OwedAmounts = z.output<typeof OwedAmounts>;

/** What a client owes and has paid, by currency, without currencies that have nothing. */
export const ClientAccount = z.object({
  /** All charges, earliest due first. */
  charges: z.array(ClientCharge),
  payments: z.array(Renewal),
  /** Payments that pay no charge yet. */
  credit: z.array(z.object({ currency: Currency, amount: z.number() })),
  owed: z.array(OwedAmounts),
  unreadable: Unreadable,
  today: Day,
});
export type ClientAccount = z.output<typeof ClientAccount>;

export const chargesOnWire = (charges: readonly Charge[]): ClientCharge[] =>
  charges.toSorted(compareCharges).map((charge) => ({
    subscription_id: charge.subscription_id,
    period: charge.period,
    ...(charge.service !== undefined && { service: charge.service }),
    currency: charge.currency,
    amount: fromCents(charge.cents),
    paid: fromCents(charge.paid_cents),
    state: stateOf(charge),
    ...(charge.on_hold && { on_hold: true }),
  }));

export const owedOnWire = (owed: readonly Owed[]): OwedAmounts[] =>
  owed.map(({ currency, overdue, due_soon, on_hold, ages }) => ({
    currency,
    overdue: fromCents(overdue),
    due_soon: fromCents(due_soon),
    on_hold: fromCents(on_hold),
    ages: ages.map(fromCents),
  }));

export const creditOnWire = (owed: readonly Owed[]): ClientAccount["credit"] =>
  owed.flatMap(({ currency, credit }) => (credit > 0 ? [{ currency, amount: fromCents(credit) }] : []));

/** A payment of a client: what it pays, and what stays as credit. */
export const ClientPayment = z.object({
  id: Id,
  paid_on: Day,
  amount: Amount,
  currency: Currency,
  method: z.optional(Text),
  reference: Text,
  allocations: z.array(z.object({ subscription_id: Id, period: Day, amount: Amount })),
  credit: Amount,
});
export type ClientPayment = z.output<typeof ClientPayment>;

export const PaymentAnswer = z.object({ payment: ClientPayment, owed: z.array(OwedAmounts) });
export type PaymentAnswer = z.output<typeof PaymentAnswer>;

const named = z
  .array(z.strictObject({ subscription_id: Id, period: Day, amount: Amount }))
  .check(z.maxLength(MAX_ALLOCATIONS, `A payment pays ${MAX_ALLOCATIONS} periods at most.`));

const paymentFields = {
  paid_on: z.optional(TypedDay),
  method: z.optional(PaymentMethod),
  /** What is paid first; what is more pays the oldest open charges. */
  to: z.optional(named),
  /** Keep what is more than all open charges as credit. */
  credit: z.optional(z.boolean()),
};

/** Needs an `id` or a `reference`, by which a repeated call is recognised. */
export const NewClientPayment = z.strictObject({
  ...paymentFields,
  id: OptionalId,
  amount: Amount,
  /** Needed if the client owes in several currencies. */
  currency: z.optional(Currency),
  reference: z._default(line("reference", 100), ""),
  /** Whether the client gets a receipt. By default, unless the payment is dated more than 30 days back. */
  receipt: z.optional(z.boolean()),
});
export type NewClientPayment = z.output<typeof NewClientPayment>;

/** An absent field is not changed. */
export const PaymentChange = z.strictObject({
  ...paymentFields,
  amount: z.optional(Amount),
  currency: z.optional(Currency),
  reference: z.optional(line("reference", 100)),
});
export type PaymentChange = z.output<typeof PaymentChange>;
