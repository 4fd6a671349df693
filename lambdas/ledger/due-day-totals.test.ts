import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterAll(() => on.product.stop());

const dashboard = async () => (await on.call("GET /api/v1/dashboard/stats")).body;
const owing = async (name: string, next_billing_date: string, amount: number) => {
  const { id } = await on.newClient({ name });
  return on.subscribe(id, next_billing_date, { amount, frequency: "yearly", start_date: "2025-01-15" });
};

test("the largest debts are listed, though larger sums are due today, and a payment changes their order", async () => {
  await Promise.all(
    Array.from({ length: 12 }, (_, index) => owing(`Late ${index}`, "2026-12-20", 100 + index)),
  );
  await Promise.all(
    Array.from({ length: 9 }, (_, index) => owing(`Today ${index}`, "2026-12-24", 900 + index)),
  );
  const names = async () => (await dashboard()).overdue.map(({ client_name }) => client_name);
  const expected = Array.from({ length: 8 }, (_, index) => `Late ${11 - index}`);
  expect(await names()).toEqual(expected);
  const { stats, overdue, upcomingDays } = await dashboard();
  expect(stats).toMatchObject({ overdueSubscriptions: 12, overdueAmount: 1_266, renewalsThisWeek: 9 });
  expect(upcomingDays).toMatchObject([{ day: "2026-12-24", renewals: 9 }]);

  const [{ client_id: id = "" } = {}] = overdue;
  await on.call("POST /api/v1/clients/{id}/payments", {
    params: { id },
    body: { id: crypto.randomUUID(), amount: 111, reference: "A" },
  });
  expect(await names()).toEqual([...expected.slice(1), "Late 3"]);
  expect((await dashboard()).stats).toMatchObject({ overdueSubscriptions: 11, overdueAmount: 1_155 });
});

test("months that are over for long become one row, and every figure stays", async () => {
  const { id } = await on.newClient({ name: "Long overdue" });
  await on.subscribe(id, "2026-02-10", { amount: 10, start_date: "2025-01-10" });
  const { owed, stats } = await dashboard();
  const months = async () =>
    [...new Set((await on.rows("Totals")).map(({ month_part }) => String(month_part).slice(0, 7)))].sort();
  // Sums of earlier days are stored as one day.
  expect((await months()).slice(0, 2)).toEqual(["2000-01", "2026-06"]);
  await on.sweep("2027-03-01");
  expect((await months()).slice(0, 2)).toEqual(["2000-01", "2026-09"]);
  const after = await dashboard();
  expect([after.stats.overdueAmount, after.stats.overdueSubscriptions]).toEqual([
    stats.overdueAmount,
    stats.overdueSubscriptions,
  ]);
  expect(after.owed[0]).toMatchObject({ overdue: owed[0]?.overdue });
});
