import { type Billing, type Paid, renewBilling } from "./billing.ts";
import type { Day } from "./day.ts";
import { leftOf } from "./money.ts";

// What a payment pays: one period or several, in full or in part. The server records by it, the dialog shows it before.

/** A period that is due, what is left to be paid of it, and the billing date once it is. */
type DuePeriod = { period: Day; cents: number; next: Day };

/** What of a payment goes to a period. The date it leads to is the period's own as long as something is left. */
export type Share = { period: Day; cents: number; next_billing_date: Day };

type Payable = Billing & { amount_cents: number };
type Known = {
  /** The newest period that is paid. */
  paid?: Paid | undefined;
  /** What was paid in part of a period, in cents. */
  partsOf: (period: Day) => number;
};

/**
 * The next periods to pay, in their order.
 * @throws BillingRefused where the calendar ends before, or the frequency is not known
 */
export function duePeriods(sold: Payable, periods: number, { paid, partsOf }: Known): DuePeriod[] {
  let at: Payable = sold;
  return Array.from({ length: periods }, () => {
    const period = at.next_billing_date;
    at = renewBilling(at, period, paid);
    return { period, cents: leftOf(sold.amount_cents, partsOf(period)), next: at.next_billing_date };
  });
}

export const dueCents = (due: readonly DuePeriod[]): number => due.reduce((sum, { cents }) => sum + cents, 0);

/**
 * Shares a payment out: each period gets what is left of it as long as there is something, and the last of them what
 * goes beyond. Where it is to pay all of them in full, whatever it comes to, each gets its part of it. The shares are
 * what was paid, to the cent; nothing that pays for nothing is among them.
 */
export function shareOut(due: readonly DuePeriod[], cents: number, inFull: boolean): Share[] {
  const all = dueCents(due);
  if (inFull && cents < all) return inProportion(due, cents, all);
  const shares: Share[] = [];
  let rest = cents;
  for (const [index, { period, cents: left, next }] of due.entries()) {
    const given = index === due.length - 1 ? rest : Math.min(rest, left);
    if (given === 0 && left > 0) break;
    rest -= given;
    shares.push({ period, cents: given, next_billing_date: given < left ? period : next });
  }
  return shares;
}

function inProportion(due: readonly DuePeriod[], cents: number, all: number): Share[] {
  let owed = 0;
  let given = 0;
  return due.map(({ period, cents: left, next }) => {
    owed += left;
    const before = given;
    // Of sums up to here: what is rounded is never lost, and the last brings it to the whole.
    given = Math.round(cents * (owed / all));
    return { period, cents: given - before, next_billing_date: next };
  });
}
