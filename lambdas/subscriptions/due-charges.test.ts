import { describe, expect, test, vi } from "vitest";
import { aClient } from "../../test/product/staffed.ts";
import { subscriptionCalls } from "../../test/product/subscription-calls.ts";

const { on, client, wanted, newClient, create, change, pay } = subscriptionCalls();
const add = async (next_billing_date: string) => (await create({ next_billing_date })).body.subscription;

describe("unpaid periods that are due when the subscription changes", () => {
  const open = async (id: string, more: object) =>
    (await change(id, more)).body.subscription.open?.map(({ period, amount }) => `${period} ${amount}`);

  test("stay as they are, change, or go, as asked", async () => {
    const { id } = await add("2026-11-20");
    const due = (amount: number) => [`2026-11-20 ${amount}`, `2026-12-20 ${amount}`];
    expect(await open(id, { amount: 70 })).toEqual([...due(100), "2027-01-20 70"]);
    expect(await open(id, { amount: 80, open_charges: "change" })).toEqual([...due(80), "2027-01-20 80"]);
    expect(await open(id, { amount: 80, open_charges: "remove" })).toBeUndefined();
    const { subscriptions } = (await on.asStaff("GET /api/v1/subscriptions")).body;
    expect(subscriptions.find((subscription) => subscription.id === id)?.next_billing_date).toBe(
      "2027-01-20",
    );
  });

  test("are on hold while it is paused; on resuming, what fell due meanwhile is charged only if asked for", async () => {
    for (const charge_gap of [false, true]) {
      const { id } = await add("2026-12-20");
      expect(await open(id, { status: "paused" })).toEqual([]);
      const { stats } = (await on.asStaff("GET /api/v1/dashboard/stats")).body;
      await pay(id, { amount: 10, period: "2026-12-20" });
      expect((await on.asStaff("GET /api/v1/dashboard/stats")).body.stats.overdueAmount).toBe(
        stats.overdueAmount,
      );
      expect(await open(id, { status: "active", charge_gap })).toEqual(["2026-12-20 100", "2027-01-20 100"]);
    }
  });

  test("stay payable when it becomes inactive, on hold and without a charge to come", async () => {
    const { id, client_id } = await add("2026-12-20");
    expect(await open(id, { status: "inactive" })).toEqual([]);
    const charges = async () =>
      (await on.asStaff("GET /api/v1/clients/{id}/account", { params: { id: client_id } })).body.charges
        .filter(({ subscription_id }) => subscription_id === id)
        .map(({ period, state }) => `${period} ${state}`);
    expect(await charges()).toEqual(["2026-12-20 open"]);
    await pay(id, { amount: 100, period: "2026-12-20", reference: "the last" });
    expect(await charges()).toEqual(["2026-12-20 paid"]);
  });

  test("are not written for more than sixty periods back", async () => {
    const { status, body } = await create({ next_billing_date: "2021-11-20" });
    expect([status, body.error]).toEqual([
      409,
      "That would write more than 60 unpaid periods. Choose a later next billing date.",
    ]);
  });
});

const creditOf = async (client_id: string) => {
  const { body } = await on.asStaff("GET /api/v1/clients/{id}/account", { params: { id: client_id } });
  return body.credit.map(({ amount }) => amount);
};

test("a period to come that is paid in part follows a lower price; what was paid beyond it becomes credit", async () => {
  const client_id = await newClient();
  const { id } = (await create({ client_id, next_billing_date: "2027-01-20" })).body.subscription;
  for (const amount of [40, 20])
    await pay(id, { amount, period: "2027-01-20", reference: `part of ${amount}` });
  expect((await change(id, { client_id, amount: 120 })).body.subscription.open).toEqual([
    { period: "2027-01-20", amount: 100, paid: 60 },
  ]);
  expect((await change(id, { client_id, amount: 90 })).body.subscription).toMatchObject({
    amount: 90,
    paid: 60,
  });
  const lowered = await change(id, { client_id, amount: 35 });
  expect([lowered.status, lowered.body.subscription.next_billing_date]).toEqual([200, "2027-02-20"]);
  expect(await creditOf(client_id)).toEqual([25]);
  const refunded = await on.asStaff("POST /api/v1/clients/{id}/refunds", {
    params: { id: client_id },
    body: { id: crypto.randomUUID(), amount: 25, currency: "USD" },
  });
  expect(refunded.status).toBe(201);
});

test("what is paid ahead of a subscription that ends becomes credit that can be refunded, if somebody asks for it", async () => {
  const client_id = await newClient();
  const { id } = (await create({ client_id, next_billing_date: "2027-01-20" })).body.subscription;
  await pay(id, { amount: 300, period: "2027-01-20", periods: 3 });
  await change(id, { client_id, status: "inactive" });
  expect(await creditOf(client_id)).toEqual([]);
  await change(id, { client_id, status: "inactive", open_charges: "credit" });
  expect(await creditOf(client_id)).toEqual([300]);
});

test("what falls due while a client is inactive or a subscription paused goes when it is active again, unless it is asked for", async () => {
  const { product } = on;
  const clientId = (await on.asStaff("POST /api/v1/clients", { body: aClient })).body.client.id;
  const [byClient, without, withGap] = await Promise.all(
    [clientId, undefined, undefined].map(
      async (client_id) =>
        (await create({ next_billing_date: "2026-12-26", ...(client_id && { client_id }) })).body.subscription
          .id,
    ),
  );
  const setStatus = async (status: "active" | "inactive", call = on.asStaff) => {
    await call("PUT /api/v1/clients/{id}", { params: { id: clientId }, body: { ...aClient, status } });
  };
  await setStatus("inactive");
  for (const id of [without, withGap]) await change(id ?? "", { status: "paused" });

  const realNow = Date.now;
  vi.spyOn(Date, "now").mockImplementation(() => realNow() + 12 * 86_400_000);
  try {
    const later = product.callerFor((await product.signIn(await product.createStaff("staff"))).access);
    await setStatus("active", later);
    const resume = async (id: string | undefined, charge_gap: boolean) => {
      await later("PUT /api/v1/subscriptions/{id}", {
        params: { id: id ?? "" },
        body: { ...wanted, client_id: client.id, status: "active", charge_gap },
      });
    };
    await resume(without, false);
    await resume(withGap, true);
    const { subscriptions } = (await later("GET /api/v1/subscriptions")).body;
    const dates = [byClient, without, withGap].map(
      (id) => subscriptions.find((subscription) => subscription.id === id)?.next_billing_date,
    );
    expect(dates).toEqual(["2027-01-26", "2027-01-26", "2026-12-26"]);
  } finally {
    vi.restoreAllMocks();
  }
});
