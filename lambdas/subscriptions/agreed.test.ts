import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

// "Today" is 24 December 2026.

let on: ReminderProduct;
// Each test has its own days: a daily run never goes back.
beforeEach(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterEach(() => on.product.stop());

const charges = async (id: string) => {
  const { body } = await on.call("GET /api/v1/clients/{id}/account", { params: { id } });
  return body.charges.map(({ due, amount, paid, state }) => [due, amount, paid, state]);
};
const stored = async (id: string) =>
  (await on.call("GET /api/v1/subscriptions")).body.subscriptions.find((row) => row.id === id);
const recurring = async () =>
  (await on.call("GET /api/v1/dashboard/stats")).body.stats.monthlyRecurringRevenue;

/** A client with a monthly subscription of 100 that is due on 28 December, in dollars. */
async function subscribed(more: object = {}) {
  const client = await on.newClient({ email: `${crypto.randomUUID()}@client.example` });
  const { id } = await on.subscribe(client.id, "2026-12-28", {
    amount: 100,
    start_date: "2026-01-28",
    ...more,
  });
  const change = async (values: object) => on.change(id, values);
  const pay = (amount: number) =>
    on.call("POST /api/v1/clients/{id}/payments", {
      params: { id: client.id },
      body: { id: crypto.randomUUID(), amount, currency: "USD", credit: true },
    });
  return { client, id, change, pay };
}

describe("a price from a day on", () => {
  test("holds for the charges from that day, replaces the amount on the day, and can be withdrawn until then", async () => {
    const { client, id, change } = await subscribed();
    const { status, body } = await change({ next_price: { amount: 120, from: "2027-02-01" } });
    expect([status, body.subscription.amount, body.subscription.next_price]).toEqual([
      200,
      100,
      { amount: 120, from: "2027-02-01" },
    ]);
    expect(await charges(client.id)).toEqual([["2026-12-28", 100, 0, "open"]]);
    await on.product.setClock("2027-01-30T09:00");
    await on.sweep("2027-01-30");
    expect(await charges(client.id)).toEqual([
      ["2026-12-28", 100, 0, "open"],
      ["2027-01-28", 100, 0, "open"],
      ["2027-02-28", 120, 0, "open"],
    ]);
    expect((await stored(id))?.amount).toBe(100);
    // Withdrawn and agreed again: the charge that is written follows.
    await change({ next_price: null });
    expect((await charges(client.id)).at(-1)).toEqual(["2027-02-28", 100, 0, "open"]);
    await change({ next_price: { amount: 130, from: "2027-02-10" } });
    expect((await charges(client.id)).at(-1)).toEqual(["2027-02-28", 130, 0, "open"]);
    await on.product.setClock("2027-02-10T09:00");
    await on.sweep("2027-02-10");
    expect(await stored(id)).toMatchObject({ amount: 130 });
    expect((await stored(id))?.next_price).toBeUndefined();
    const { body: activity } = await on.call("GET /api/v1/clients/{id}/timeline", {
      params: { id: client.id },
    });
    expect(JSON.stringify(activity)).toContain("The system");
  });

  test("counts in the portfolio from its day on, though somebody saves an old form before the daily run", async () => {
    const { id, change } = await subscribed();
    await change({ next_price: { amount: 175, from: "2026-12-26" } });
    const before = await recurring();
    await on.product.setClock("2026-12-26T03:00");
    const form = await stored(id);
    expect(form?.amount).toBe(100);
    const { body } = await change({ service: "Hosting" });
    expect(body.subscription).toMatchObject({ amount: 175, service: "Hosting" });
    expect(await recurring()).toBe(before + 75);
    await on.sweep("2026-12-26");
    expect(await recurring()).toBe(before + 75);
  });

  test.each([
    ["today", { next_price: { amount: 120, from: "2026-12-24" } }, /must be after today/],
    ["far away", { next_price: { amount: 120, from: "2032-01-01" } }, /at most five years ahead/],
    ["negative", { next_price: { amount: -1, from: "2027-02-01" } }, /cannot be negative/],
    [
      "after the end",
      { next_price: { amount: 120, from: "2027-02-01" }, ends_on: "2027-01-31" },
      /ends on .* before the price/,
    ],
    [
      "for an inactive one",
      { status: "inactive", next_price: { amount: 1, from: "2027-02-01" } },
      /inactive/,
    ],
  ])("is refused: %s", async (_, change, sentence) => {
    const subscription = await subscribed();
    const before = await stored(subscription.id);
    const { status, body } = await subscription.change(change);
    expect([status, body.error]).toEqual([400, expect.stringMatching(sentence)]);
    expect(await stored(subscription.id)).toEqual(before);
  });

  test("is refused before a charge that the client was told about, and a currency while a price waits", async () => {
    const { id, change } = await subscribed();
    await on.call("POST /api/v1/subscriptions/{id}/reminders", { params: { id } });
    await on.product.idle();
    const told = await change({ next_price: { amount: 120, from: "2026-12-27" } });
    expect([told.status, told.body.error]).toEqual([
      400,
      expect.stringMatching(/was told about \$100\.00 due/),
    ]);
    expect((await change({ next_price: { amount: 120, from: "2026-12-29" } })).status).toBe(200);
    const currency = await change({ currency: "KES" });
    expect([currency.status, currency.body.error]).toEqual([
      400,
      expect.stringMatching(/^\$120\.00 is agreed from/),
    ]);
    expect((await change({ currency: "KES", next_price: null })).status).toBe(200);
  });

  test("of nothing makes it free from that day on; a free one costs from the first period after its day", async () => {
    const paid = await subscribed();
    await paid.change({ next_price: { amount: 0, from: "2027-01-15" } });
    const free = await subscribed({ amount: 0 });
    await free.change({ next_price: { amount: 50, from: "2027-01-15" } });
    expect((await stored(free.id))?.next_billing_date).toBe("2027-01-28");
    await on.product.setClock("2027-02-01T09:00");
    await on.sweep("2027-02-01");
    expect(await charges(paid.client.id)).toEqual([["2026-12-28", 100, 0, "open"]]);
    expect((await charges(free.client.id)).map(([due, amount]) => [due, amount])).toEqual([
      ["2027-01-28", 50],
      ["2027-02-28", 50],
    ]);
  });
});

describe("an end", () => {
  test("takes what is not due, makes credit of what is prepaid, holds nothing, and makes inactive the day after", async () => {
    const { client, id, change, pay } = await subscribed();
    await pay(100);
    await on.call("POST /api/v1/clients/{id}/payments", {
      params: { id: client.id },
      body: {
        id: crypto.randomUUID(),
        amount: 50,
        currency: "USD",
        to: [{ subscription_id: id, period: "2027-02-28", amount: 50 }],
      },
    });
    const preview = await on.call("POST /api/v1/subscriptions/{id}/preview", {
      params: { id },
      body: {
        client_id: client.id,
        start_date: "2026-01-28",
        frequency: "monthly",
        amount: 100,
        ends_on: "2027-01-31",
      },
    });
    expect(preview.body.credited).toEqual({ USD: 50 });
    const { status, body } = await change({ ends_on: "2027-01-31", end_reason: "competitor" });
    expect([status, body.subscription.status, body.subscription.ends_on]).toEqual([
      200,
      "active",
      "2027-01-31",
    ]);
    const { credit } = (await on.call("GET /api/v1/clients/{id}/account", { params: { id: client.id } }))
      .body;
    expect(credit).toEqual([{ currency: "USD", amount: 50 }]);
    await on.product.setClock("2027-02-01T09:00");
    await on.sweep("2027-02-01");
    expect(await charges(client.id)).toEqual([
      ["2026-12-28", 100, 100, "paid"],
      ["2027-01-28", 100, 50, "open"],
    ]);
    expect(await stored(id)).toMatchObject({
      status: "inactive",
      ends_on: "2027-01-31",
      end_reason: "competitor",
    });
  });

  test("leaves what is due owed, counted and reminded; who comes back is charged from a day on", async () => {
    const { client, id, change } = await subscribed();
    await change({ ends_on: "2027-01-10" });
    for (const day of ["2027-01-11", "2027-01-12"]) {
      await on.product.setClock(`${day}T09:00`);
      await on.sweep(day);
    }
    expect((await stored(id))?.status).toBe("inactive");
    const account = await on.call("GET /api/v1/clients/{id}/account", { params: { id: client.id } });
    expect(account.body.charges).toMatchObject([{ due: "2026-12-28", state: "open" }]);
    expect(account.body.charges[0]?.on_hold).toBeUndefined();
    const { accounts } = (await on.call("GET /api/v1/owed")).body;
    expect(accounts.map(({ client_id }) => client_id)).toContain(client.id);
    const { stats } = (await on.call("GET /api/v1/dashboard/stats")).body;
    expect([stats.overdueSubscriptions, stats.overdueAmount, stats.totalActiveSubscriptions]).toEqual([
      1, 100, 0,
    ]);
    expect((await on.reminders()).map(({ to }) => to)).toEqual([[client.email]]);
    const byHand = await on.call("POST /api/v1/subscriptions/{id}/reminders", { params: { id } });
    expect([byHand.status, byHand.body.reminder.state]).toEqual([
      201,
      expect.stringMatching(/sent|delivered/),
    ]);
    const back = await change({ status: "active", charge_from: "2027-06-01", next_billing_date: undefined });
    expect([back.status, back.body.subscription.status, back.body.subscription.ends_on]).toEqual([
      200,
      "active",
      undefined,
    ]);
    expect((await charges(client.id)).map(([due]) => due)).toEqual(["2026-12-28", "2027-06-28"]);
  });

  test("can be withdrawn or moved until its day", async () => {
    const { client, id, change } = await subscribed();
    await change({ ends_on: "2026-12-25" });
    expect(await charges(client.id)).toEqual([]);
    expect((await stored(id))?.status).toBe("active");
    await change({ ends_on: "2027-01-15" });
    expect((await charges(client.id)).map(([due]) => due)).toEqual(["2026-12-28"]);
    await change({ ends_on: null });
    expect((await stored(id))?.ends_on).toBeUndefined();
  });

  test.each([
    ["before the start", { start_date: "2027-03-01", ends_on: "2027-02-01" }, /cannot end before/],
    ["in the past", { ends_on: "2026-12-23" }, /must be today or later/],
    ["without a day", { end_reason: "price" }, /on which day/],
  ])("is refused: %s", async (_, change, sentence) => {
    const subscription = await subscribed();
    const { status, body } = await subscription.change(change);
    expect([status, body.error]).toEqual([400, expect.stringMatching(sentence)]);
  });
});
