import { occurrencesUntil } from "../../../../shared/billing/schedule.ts";
import { addMonths, type Day, endOfMonth, monthOf } from "../../../../shared/day.ts";
import { isFree, toCents } from "../../../../shared/money.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";

export type Month = { month: string; cents: number; renewals: number };

const MONTHS = 12;

/**
 * The amounts due by month, from today for twelve months. Only active subscriptions with a price count. A partly paid
 * period counts with its rest, and overdue periods do not count.
 */
export function forecast(subscriptions: readonly Subscription[], today: Day): Month[] {
  const months = new Map<string, Month>();
  for (let i = 0; i < MONTHS; i += 1) {
    const month = monthOf(addMonths(today, i));
    months.set(month, { month, cents: 0, renewals: 0 });
  }
  const last = endOfMonth(addMonths(today, MONTHS - 1));
  for (const { subscription, cents, paid, count } of groupBySchedule(subscriptions)) {
    const { billing_anchor: anchor, frequency, next_billing_date } = subscription;
    for (const day of occurrencesUntil({ anchor, frequency }, next_billing_date, last)) {
      const month = day < today ? undefined : months.get(monthOf(day));
      if (!month) continue;
      month.cents += day === next_billing_date ? cents - paid : cents;
      month.renewals += count;
    }
  }
  return [...months.values()];
}

type Group = {
  subscription: { billing_anchor: Day; frequency: string; next_billing_date: Day };
  cents: number;
  /** Cents paid of the first period. */
  paid: number;
  count: number;
};

/** Thousands of subscriptions share a few hundred schedules, so dates are computed once for each schedule. */
function groupBySchedule(subscriptions: readonly Subscription[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const subscription of subscriptions) {
    const { status, amount, paid = 0, billing_anchor, frequency, next_billing_date } = subscription;
    if (status !== "active" || isFree(amount)) continue;
    const key = `${billing_anchor} ${frequency} ${next_billing_date}`;
    const group = groups.get(key) ?? { subscription, cents: 0, paid: 0, count: 0 };
    group.cents += toCents(amount);
    group.paid += toCents(paid);
    group.count += 1;
    groups.set(key, group);
  }
  return groups.values();
}
