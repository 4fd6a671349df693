import type { DashboardStats, MonthReceived } from "../dashboard.ts";
import { addMonths, type Day, endOfMonth, monthOf } from "../day.ts";
import { type Amounts, type Currency, currencies, currencyOf, isFree, toCents } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import { occurrencesUntil } from "./schedule.ts";

/** Received and coming amounts in one currency. Counts are known only if it is the only currency. */
export type Chart = {
  currency: Currency;
  received: readonly { month: string; cents: number; payments: number | undefined }[];
  coming: readonly Month[];
  /** Overdue cents. */
  overdue: number;
  overdueSubscriptions: number | undefined;
};

type Figures = { stats: DashboardStats; received: readonly MonthReceived[] | undefined; today: Day };

/** A chart for each currency in use; without amounts, one for the default currency. */
export function chartsOf(
  subscriptions: readonly Subscription[],
  { stats, received = [], today }: Figures,
): Chart[] {
  const usual = currencyOf(stats);
  const centsOf = (currency: Currency, amount: number, byCurrency: Amounts | undefined) =>
    toCents(byCurrency ? (byCurrency[currency] ?? 0) : currency === usual ? amount : 0);
  const charts = currencies.map(
    (currency): Chart => ({
      currency,
      received: received.map(({ month, amount, payments, byCurrency }) => ({
        month,
        payments,
        cents: centsOf(currency, amount, byCurrency),
      })),
      coming: forecast(
        subscriptions.filter((one) => currencyOf(one) === currency),
        today,
      ),
      overdue: centsOf(currency, stats.overdueAmount, stats.byCurrency?.overdue),
      overdueSubscriptions: stats.overdueSubscriptions,
    }),
  );
  const used = charts.filter(
    ({ received, coming, overdue }) => overdue > 0 || [...received, ...coming].some(({ cents }) => cents > 0),
  );
  if (used.length === 0) return charts.filter(({ currency }) => currency === usual);
  // Counts by currency are not known.
  const withoutCounts = ({ received, ...chart }: Chart): Chart => ({
    ...chart,
    received: received.map((month) => ({ ...month, payments: undefined })),
    overdueSubscriptions: undefined,
  });
  return used.length > 1 ? used.map(withoutCounts) : used;
}

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
