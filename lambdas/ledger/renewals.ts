import { creditOf, isSameCharge } from "../../shared/billing/account.ts";
import { fromCents } from "../../shared/money.ts";
import type { CreditEntry, Renewal } from "../../shared/subscriptions/subscription.ts";
import { type PaymentRow, receiptNumberOf } from "./rows.ts";
import { paymentsOfSubscription } from "./store.ts";

// The specified routes name a payment of one period a renewal: it is one allocation of a payment.

/** What all entries of a payment say. */
const shownOf = (payment: PaymentRow) => {
  const { id, paid_on, currency, reference, method, recorded_at } = payment;
  return { id, paid_on, currency, reference, method, recorded_at, receipt_number: receiptNumberOf(payment) };
};

type Allocation = PaymentRow["allocations"][number];

/** A payment of one period, as in responses. */
export const renewalOf = (
  payment: PaymentRow,
  { subscription_id, period, cents, part, next_billing_date = period }: Allocation,
): Renewal => ({
  ...shownOf(payment),
  subscription_id,
  period,
  amount: fromCents(cents),
  ...(part && { part }),
  next_billing_date,
});

/** The periods that payments paid, newest first; within a period the last payment first. */
export const renewalsIn = (payments: readonly PaymentRow[]): Renewal[] =>
  payments
    .toReversed()
    .flatMap((payment) => payment.allocations.map((allocation) => renewalOf(payment, allocation)))
    .sort((one, other) => (one.period < other.period ? 1 : one.period > other.period ? -1 : 0));

/** The renewals of a subscription, newest first. Leaves out and counts what cannot be read. */
export async function renewalsOf(row: { id: string; client_id: string }) {
  const { rows, ...rest } = await paymentsOfSubscription(row);
  return { renewals: renewalsIn(rows).filter(({ subscription_id }) => subscription_id === row.id), ...rest };
}

/** The parts of payments that pay no charge, also if they were refunded, and the refunds. */
export const creditsIn = (payments: readonly PaymentRow[]): CreditEntry[] =>
  payments.flatMap((payment) => {
    const { cents, refunded_cents = 0 } = payment;
    const entry = shownOf(payment);
    if (payment.refund_of) return [{ ...entry, amount: fromCents(-cents), refund: true as const }];
    const unallocated = creditOf(payment) + refunded_cents;
    return unallocated > 0 ? [{ ...entry, amount: fromCents(unallocated) }] : [];
  });

export const findAllocation = (payment: PaymentRow, key: { subscription_id: string; period: string }) =>
  payment.allocations.find((allocation) => isSameCharge(allocation, key));
