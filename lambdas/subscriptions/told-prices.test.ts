import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/reminder-product.ts";

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
  const [row] = await on.ledger(bounced?.id);
  await on.put("Reminders", { ...row, state: "bounced" });
  for (const subscription of [byRun, byHand, onceADay, bounced]) {
    for (const open_charges of [undefined, "change", "remove"] as const)
      expect((await subscription?.change({ ...(open_charges && { open_charges }) }))?.status).toBe(200);
    expect(await priceOf(subscription?.client.id ?? "")).toEqual([["2026-12-28", 25]]);
  }
});

test("a price that the client does not know yet changes, also after a reminder that did not go out", async () => {
  const { client, id, change } = await subscribed();
  const other = await subscribed();
  const row = { subscription_id: id, period_kind: "2026-12-28#upcoming", period: "2026-12-28" };
  for (const state of ["failed", "skipped", "waiting"]) {
    const sent = { kind: "upcoming", day: "2026-12-24", at: "2026-12-24T04:00:00.000Z" };
    await on.put("Reminders", { ...row, ...sent, state });
    await change({ amount: 30 });
    expect(await priceOf(client.id)).toEqual([["2026-12-28", 30]]);
    await change({ amount: 99.99 });
  }
  await other.change({});
  expect(await priceOf(other.client.id)).toEqual([["2026-12-28", 99.99]]);
});

test("a price that an email of another subscription named stays too", async () => {
  const { client, id, remind } = await subscribed();
  const other = await on.subscribe(client.id, "2026-12-28", { amount: 40 });
  await remind();
  await on.product.idle();
  await on.change(other.id, { amount: 50 });
  expect(await priceOf(client.id)).toContainEqual(["2026-12-28", 40]);
  expect(id).not.toBe(other.id);
});
