import type { DashboardStats, MonthReceived } from "../../../../shared/dashboard.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Amounts, type Currency, currencies, currencyOf, toCents } from "../../../../shared/money.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import type { Chart } from "./Bars.tsx";
import { forecast } from "./forecast.ts";

type Known = { stats: DashboardStats; received: readonly MonthReceived[] | undefined; today: Day };

/** A chart for each currency that something came in, is coming or is late in; where there is nothing, of the usual one. */
export function chartsOf(
  subscriptions: readonly Subscription[],
  { stats, received = [], today }: Known,
): Chart[] {
  const usual = currencyOf(stats);
  const centsOf = (currency: Currency, amount: number, byCurrency: Amounts | undefined) =>
    toCents(byCurrency ? (byCurrency[currency] ?? 0) : currency === usual ? amount : 0);
  const charts = currencies.map(
    (currency): Chart => ({
      currency,
      received: received.map(({ month, amount, payments, byCurrency }) => ({
        ...{ month, payments, cents: centsOf(currency, amount, byCurrency) },
      })),
      coming: forecast(
        subscriptions.filter((one) => currencyOf(one) === currency),
        today,
      ),
      late: centsOf(currency, stats.overdueAmount, stats.byCurrency?.overdue),
      lateOnes: stats.overdueSubscriptions,
    }),
  );
  const used = charts.filter(
    ({ received, coming, late }) => late > 0 || [...received, ...coming].some(({ cents }) => cents > 0),
  );
  if (used.length === 0) return charts.filter(({ currency }) => currency === usual);
  // Of which currency how many of them were, nobody has counted.
  const uncounted = ({ received, ...chart }: Chart): Chart => ({
    ...chart,
    received: received.map((month) => ({ ...month, payments: undefined })),
    lateOnes: undefined,
  });
  return used.length > 1 ? used.map(uncounted) : used;
}
