import { expect } from "vitest";
import { type Amounts, toCents, toSums } from "../shared/money.ts";
import type { AccountModel } from "./account-model.ts";
import type { ReminderProduct } from "./reminder-product.ts";

type SumsByName = Record<string, number>;
export const nonZero = (sums: object): SumsByName =>
  Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));

/** All figures of the dashboard, by name and currency, in cents. */
export async function sumsNow(call: ReminderProduct["call"]): Promise<SumsByName> {
  const { stats, received, owed, nextRun } = (await call("GET /api/v1/dashboard/stats")).body;
  const { currency = "USD", byCurrency, overdueSubscriptions, renewalsThisWeek } = stats;
  const { totalActiveClients: clients, totalActiveSubscriptions: active } = stats;
  const sums: SumsByName = { clients, active, overdueSubscriptions, renewalsThisWeek };
  sums["clients with something due"] = nextRun.clients;
  const add = (name: string, amount: number, amounts: Amounts = { [currency]: amount }) => {
    expect(amounts[currency] ?? 0).toBe(amount);
    for (const [of, cents] of Object.entries(toSums(amounts))) sums[`${name} ${of}`] = cents;
  };
  add("overdue", stats.overdueAmount, byCurrency?.overdue);
  for (const { currency, overdue, on_hold, credit } of owed) {
    expect(toCents(overdue)).toBe(sums[`overdue ${currency}`] ?? 0);
    sums[`on hold ${currency}`] = toCents(on_hold);
    sums[`credit ${currency}`] = toCents(credit);
  }
  add("annual", stats.annualRecurringRevenue, byCurrency?.annual);
  for (const { month, amount, payments, byCurrency } of received) {
    add(month, amount, byCurrency);
    sums[`payments ${month}`] = payments;
  }
  return nonZero(sums);
}

export function expectedSums(all: readonly AccountModel[]): SumsByName {
  const sums: SumsByName = { clients: all.length };
  for (const model of all)
    for (const [name, more] of model.dashboardSums()) sums[name] = (sums[name] ?? 0) + more;
  return nonZero(sums);
}
