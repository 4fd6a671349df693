import type { Day } from "../day.ts";
import { leftOf, toCents } from "../money.ts";
import { MAX_PERIODS, type Subscription } from "../subscriptions/subscription.ts";
import { type Billing, BillingDateError, type PaidPeriod, renewBilling } from "./next-billing-date.ts";

// How a payment is divided over periods. The server records by this rule; the dialog shows it in advance.

/** A due period, the unpaid cents of it, and the next billing date once it is paid. */
type DuePeriod = { period: Day; cents: number; next: Day };

/** The part of a payment that pays one period. `next_billing_date` is the period itself while something is unpaid. */
export type Allocation = { period: Day; cents: number; next_billing_date: Day };

type Payable = Billing & { amount_cents: number };
type PaymentsOnRecord = {
  /** The newest period that is paid in full. */
  paid?: PaidPeriod | undefined;
  /** The cents already paid of a period. */
  paidCentsOf: (period: Day) => number;
};

/**
 * The next periods to pay, in order.
 * @throws BillingRefused if the calendar ends before, or if the frequency is unknown
 */
export function duePeriods(
  subscription: Payable,
  periods: number,
  { paid, paidCentsOf: partsOf }: PaymentsOnRecord,
): DuePeriod[] {
  let current: Payable = subscription;
  return Array.from({ length: periods }, () => {
    const period = current.next_billing_date;
    current = renewBilling(current, period, paid);
    return {
      period,
      cents: leftOf(subscription.amount_cents, partsOf(period)),
      next: current.next_billing_date,
    };
  });
}

/** The next periods of a subscription, up to a maximum and to the end of the calendar. */
export function payablePeriods(subscription: Subscription, maxPeriods = MAX_PERIODS): DuePeriod[] {
  const paidCents = toCents(subscription.paid ?? 0);
  const payable = { ...subscription, amount_cents: toCents(subscription.amount) };
  const partsOf = (period: Day) => (period === subscription.next_billing_date ? paidCents : 0);
  for (let count = maxPeriods; count > 0; count -= 1)
    try {
      return duePeriods(payable, count, { paidCentsOf: partsOf });
    } catch (error) {
      if (!(error instanceof BillingDateError)) throw error;
    }
  return [];
}

export const dueCents = (due: readonly DuePeriod[]): number => due.reduce((sum, { cents }) => sum + cents, 0);

/**
 * Divides a payment over due periods, oldest first. Each period gets at most what is unpaid of it; the last period gets
 * any excess. With `inFull`, a payment below the total closes all periods and is divided in proportion. The shares
 * always add up to the payment. A period that gets nothing has no share.
 */
export function allocate(due: readonly DuePeriod[], cents: number, inFull: boolean): Allocation[] {
  const total = dueCents(due);
  if (inFull && cents < total) return inProportion(due, cents, total);
  const shares: Allocation[] = [];
  let rest = cents;
  for (const [index, { period, cents: unpaid, next }] of due.entries()) {
    const share = index === due.length - 1 ? rest : Math.min(rest, unpaid);
    if (share === 0 && unpaid > 0) break;
    rest -= share;
    shares.push({ period, cents: share, next_billing_date: share < unpaid ? period : next });
  }
  return shares;
}

function inProportion(due: readonly DuePeriod[], cents: number, total: number): Allocation[] {
  let dueSoFar = 0;
  let sharedSoFar = 0;
  return due.map(({ period, cents: unpaid, next }) => {
    dueSoFar += unpaid;
    const before = sharedSoFar;
    // Rounding the running total keeps the sum exact.
    sharedSoFar = Math.round(cents * (dueSoFar / total));
    return { period, cents: sharedSoFar - before, next_billing_date: next };
  });
}
