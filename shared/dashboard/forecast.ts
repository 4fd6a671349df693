import { openOf } from "../billing/open-charges.ts";
import { daysAskedFor, isRecurring } from "../billing/renewal-state.ts";
import { occurrencesUntil } from "../billing/schedule.ts";
import { addMonths, type Day, endOfMonth, monthOf } from "../day.ts";
import { type Amounts, type Currency, currencies, currencyOf, leftCents, toCents } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { DashboardStats, MonthReceived } from "./dashboard.ts";

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
      coming: forecast(subscriptions, today, currency),
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
 * The amounts due by month, from today for twelve months: what is left of the open charges that are asked for, and the
 * periods that follow. Overdue periods do not count.
 */
export function forecast(subscriptions: readonly Subscription[], today: Day, currency?: Currency): Month[] {
  const months = new Map<string, Month>();
  for (let i = 0; i < MONTHS; i += 1) {
    const month = monthOf(addMonths(today, i));
    months.set(month, { month, cents: 0, renewals: 0 });
  }
  const last = endOfMonth(addMonths(today, MONTHS - 1));
  const add = (day: Day, cents: number, count: number) => {
    const month = day < today ? undefined : months.get(monthOf(day));
    if (!month) return;
    month.cents += cents;
    month.renewals += count;
  };
  const isIn = (itsCurrency: Currency) => currency === undefined || itsCurrency === currency;
  for (const subscription of subscriptions)
    for (const charge of openOf(subscription))
      if (isIn(charge.currency ?? currencyOf(subscription))) add(charge.period, leftCents(charge), 1);
  const ofCurrency = subscriptions.filter((subscription) => isIn(currencyOf(subscription)));
  for (const { anchor, frequency, written, cents, count } of groupBySchedule(ofCurrency))
    for (const day of occurrencesUntil({ anchor, frequency }, written, last))
      if (day > written) add(day, cents, count);
  return [...months.values()];
}

/** `written` is the due day of the last open charge. */
type Group = { anchor: Day; frequency: string; written: Day; cents: number; count: number };

/** Thousands of subscriptions share a few hundred schedules, so dates are computed once for each schedule. */
function groupBySchedule(subscriptions: readonly Subscription[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const subscription of subscriptions) {
    const { amount, billing_anchor: anchor, frequency } = subscription;
    const written = daysAskedFor(subscription).at(-1);
    if (written === undefined || !isRecurring(subscription)) continue;
    const key = `${anchor} ${frequency} ${written}`;
    const group = groups.get(key) ?? { anchor, frequency, written, cents: 0, count: 0 };
    group.cents += toCents(amount);
    group.count += 1;
    groups.set(key, group);
  }
  return groups.values();
}
