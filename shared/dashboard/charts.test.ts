import { expect, test } from "vitest";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { DashboardStats, MonthReceived } from "./dashboard.ts";
import { chartsOf } from "./forecast.ts";

const today = "2026-12-24";
const subscription = (currency?: "USD" | "KES"): Subscription => ({
  id: "s",
  client_id: "c",
  start_date: "2026-01-28",
  frequency: "yearly",
  amount: 10,
  status: "active",
  billing_anchor: "2026-01-28",
  next_billing_date: "2027-01-28",
  version: 1,
  created_at: "2026-01-28T06:00:00.000Z",
  ...(currency && { currency }),
});
const month: MonthReceived = { month: "2026-12", amount: 5, payments: 2 };
const charts = (subscriptions: Subscription[], stats: Partial<DashboardStats>, received: MonthReceived[]) =>
  chartsOf(subscriptions, {
    stats: { overdueAmount: 0, overdueSubscriptions: 3, ...stats } as DashboardStats,
    received,
    today,
  }).map(({ currency, received, coming, overdue, overdueSubscriptions }) => [
    currency,
    received[0]?.cents,
    received[0]?.payments,
    overdue,
    overdueSubscriptions,
    coming.reduce((sum, { cents }) => sum + cents, 0),
  ]);

test("one currency has one chart with counts", () => {
  expect(charts([subscription()], { overdueAmount: 7 }, [month])).toEqual([["USD", 500, 2, 700, 3, 1_000]]);
  const alone = { overdueAmount: 7, currency: "KES" } as const;
  expect(charts([subscription("KES")], alone, [month])).toEqual([["KES", 500, 2, 700, 3, 1_000]]);
});

test("without amounts there is a chart of the default currency", () => {
  const nothing = { ...month, amount: 0 };
  expect(charts([], {}, [nothing])).toEqual([["USD", 0, 2, 0, 3, 0]]);
  expect(charts([], { currency: "KES" }, [nothing])).toEqual([["KES", 0, 2, 0, 3, 0]]);
});

test("two currencies have a chart each, without counts", () => {
  const several = {
    overdueAmount: 7,
    byCurrency: { overdue: { USD: 7, KES: 9 }, dueSoon: {}, monthly: {}, annual: {} },
  };
  const received = [{ ...month, byCurrency: { USD: 5 } }];
  expect(charts([subscription(), subscription("KES")], several, received)).toEqual([
    ["USD", 500, undefined, 700, undefined, 1_000],
    ["KES", 0, undefined, 900, undefined, 1_000],
  ]);
});
