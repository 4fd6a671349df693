import { afterAll, beforeAll, expect, test } from "vitest";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on.product.stop());

const priceOf = async (client_id: string) => {
  const { body } = await on.call("GET /api/v1/clients/{id}/account", { params: { id: client_id } });
  return body.charges.map(({ period, amount }) => [period, amount]);
};
/** A subscription due on 28 December, with a change of its price that names no date. */
async function subscribed() {
  const client = await on.newClient({ email: `${crypto.randomUUID()}@client.example` });
  const { id } = await on.subscribe(client.id, "2026-12-28", { amount: 25, start_date: "2026-01-28" });
  const body = { client_id: client.id, start_date: "2026-01-28", frequency: "monthly" as const };
  const change = (more: object) =>
    on.call("PUT /api/v1/subscriptions/{id}", { params: { id }, body: { ...body, amount: 99.99, ...more } });
  const remind = (once?: "day") =>
    on.call("POST /api/v1/subscriptions/{id}/reminders", {
      params: { id },
      query: { ...(once && { once }) },
    });
  return { client, id, change, remind };
}

test("a price that the client was reminded of stays, after any kind of reminder", async () => {
  const [byRun, byHand, onceADay, bounced] = await Promise.all([1, 2, 3, 4].map(subscribed));
  await on.sendNow();
  await byHand?.remind();
  await onceADay?.remind("day");
  await on.product.idle();
  const [row] = await on.sendLog(bounced?.id);
  await on.put("Reminders", { ...row, state: "bounced" });
  for (const subscription of [byRun, byHand, onceADay, bounced]) {
    for (const open_charges of [undefined, "change", "remove"] as const)
      expect((await subscription?.change({ ...(open_charges && { open_charges }) }))?.status).toBe(200);
    expect(await priceOf(subscription?.client.id ?? "")).toEqual([["2026-12-28", 25]]);
  }
});

test("a price that the client does not know yet changes, also after reminders that did not go out", async () => {
  const [paused, skipped, unchanged] = [await subscribed(), await subscribed(), await subscribed()];
  await on.faults({ paused: true });
  await paused.remind();
  await on.deactivate(skipped.client);
  await on.sendNow();
  for (const { client, change } of [paused, skipped, unchanged]) {
    await change({ amount: 30 });
    expect(await priceOf(client.id)).toEqual([["2026-12-28", 30]]);
  }
  await on.faults();
  await on.product.idle();
});

test("a price saved between the writing of a reminder and its sending is in the email, and stays from then on", async () => {
  const { client, change, remind } = await subscribed();
  let writes = 0;
  intercept(on.product, async ({ operation, body }, pass) => {
    if (operation === "TransactWriteItems" && body.includes("told_on") && body.includes(client.id)) {
      writes += 1;
      if (writes === 1) expect((await change({ amount: 30 })).status).toBe(200);
    }
    return pass();
  });
  await remind();
  await on.product.idle();
  endInterception(on.product);
  expect(writes).toBe(2);
  const [mail, ...more] = (await on.reminders()).filter(({ to }) => to.includes(client.email));
  expect(more).toEqual([]);
  expect(mail?.text).toContain("$30.00");
  expect(mail?.text).not.toContain("$25.00");
  await change({ amount: 40 });
  expect(await priceOf(client.id)).toEqual([["2026-12-28", 30]]);
});

test("a charge is told when its reminder goes out, and not when SES refuses it", async () => {
  const { client, change, remind } = await subscribed();
  const toldOn = async () => {
    const { body } = await on.call("GET /api/v1/clients/{id}/account", { params: { id: client.id } });
    return body.charges.map(({ told_on }) => told_on);
  };
  await on.faults({ refuse: [client.email] });
  await remind();
  await on.product.idle();
  await on.faults();
  expect(await toldOn()).toEqual([undefined]);
  await change({ amount: 30 });
  expect(await priceOf(client.id)).toEqual([["2026-12-28", 30]]);
  await on.sendNow();
  await on.product.idle();
  expect(await toldOn()).toEqual(["2026-12-24"]);
});

test("a price that an email of another subscription named stays too", async () => {
  const { client, id, remind } = await subscribed();
  const otherSubscription = await on.subscribe(client.id, "2026-12-28", { amount: 40 });
  await remind();
  await on.product.idle();
  await on.change(otherSubscription.id, { amount: 50 });
  expect(await priceOf(client.id)).toContainEqual(["2026-12-28", 40]);
  expect(id).not.toBe(otherSubscription.id);
});

/** Previews a change, makes it, and returns the preview. */
async function previewed(id: string, client_id: string, more: object) {
  const body = { client_id, start_date: "2026-01-28", frequency: "monthly" as const, amount: 99.99, ...more };
  const { body: preview } = await on.call("POST /api/v1/subscriptions/{id}/preview", {
    params: { id },
    body,
  });
  const { body: saved } = await on.call("PUT /api/v1/subscriptions/{id}", { params: { id }, body });
  expect(saved.subscription.next_billing_date).toBe(preview.next_billing_date);
  return preview;
}

test("a preview names what changes and what stays, with the day on which the client was told", async () => {
  const { client, id, remind } = await subscribed();
  const before = await priceOf(client.id);
  const terms = { period: "2026-12-28", currency: "USD" };
  expect(await previewed(id, client.id, { amount: 30 })).toEqual({
    next_billing_date: "2026-12-28",
    changes: [{ before: { ...terms, amount: 25 }, after: { ...terms, amount: 30 } }],
    stays: [],
    paid_ahead: {},
    credited: {},
    credit_notes: {},
  });
  expect([before, await priceOf(client.id)]).toEqual([[["2026-12-28", 25]], [["2026-12-28", 30]]]);
  await remind();
  await on.product.idle();
  const told_on = "2026-12-24";
  for (const more of [{ amount: 40 }, { amount: 40, frequency: "yearly" }, { currency: "KES", amount: 40 }])
    expect(await previewed(id, client.id, more)).toMatchObject({
      changes: [],
      stays: [{ ...terms, amount: 30, reason: "told", told_on }],
    });
  expect(await previewed(id, client.id, { currency: "KES", amount: 40, muted: true })).toMatchObject({
    changes: [],
    stays: [],
  });
});

test("a preview names what is due, paid in part and paid ahead, and how much can become credit", async () => {
  const client = await on.newClient({ email: `${crypto.randomUUID()}@client.example` });
  const { id } = await on.subscribe(client.id, "2026-11-28", { amount: 25, start_date: "2026-01-28" });
  const pay = (period: string, amount: number) =>
    on.call("POST /api/v1/clients/{id}/payments", {
      params: { id: client.id },
      body: { id: crypto.randomUUID(), amount, to: [{ subscription_id: id, period, amount }] },
    });
  await pay("2027-01-28", 25);
  await pay("2026-12-28", 10);
  const { stays, changes, paid_ahead } = await previewed(id, client.id, { amount: 30 });
  expect(stays.map(({ period, reason }) => [period, reason])).toEqual([
    ["2026-11-28", "due"],
    ["2026-12-28", "part"],
    ["2027-01-28", "paid"],
  ]);
  expect([changes, paid_ahead]).toEqual([[], { USD: 35 }]);
  const ended = await previewed(id, client.id, { amount: 25, status: "inactive", open_charges: "credit" });
  expect([ended.paid_ahead, ended.changes.map(({ before, after }) => [before?.period, after])]).toEqual([
    { USD: 35 },
    [
      ["2026-12-28", undefined],
      ["2027-01-28", undefined],
    ],
  ]);
  const { body } = await on.call("GET /api/v1/clients/{id}/account", { params: { id: client.id } });
  // The due charge stays owed, on hold.
  expect(body.credit).toEqual([{ currency: "USD", amount: 35 }]);
  expect(body.owed).toMatchObject([{ overdue: 0, on_hold: 25 }]);
});

test("a change that is refused is refused by its preview, with the same sentence", async () => {
  const client = await on.newClient({ email: `${crypto.randomUUID()}@client.example` });
  const { id } = await on.subscribe(client.id, "2026-11-28", { amount: 25, start_date: "2026-01-28" });
  const body = { client_id: client.id, start_date: "2026-01-28", frequency: "monthly" as const, amount: 25 };
  const later = { ...body, next_billing_date: "2027-02-10" };
  const change = { params: { id }, body: later };
  const preview = await on.call("POST /api/v1/subscriptions/{id}/preview", change);
  expect(preview.status).toBe(409);
  expect(preview.body.error).toContain("$25.00 is due already, from Nov 28, 2026 on.");
  expect((await on.call("PUT /api/v1/subscriptions/{id}", change)).body.error).toBe(preview.body.error);
  const removed = { params: { id }, body: { ...later, open_charges: "remove" as const } };
  expect((await on.call("POST /api/v1/subscriptions/{id}/preview", removed)).body.next_billing_date).toBe(
    "2027-02-10",
  );
});
