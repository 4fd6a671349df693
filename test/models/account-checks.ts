import { expect } from "vitest";
import { withChanges } from "../../frontend/admin/queries/with-changes.ts";
import { type Amounts, toCents, toSums } from "../../shared/money.ts";
import type { Payment } from "../../shared/payments/payment.ts";
import type { ReminderProduct } from "../product/reminder-product.ts";
import { type AccountModel, isAskedFor, leftOf, soon, today } from "./account-model.ts";

const endOfNextRun = "2027-01-01";
const perYear = { monthly: 12, quarterly: 4, "semi-annual": 2, yearly: 1 };

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
    for (const [name, more] of dashboardSums(model)) sums[name] = (sums[name] ?? 0) + more;
  return nonZero(sums);
}

/** The sums that the account adds to the dashboard. Those on hold and credit stand apart from the active subscriptions. */
function dashboardSums(model: AccountModel): [name: string, more: number][] {
  const active = model.subscriptions.filter(({ status }) => status === "active");
  const isDue = active.some((subscription) =>
    model.open(subscription).some(({ period }) => period <= endOfNextRun),
  );
  return [
    ["clients with something due", isDue ? 1 : 0],
    ...active.flatMap((subscription): [string, number][] => {
      const { currency, cents, frequency } = subscription;
      const date = model.nextBillingDate(subscription);
      const overdue = model.open(subscription).filter(({ period }) => period < today);
      const isThisWeek = model.open(subscription).some(({ period }) => period >= today && period <= soon);
      return [
        ["active", 1],
        ["overdueSubscriptions", date < today ? 1 : 0],
        ["renewalsThisWeek", isThisWeek ? 1 : 0],
        [`annual ${currency}`, cents * perYear[frequency]],
        ...overdue.map((charge): [string, number] => [`overdue ${charge.currency}`, leftOf(charge)]),
      ];
    }),
    ...model.charges
      .filter(({ of }) => of.status !== "active")
      .map((charge): [string, number] => [`on hold ${charge.currency}`, leftOf(charge)]),
    ...model.payments.map((payment): [string, number] => [
      `credit ${payment.currency}`,
      model.creditOf(payment),
    ]),
    ...model.payments.flatMap(({ currency, cents, paid_on }): [string, number][] => [
      [`${paid_on.slice(0, 7)} ${currency}`, cents],
      [`payments ${paid_on.slice(0, 7)}`, 1],
    ]),
  ];
}

/** Reminders are sent only for open charges that are asked for. */
export async function checkReminders(on: ReminderProduct, models: readonly AccountModel[]): Promise<void> {
  await on.sendNow();
  const entries = Map.groupBy(await on.sendLog(), ({ subscription_id }) => subscription_id);
  for (const model of models)
    for (const subscription of model.subscriptions) {
      const asked = model.open(subscription).filter((charge) => isAskedFor(charge) && charge.period <= soon);
      const names = asked.map(({ period }) => `${period}#${period < today ? "overdue" : "upcoming"}`);
      const reminded = entries.get(subscription.id)?.map(({ period, claim }) => `${period}#${claim}`) ?? [];
      for (const entry of reminded) expect(names).toContain(entry);
      if (subscription.status === "active")
        expect(reminded).toEqual(expect.arrayContaining(names.slice(0, 1)));
    }
}

/** Payments of the year in a tab that stays open: after the first load it asks only for what changed. */
export function paymentsInATab(call: ReminderProduct["call"]) {
  const span = { from: "2026-01-01", to: today };
  const list = async (query: { since?: string }) => {
    const { body } = await call("GET /api/v1/payments", { query: { ...span, ...query } });
    expect([body.cursor, body.reload]).toEqual([undefined, undefined]);
    return body;
  };
  const sorted = (payments: readonly Payment[]) => payments.map((payment) => JSON.stringify(payment)).sort();
  let rows: Payment[] = [];
  let since = new Date().toISOString();
  return {
    async check() {
      const page = await list({ since });
      rows = withChanges(rows, page);
      since = page.mark ?? "";
      expect(sorted(rows)).toEqual(sorted((await list({})).payments));
    },
  };
}
