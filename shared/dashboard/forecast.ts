import { openOf } from "../billing/open-charges.ts";
import { daysAskedFor, isRecurring } from "../billing/renewal-state.ts";
import { occurrencesUntil } from "../billing/schedule.ts";
import {
  addDays,
  addMonths,
  type Day,
  earlierOf,
  endOfMonth,
  FIRST_DAY,
  LAST_DAY,
  laterOf,
  monthOf,
} from "../day.ts";
import { type Amounts, type Currency, currencies, currencyOf, isFree, leftCents, toCents } from "../money.ts";
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
  for (const { anchor, frequency, after, until, cents, count } of groupByTerms(ofCurrency))
    for (const day of occurrencesUntil({ anchor, frequency }, after, earlierOf(until, last)))
      if (day > after) add(day, cents, count);
  return [...months.values()];
}

/** The periods due later than `after`, the day of the last open charge or the last of another price, up to `until`. */
type Group = { anchor: Day; frequency: string; after: Day; until: Day; cents: number; count: number };

/** Thousands of subscriptions share a few hundred schedules and prices, so dates are computed once for each. */
function groupByTerms(subscriptions: readonly Subscription[]): Iterable<Group> {
  const groups = new Map<string, Group>();
  for (const subscription of subscriptions)
    for (const { after, until, amount } of termsToCome(subscription)) {
      const { billing_anchor: anchor, frequency } = subscription;
      const key = `${anchor} ${frequency} ${after} ${until}`;
      const group = groups.get(key) ?? { anchor, frequency, after, until, cents: 0, count: 0 };
      group.cents += toCents(amount);
      group.count += 1;
      groups.set(key, group);
    }
  return groups.values();
}

/** The price of the periods to come, and the next price from its day on, up to the end. */
function termsToCome(subscription: Subscription): { after: Day; until: Day; amount: number }[] {
  if (!isRecurring(subscription)) return [];
  const { amount, next_price, ends_on: end = LAST_DAY } = subscription;
  const written = daysAskedFor(subscription).at(-1) ?? FIRST_DAY;
  if (!next_price) return [{ after: written, until: end, amount }];
  const lastBefore = addDays(next_price.from, -1);
  return [
    { after: written, until: earlierOf(lastBefore, end), amount },
    { after: laterOf(written, lastBefore), until: end, amount: next_price.amount },
  ].filter((terms) => !isFree(terms.amount));
}
