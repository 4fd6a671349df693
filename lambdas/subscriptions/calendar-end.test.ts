import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/reminder-product.ts";

let on: ReminderProduct;
let clientId: string;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
  clientId = (await on.newClient({ email: "late@client.example" })).id;
});
afterAll(() => on.product.stop());

const refusal = "Billing dates end at 2099-12-31, and the next one would be later.";
const renew = (id: string, period: string) =>
  on.call("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body: { period } });
const find = async (id: string) =>
  (await on.call("GET /api/v1/subscriptions")).body.subscriptions.find((one) => one.id === id);

test("a renewal that would pass the end of the calendar is refused, and nothing changes", async () => {
  const { id } = await on.subscribe(clientId, "2098-06-15", {
    start_date: "2026-06-15",
    frequency: "yearly",
  });
  expect((await renew(id, "2098-06-15")).body.subscription.next_billing_date).toBe("2099-06-15");
  const { status, body } = await renew(id, "2099-06-15");
  expect([status, body.error]).toEqual([400, refusal]);
  expect(await find(id)).toMatchObject({ next_billing_date: "2099-06-15", version: 2 });
  const { renewals } = (await on.call("GET /api/v1/subscriptions/{id}/renewals", { params: { id } })).body;
  expect(renewals.length).toBe(1);
});

test("so is creating or moving a subscription whose first date would be later", async () => {
  const fields = { client_id: clientId, start_date: "2099-06-15", frequency: "yearly", amount: 1 };
  const created = await on.call("POST /api/v1/subscriptions", { body: fields });
  expect([created.status, created.body.error]).toEqual([400, refusal]);
  const { id, version } = await on.subscribe(clientId, "2027-06-15");
  const moved = await on.call("PUT /api/v1/subscriptions/{id}", { params: { id }, body: fields });
  expect([moved.status, moved.body.error]).toEqual([400, refusal]);
  expect(await find(id)).toMatchObject({ next_billing_date: "2027-06-15", version });
});

test("an old row with a later date is read as the last day, and does not block others", async () => {
  const { id } = await on.subscribe(clientId, "2027-03-01", { frequency: "yearly" });
  await renew(id, "2027-03-01");
  const row = (await on.rows("Subscriptions")).find((one) => one.id === id);
  const { id: _, ...recorded } = (await on.rows("Renewals")).find((one) => one.subscription_id === id) ?? {};
  await on.put("Subscriptions", { ...row, next_billing_date: "+010000-03-01", renewals: 2 });
  await on.put("Renewals", { ...recorded, period: "9999-03-01", next_billing_date: "+010000-03-01" });
  const other = await on.newClient({ name: "Somebody else", email: "due@client.example" });
  const due = await on.subscribe(other.id, "2026-12-28");

  expect(await find(id)).toMatchObject({ next_billing_date: "2099-12-31" });
  const { status, body } = await on.call("GET /api/v1/dashboard/stats");
  expect([status, body.upcomingRenewals.map((one) => one.id), body.stats.overdueSubscriptions]).toEqual([
    ...[200, [due.id], 0],
  ]);
  await on.sweep();
  expect((await on.ledger(due.id)).map(({ state }) => state)).toEqual(["delivered"]);
  expect(await on.ledger(id)).toEqual([]);

  const edited = await on.call("PUT /api/v1/subscriptions/{id}", {
    params: { id },
    body: { client_id: clientId, start_date: "2026-01-15", frequency: "yearly", amount: 5, status: "paused" },
  });
  expect([edited.status, edited.body.subscription.next_billing_date]).toEqual([200, "2099-12-31"]);
  const undo = (period: string) =>
    on.call("DELETE /api/v1/subscriptions/{id}/renewals/{period}", { params: { id, period } });
  expect((await undo("9999-03-01")).status).toBe(200);
  expect((await undo("2027-03-01")).status).toBe(200);
  const mended = await on.change(id, { next_billing_date: "2027-03-01" });
  expect(mended.body.subscription.next_billing_date).toBe("2027-03-01");
});
