import { expect, test } from "vitest";
import { payPeriods, undoPeriod } from "../../test/product/pay-periods.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";
import { withoutQueueConsumers } from "../../test/product/without-queue-consumers.ts";

// No email goes out: these tests create hundreds of clients.
const running = staffedProduct({ template: withoutQueueConsumers });
const stats = async () => (await running.asStaff("GET /api/v1/dashboard/stats")).body;
const newClient = async (more: object = {}) =>
  (await running.asStaff("POST /api/v1/clients", { body: { ...aClient, ...more } })).body.client;
const subscribe = async (client_id: string, more: object) =>
  (
    await running.asStaff("POST /api/v1/subscriptions", {
      body: { client_id, start_date: "2026-01-15", frequency: "monthly", amount: 100, ...more },
    })
  ).body.subscription;

test("totals follow every change of status, frequency and amount", async () => {
  const before = (await stats()).stats;
  const client = await newClient();
  const subscription = await subscribe(client.id, { amount: 10 });
  const edit = (more: object) =>
    running.asStaff("PUT /api/v1/subscriptions/{id}", {
      params: { id: subscription.id },
      body: { client_id: client.id, start_date: "2026-01-15", frequency: "monthly", amount: 10, ...more },
    });
  const difference = async () => {
    const statsAfter = (await stats()).stats;
    return [
      statsAfter.totalActiveClients - before.totalActiveClients,
      statsAfter.totalActiveSubscriptions - before.totalActiveSubscriptions,
      Math.round((statsAfter.annualRecurringRevenue - before.annualRecurringRevenue) * 100) / 100,
    ];
  };
  expect(await difference()).toEqual([1, 1, 120]);
  await edit({ frequency: "quarterly", amount: 20 });
  expect(await difference()).toEqual([1, 1, 80]);
  await edit({ status: "paused" });
  expect(await difference()).toEqual([1, 0, 0]);
  await running.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: client.id },
    body: { ...aClient, status: "inactive" },
  });
  expect(await difference()).toEqual([0, 0, 0]);
});

test("payments count exactly in the month they were paid, until they are undone", async () => {
  const client = await newClient();
  const subscriptions = await Promise.all(
    Array.from({ length: 6 }, () => subscribe(client.id, { next_billing_date: "2026-12-20" })),
  );
  const received = async () =>
    (await stats()).received?.flatMap(({ month, amount, payments }) =>
      payments ? [[month, amount, payments]] : [],
    );
  const paid = await Promise.all(
    subscriptions.flatMap(({ id }, index) => {
      const body = {
        id: crypto.randomUUID(),
        period: "2026-12-20",
        amount: 0.1 + index,
        paid_on: index < 2 ? "2025-12-01" : "2026-12-24",
      };
      // Each twice, as from a browser that lost the response.
      const pay = () => payPeriods(running.asStaff, id, body);
      return [pay(), pay()];
    }),
  );
  expect(paid.map(({ status }) => status)).toEqual(paid.map(() => 201));
  expect(await received()).toEqual([
    ["2025-12", 1.2, 2],
    ["2026-12", 14.4, 4],
  ]);
  for (const { id } of subscriptions.slice(0, 3)) await undoPeriod(running.asStaff, id, "2026-12-20");
  expect(await received()).toEqual([["2026-12", 12.3, 3]]);

  // A payment of several periods is one payment.
  const { id } = await subscribe(client.id, { next_billing_date: "2026-12-20" });
  const several = { period: "2026-12-20", periods: 3, amount: 300, paid_on: "2026-12-24" };
  await payPeriods(running.asStaff, id, several);
  expect(await received()).toEqual([["2026-12", 312.3, 4]]);
});

test("the counters are exact after 200 concurrent creations", async () => {
  const before = (await stats()).stats;
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      running.asStaff("POST /api/v1/clients", {
        body: { ...aClient, name: `Client ${index}`, status: index % 4 === 0 ? "inactive" : "active" },
      }),
    ),
  );
  expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(201));
  const after = (await stats()).stats;
  expect(after.totalActiveClients - before.totalActiveClients).toBe(150);
  expect(after.realRecords - before.realRecords).toBe(200);
  const { body } = await running.asStaff("GET /api/v1/clients");
  expect(body.clients.filter(({ status }) => status === "active").length).toBe(after.totalActiveClients);
});
