import { creditOf, type Period, periodOf } from "../../shared/billing/account.ts";
import type { StatementPayment } from "../../shared/billing/ledger.ts";
import { fromCents } from "../../shared/money.ts";
import type { CreditEntry, Renewal } from "../../shared/subscriptions/subscription.ts";
import { type PaymentRow, receiptNumberOf } from "./rows.ts";

// The specified routes name a payment of one period a renewal: it is one allocation of a payment.

/** What all entries of a payment say. */
const shownOf = (payment: PaymentRow) => {
  const { id, paid_on, currency, reference, method, recorded_at } = payment;
  return { id, paid_on, currency, reference, method, recorded_at, receipt_number: receiptNumberOf(payment) };
};

type PaidPeriod = PaymentRow["allocations"][number] & Period;

/** The parts of a payment that pay periods of subscriptions, earliest first. */
export const paidPeriods = ({ allocations }: Pick<PaymentRow, "allocations">): PaidPeriod[] =>
  allocations
    .flatMap((allocation) => {
      const period = periodOf(allocation.charge_id);
      return period ? [{ ...period, ...allocation }] : [];
    })
    .sort((one, other) => (one.period < other.period ? -1 : 1));

/** A payment of one period, as in responses. */
export const renewalOf = (
  payment: PaymentRow,
  { subscription_id, period, cents, part, next_billing_date = period }: PaidPeriod,
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
    .flatMap((payment) => paidPeriods(payment).map((paid) => renewalOf(payment, paid)))
    .sort((one, other) => (one.period < other.period ? 1 : one.period > other.period ? -1 : 0));

/** Payments and refunds as a statement lists them. */
export const statementPayments = (payments: readonly PaymentRow[]): StatementPayment[] =>
  payments.map((payment) => ({
    ...shownOf(payment),
    cents: payment.refund_of ? -payment.cents : payment.cents,
    allocations: payment.allocations,
    ...(payment.refund_of && { refund: true }),
  }));

/** The parts of payments that pay no charge, also if they were refunded, and the refunds. */
export const creditsIn = (payments: readonly PaymentRow[]): CreditEntry[] =>
  payments.flatMap((payment) => {
    const { cents, refunded_cents = 0 } = payment;
    const entry = shownOf(payment);
    if (payment.refund_of) return [{ ...entry, amount: fromCents(-cents), refund: true as const }];
    const unallocated = creditOf(payment) + refunded_cents;
    return unallocated > 0 ? [{ ...entry, amount: fromCents(unallocated) }] : [];
  });
