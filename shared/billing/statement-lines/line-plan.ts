import { formatDay } from "../../dates.ts";
import type { Day } from "../../day.ts";
import { currencyOf, formatCents } from "../../money.ts";
import type { Subscription } from "../../subscriptions/subscription.ts";
import { allocate, dueCents, payablePeriods, type Share } from "../allocation.ts";

/** What recording a line for a subscription does; `says` completes "It pays". */
export type LinePlan = {
  periods: number;
  due: number;
  period: Day;
  shares: readonly Share[];
  says: string;
};
type Periods = ReturnType<typeof payablePeriods>;
// Cached, because many lines may be about one subscription.
const firstPeriod = new WeakMap<Subscription, Periods>();
const allPeriods = new WeakMap<Subscription, Periods>();

function cached(cache: WeakMap<Subscription, Periods>, subscription: Subscription, limit?: number): Periods {
  const periods = cache.get(subscription) ?? payablePeriods(subscription, limit);
  cache.set(subscription, periods);
  return periods;
}

/**
 * What a payment of this amount pays: less than the due amount is a part payment, more pays following periods.
 * Undefined if it would pay more than twelve periods, or nothing is due.
 */
export function planOf(subscription: Subscription, cents: number): LinePlan | undefined {
  // Most payments pay one period; computing a year of periods is slower.
  const [next] = cached(firstPeriod, subscription, 1);
  const periods = next && next.cents >= cents ? [next] : cached(allPeriods, subscription);
  const enough = periods.findIndex((_, index) => dueCents(periods.slice(0, index + 1)) >= cents) + 1;
  const [first] = periods;
  const money = (cents: number) => formatCents(cents, currencyOf(subscription));
  if (!first || enough === 0 || first.cents === 0) return undefined;
  const due = periods.slice(0, enough);
  const shares = allocate(due, cents, false);
  const left = dueCents(due) - cents;
  const [last, whole] = [formatDay(due.at(-1)?.period ?? ""), left === 0 ? enough : enough - 1];
  const pays =
    whole === 1
      ? `the period due ${formatDay(first.period)}`
      : `${whole} periods from ${formatDay(first.period)}`;
  const over = money(shares.at(-1)?.cents ?? 0);
  const says =
    whole === 0
      ? `a part of the period due ${last}; ${money(left)} remains due`
      : left === 0
        ? pays
        : `${pays}, and ${over} is credit for the one due ${last}`;
  return { periods: enough, due: dueCents(due), period: first.period, shares, says };
}
