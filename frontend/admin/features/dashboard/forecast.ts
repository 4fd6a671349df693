import { datesUntil } from "../../../../shared/billing.ts";
import { addMonths, type Day, endOfMonth, monthOf } from "../../../../shared/day.ts";
import { toCents } from "../../../../shared/money.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";

export type Month = { month: string; cents: number; renewals: number };

const monthsShown = 12;

/**
 * What falls due from today to the end of the eleventh month after this one, month by month. Only
 * active subscriptions count, the period that is due with what is left of it; what is overdue already is no part of it.
 */
export function forecast(subscriptions: readonly Subscription[], today: Day): Month[] {
  const months = new Map<string, Month>();
  for (let i = 0; i < monthsShown; i += 1) {
    const month = monthOf(addMonths(today, i));
    months.set(month, { month, cents: 0, renewals: 0 });
  }
  const last = endOfMonth(addMonths(today, monthsShown - 1));
  for (const { subscription, cents, paid, count } of alike(subscriptions)) {
    const { billing_anchor: anchor, frequency, next_billing_date } = subscription;
    for (const day of datesUntil({ anchor, frequency }, next_billing_date, last)) {
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
  /** Cents of the first period that came in part. */
  paid: number;
  count: number;
};

/** Thousands of subscriptions share a few hundred schedules; each schedule's dates are worked out once. */
function alike(subscriptions: readonly Subscription[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const subscription of subscriptions) {
    const { status, amount, paid = 0, billing_anchor, frequency, next_billing_date } = subscription;
    if (status !== "active") continue;
    const key = `${billing_anchor} ${frequency} ${next_billing_date}`;
    const group = groups.get(key) ?? { subscription, cents: 0, paid: 0, count: 0 };
    group.cents += toCents(amount);
    group.paid += toCents(paid);
    group.count += 1;
    groups.set(key, group);
  }
  return groups.values();
}
