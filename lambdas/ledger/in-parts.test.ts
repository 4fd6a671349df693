import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { endInterception, intercept } from "../../test/product/interception.ts";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";
import { seedAccounts } from "../../test/product/seed-rows.ts";

const SUBSCRIPTIONS = 60;

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct({ template: shortTimeouts({ isWatched: true }) });
});
afterAll(() => on?.product.stop());
afterEach(() => vi.restoreAllMocks());
beforeEach(() => on.saveSettings({ remind_before: [], remind_after: [], repeat_overdue_days: 0 }));

let people = 0;
/** A change of all subscriptions of this client needs several transactions. */
async function bigClient(due: string) {
  people += 1;
  const client = await on.newClient({ name: `Big ${people}`, email: `big${people}@client.example` });
  const subscription = { amount_cents: 10_00, billing_anchor: due, next_billing_date: due };
  await seedAccounts(on.product, [client.id], () => subscription, SUBSCRIPTIONS);
  const params = { id: client.id };
  const { id, name, email } = client;
  return {
    id,
    email,
    account: async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body,
    setStatus: (status: string) =>
      on.call("PUT /api/v1/clients/{id}", { params, body: { name, email, status } }),
    version: async () => (await on.call("GET /api/v1/clients/{id}", { params })).body.client.version,
  };
}
const overdue = async () => (await on.call("GET /api/v1/dashboard/stats")).body.stats.overdueAmount;
const dashboardCredit = async () =>
  (await on.call("GET /api/v1/dashboard/stats")).body.owed.reduce((sum, { credit }) => sum + credit, 0);
const aMonth = 31 * 24 * 3_600_000;

test("the daily run writes all charges of a client with very many subscriptions", async () => {
  const client = await bigClient("2026-12-24");
  expect((await client.account()).charges).toHaveLength(2 * SUBSCRIPTIONS);
  await on.sweep("2027-01-24");
  const { charges } = await client.account();
  expect(charges).toHaveLength(3 * SUBSCRIPTIONS);
  expect(new Set(charges.map(({ subscription_id, period }) => `${subscription_id} ${period}`)).size).toBe(
    3 * SUBSCRIPTIONS,
  );
});

describe("a client with very many open charges", () => {
  let client: Awaited<ReturnType<typeof bigClient>>;
  let before: number;
  beforeAll(async () => {
    before = await overdue();
    client = await bigClient("2026-11-30");
  });

  test("making it inactive holds every charge back, also if it was interrupted, and it can be undone", async () => {
    expect(await overdue()).toBe(before + 600);
    let parts = 0;
    intercept(on.product, async ({ operation }, pass) => {
      if (operation !== "TransactWriteItems") return pass();
      parts += 1;
      return parts > 1 ? undefined : pass();
    });
    expect((await client.setStatus("inactive")).status).toBeGreaterThanOrEqual(500);
    endInterception(on.product);
    const heldCharges = (await client.account()).charges.filter(({ on_hold }) => on_hold);
    expect(heldCharges.length).toBeGreaterThan(0);
    expect(heldCharges.length).toBeLessThan(2 * SUBSCRIPTIONS);
    // The sums follow each part.
    const askedSum = (await client.account()).owed.reduce((sum, { overdue }) => sum + overdue, 0);
    expect(await overdue()).toBe(before + askedSum);

    expect((await client.setStatus("inactive")).status).toBe(200);
    expect((await client.account()).charges.every(({ on_hold }) => on_hold)).toBe(true);
    expect(await overdue()).toBe(before);
    expect((await client.setStatus("active")).status).toBe(200);
    expect((await client.account()).charges.some(({ on_hold }) => on_hold)).toBe(false);
    expect(await overdue()).toBe(before + 600);
  });

  test("a transfer pays all of them, some to come, and its undoing opens all of them again", async () => {
    const params = { id: client.id };
    const toCome = 20;
    const body = { amount: 600 + 10 * toCome, reference: "Transfer" };
    const answer = await on.call("POST /api/v1/clients/{id}/payments", {
      params,
      body: { id: crypto.randomUUID(), ...body },
    });
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    const { id } = answer.body.payment;
    await on.product.idle();
    const paid = await client.account();
    expect(paid.charges.filter(({ state }) => state === "paid")).toHaveLength(SUBSCRIPTIONS + toCome);
    expect([paid.credit, await overdue()]).toEqual([[], before]);
    const corrected = await on.call("PUT /api/v1/payments/{id}", { params: { id }, body: { amount: 10 } });
    expect([corrected.status, corrected.body.error]).toEqual([
      409,
      "This payment pays too many periods to be corrected at once. Undo it, and record it again.",
    ]);
    expect((await on.call("DELETE /api/v1/payments/{id}", { params: { id } })).status).toBe(200);
    expect((await on.call("DELETE /api/v1/payments/{id}", { params: { id } })).status).toBe(404);
    await on.product.idle();
    const undone = await client.account();
    expect([undone.payments, undone.credit, await overdue()]).toEqual([[], [], before + 600]);
    // Without those that were written because one to come was paid.
    expect(undone.charges).toHaveLength(2 * SUBSCRIPTIONS);
  });

  test("it gets one reminder of all of them, and each is marked as told", async () => {
    await on.saveSettings({ remind_before: [7], remind_after: [14], repeat_overdue_days: 0 });
    await on.sendNow();
    await on.product.idle();
    expect((await on.reminders()).filter(({ to }) => to.includes(client.email))).toHaveLength(1);
    const { charges } = await client.account();
    const toldCharges = charges.filter(({ told_on }) => told_on === "2026-12-24");
    expect(toldCharges.length).toBeGreaterThan(100);
  });

  test("it can be erased", async () => {
    const erasure = { params: { id: client.id }, body: { version: await client.version() } };
    const asAdmin = on.product.callerFor(
      (await on.product.signIn(await on.product.createStaff("admin"))).access,
    );
    expect((await asAdmin("POST /api/v1/clients/{id}/erasure", erasure)).status).toBe(200);
    expect((await client.account()).charges.some(({ state }) => state === "open")).toBe(false);
    expect(await overdue()).toBe(before);
    // Each was waived once, also by a change in parts.
    const charges = (await on.rows("Charges")).filter(({ client_id }) => client_id === client.id);
    const waivers = charges.map(({ adjustments = [] }) =>
      (adjustments as { kind: string }[]).filter(({ kind }) => kind === "waived"),
    );
    expect(waivers.map(({ length }) => length)).toEqual(charges.map(() => 1));
  });
});

test("a client with any number of subscriptions in one currency can promise, pay, keep credit, and undo it", async () => {
  const client = await on.newClient({ name: "Huge", email: "huge@client.example" });
  // More than DynamoDB reads or writes at once.
  const count = 104;
  // All due within the week: each payment writes the next charge too.
  const dueOf = (index: number) => (index === 0 ? "2026-12-20" : "2026-12-28");
  const subscriptionAt = (index: number) => ({ amount_cents: 10_00, next_billing_date: dueOf(index) });
  await seedAccounts(on.product, [client.id], subscriptionAt, count);
  const params = { id: client.id };
  const accountNow = async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body;
  const promised = await on.call("POST /api/v1/clients/{id}/promises", {
    params,
    body: { day: "2026-12-30" },
  });
  expect([promised.status, promised.body.error]).toEqual([201, undefined]);
  const before = await dashboardCredit();
  const paying = { amount: 5_000, credit: true, reference: "All" };
  const answer = await on.call("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: crypto.randomUUID(), ...paying },
  });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  await on.product.idle();
  const paid = await accountNow();
  expect(paid.charges.filter(({ state }) => state === "paid")).toHaveLength(count);
  expect([paid.credit[0]?.amount, paid.promised_until]).toEqual([5_000 - 10 * count, undefined]);
  expect(await dashboardCredit()).toBe(before + 5_000 - 10 * count);
  const { id } = answer.body.payment;
  expect((await on.call("DELETE /api/v1/payments/{id}", { params: { id } })).status).toBe(200);
  await on.product.idle();
  const undone = await accountNow();
  expect([undone.payments, undone.credit]).toEqual([[], []]);
  expect(undone.charges.filter(({ state }) => state === "open")).toHaveLength(count + 1);
  expect(await dashboardCredit()).toBe(before);
});

// The last one, because it moves the clock.
test("a payment writes them too, on a day without a daily run", async () => {
  const client = await bigClient("2026-12-24");
  const now = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => now() + aMonth);
  const later = on.product.callerFor((await on.product.signIn(await on.product.createStaff("staff"))).access);
  const params = { id: client.id };
  const body = { amount: 150, reference: "R" };
  const answer = await later("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: crypto.randomUUID(), ...body },
  });
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  expect(answer.body.owed[0]).toMatchObject({ overdue: 450, due_soon: 600 });
});
