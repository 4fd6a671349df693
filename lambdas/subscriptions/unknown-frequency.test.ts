import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { payPeriods, undoPeriod } from "../../test/product/pay-periods.ts";
import { seededAccount, seedRows, seedTotals } from "../../test/product/seed-rows.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const running = staffedProduct();

test("a frequency that another version stored is listed by name, never billed, and can be corrected", async () => {
  const { client } = (await running.asStaff("POST /api/v1/clients", { body: aClient })).body;
  const account = seededAccount(client.id, [
    { id: randomUUID(), client_id: client.id, next_billing_date: "2026-12-29", amount_cents: 2_500 },
  ]);
  const weekly = account.subscriptions.map((subscription) => ({
    ...subscription,
    frequency: "weekly",
    next_charge: undefined,
  }));
  await seedRows(running.product, "Accounts", 1, () => account.account);
  await seedRows(running.product, "Charges", 1, () => ({ ...account.charges[0], frequency: "weekly" }));
  await seedTotals(running.product, account.charges);
  await seedRows(running.product, "Subscriptions", 1, () => weekly[0] ?? {});
  const id = weekly[0]?.id ?? "";
  const { subscriptions } = (await running.asStaff("GET /api/v1/subscriptions")).body;
  expect(subscriptions).toMatchObject([{ id, frequency: "weekly", amount: 25 }]);
  const { upcomingRenewals } = (await running.asStaff("GET /api/v1/dashboard/stats")).body;
  expect(upcomingRenewals).toMatchObject([{ id, frequency: "weekly", amount: 25 }]);
  const { reminders } = (
    await running.asStaff("GET /api/v1/reminders/upcoming", { query: { day: "2026-12-24" } })
  ).body;
  expect(reminders).toMatchObject([{ subscription_id: id, frequency: "weekly" }]);

  // The period can be paid, and no charge follows it.
  const paid = await payPeriods(running.asStaff, id, { period: "2026-12-29" });
  expect([paid.status, paid.body.subscription.open]).toEqual([201, []]);
  expect((await undoPeriod(running.asStaff, id, "2026-12-29")).status).toBe(200);

  const body = { client_id: client.id, start_date: "2026-12-01", frequency: "weekly", amount: 25 };
  const save = (frequency: string) =>
    running.asStaff("PUT /api/v1/subscriptions/{id}", { params: { id }, body: { ...body, frequency } });
  expect((await save("weekly")).status).toBe(400);
  const right = await save("monthly");
  expect(right.body.subscription).toMatchObject({ frequency: "monthly", next_billing_date: "2027-01-01" });
  const { stats } = (await running.asStaff("GET /api/v1/dashboard/stats")).body;
  expect(stats.monthlyRecurringRevenue).toBe(25);
});
