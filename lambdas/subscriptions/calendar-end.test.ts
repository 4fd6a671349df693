import { afterAll, beforeAll, expect, test } from "vitest";
import { paidPeriods, payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let clientId: string;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
  clientId = (await on.newClient({ email: "late@client.example" })).id;
});
afterAll(() => on.product.stop());

const refusal = "Billing dates end at Dec 31, 2099, and the next one would be later.";
const pay = (id: string, period: string) => payPeriods(on.call, id, { period });
const find = async (id: string) =>
  (await on.call("GET /api/v1/subscriptions")).body.subscriptions.find(
    (subscription) => subscription.id === id,
  );

test("the last period of the calendar can be paid, and nothing is due after it", async () => {
  const { id } = await on.subscribe(clientId, "2098-06-15", {
    start_date: "2026-06-15",
    frequency: "yearly",
  });
  expect((await pay(id, "2098-06-15")).body.subscription.next_billing_date).toBe("2099-06-15");
  const { status, body } = await pay(id, "2099-06-15");
  expect([status, body.subscription.open]).toEqual([201, []]);
  expect(await paidPeriods(on.call, id)).toHaveLength(2);
});

test("creating or moving a subscription whose first date would be after the calendar is refused", async () => {
  const fields = { client_id: clientId, start_date: "2099-06-15", frequency: "yearly", amount: 1 };
  const created = await on.call("POST /api/v1/subscriptions", { body: fields });
  expect([created.status, created.body.error]).toEqual([400, refusal]);
  const { id, version } = await on.subscribe(clientId, "2027-06-15");
  const moved = await on.call("PUT /api/v1/subscriptions/{id}", { params: { id }, body: fields });
  expect([moved.status, moved.body.error]).toEqual([400, refusal]);
  expect(await find(id)).toMatchObject({ next_billing_date: "2027-06-15", version });
});
