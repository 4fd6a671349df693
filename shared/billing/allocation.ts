import type { Day } from "../day.ts";
import { leftCents, toCents } from "../money.ts";
import { MAX_PERIODS, type Subscription } from "../subscriptions/subscription.ts";
import { openOf } from "./open-charges.ts";
import { nextOccurrence } from "./schedule.ts";

// What a payment for one subscription will pay, as the dialog shows it in advance.

/** A period to pay, the unpaid cents of it, and the next billing date once it is paid. */
type DuePeriod = { period: Day; cents: number; next: Day };

/** The part of a payment that pays one period. `next_billing_date` is the period itself while something is unpaid. */
export type Share = { period: Day; cents: number; next_billing_date: Day };

/** The next periods of a subscription, up to a maximum and to the end of the calendar: the open ones, then those ahead. */
export function payablePeriods(subscription: Subscription, maxPeriods = MAX_PERIODS): DuePeriod[] {
  const schedule = { anchor: subscription.billing_anchor, frequency: subscription.frequency };
  const open = openOf(subscription).map((charge) => ({ period: charge.period, cents: leftCents(charge) }));
  const ahead = { period: subscription.next_billing_date, cents: toCents(subscription.amount) };
  const found: DuePeriod[] = [];
  let current = open[0] ?? ahead;
  while (found.length < maxPeriods) {
    const next = open[found.length + 1]?.period ?? nextOccurrence(schedule, current.period);
    if (next === undefined) break;
    found.push({ ...current, next });
    current = open[found.length] ?? { ...ahead, period: next };
  }
  return found;
}

export const dueCents = (due: readonly DuePeriod[]): number => due.reduce((sum, { cents }) => sum + cents, 0);

/**
 * Divides a payment over due periods, oldest first. Each period gets at most what is unpaid of it; what is more is credit.
 * With `inFull`, a payment below the total closes all periods. A period that gets nothing has no share.
 */
export function allocate(due: readonly DuePeriod[], cents: number, inFull: boolean): Share[] {
  const shares: Share[] = [];
  let rest = cents;
  for (const { period, cents: unpaid, next } of due) {
    const share = Math.min(rest, unpaid);
    if (share === 0 && unpaid > 0 && !inFull) break;
    rest -= share;
    shares.push({ period, cents: share, next_billing_date: share < unpaid && !inFull ? period : next });
  }
  return shares;
}
