import type { DashboardStats, MonthReceived } from "../../../../shared/dashboard.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Amounts, type Currency, currencies, currencyOf, toCents } from "../../../../shared/money.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import type { Chart } from "./Bars.tsx";
import { forecast } from "./forecast.ts";

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
