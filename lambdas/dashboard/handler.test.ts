import { expect, test } from "vitest";
import { addDays } from "../../shared/day.ts";
import { seedRows } from "../../test/seed-rows.ts";
import { aClient, staffedProduct } from "../../test/staffed.ts";
import { withoutQueueConsumers } from "../../test/without-queue-consumers.ts";

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

const months2025 = ["2025-12"];
const months2026 = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, "0")}`);

test("an empty product counts nothing", async () => {
  expect(await stats()).toEqual({
    stats: {
      totalActiveClients: 0,
      totalActiveSubscriptions: 0,
      renewalsThisWeek: 0,
      renewalsThisMonth: 0,
      overdueSubscriptions: 0,
      overdueAmount: 0,
      monthlyRecurringRevenue: 0,
      annualRecurringRevenue: 0,
      sampleRecords: 0,
      realRecords: 0,
    },
    upcomingRenewals: [],
    tested: false,
    received: [...months2025, ...months2026].map((month) => ({ month, amount: 0, payments: 0 })),
    today: "2026-12-24",
  });
});

test("totals, periods and sums match the records, also on the first and last day", async () => {
  const active = await newClient();
  const leaving = await newClient({ name: "Leaving", phone: "0712 345 678" });
  const due = (next_billing_date: string, more: object = {}) =>
    subscribe(active.id, { next_billing_date, ...more });
  await due("2026-12-23", { amount: 40.5 });
  await due("2026-01-01", { amount: 9.5 });
  const today = await due("2026-12-24");
  const week = await due("2026-12-31");
  const nextYear = await subscribe(leaving.id, {
    next_billing_date: "2026-12-30",
    frequency: "yearly",
    amount: 1200,
  });
  await running.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: leaving.id },
    body: { ...aClient, name: "Leaving", status: "inactive" },
  });
  await due("2027-01-01");
  await due("2026-12-25", { status: "paused" });
  await due("2026-12-25", { status: "inactive" });
  // Free subscriptions are never due.
  for (const day of ["2026-11-25", "2026-12-24", "2026-12-28"]) await due(day, { amount: 0 });

  const { stats: counted, upcomingRenewals } = await stats();
  expect(counted).toEqual({
    totalActiveClients: 1,
    totalActiveSubscriptions: 9,
    renewalsThisWeek: 3,
    renewalsThisMonth: 3,
    overdueSubscriptions: 2,
    // Every unpaid period counts: one of 40.50, and twelve of 9.50.
    overdueAmount: 154.5,
    monthlyRecurringRevenue: 450,
    annualRecurringRevenue: 5400,
    sampleRecords: 0,
    realRecords: 13,
  });
  expect(upcomingRenewals.map(({ id }) => id)).toEqual([today.id, nextYear.id, week.id]);
  expect(upcomingRenewals[1]).toEqual({
    id: nextYear.id,
    client_id: leaving.id,
    client_name: "Leaving",
    client_email: aClient.email,
    client_phone: "0712 345 678",
    client_reference: leaving.payment_reference,
    frequency: "yearly",
    amount: 1200,
    currency: "USD",
    next_billing_date: "2026-12-30",
  });
});

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
    const now = (await stats()).stats;
    return [
      now.totalActiveClients - before.totalActiveClients,
      now.totalActiveSubscriptions - before.totalActiveSubscriptions,
      Math.round((now.annualRecurringRevenue - before.annualRecurringRevenue) * 100) / 100,
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
        period: "2026-12-20",
        amount: 0.1 + index,
        paid_on: index < 2 ? "2025-12-01" : "2026-12-24",
      };
      // Each twice, as from a browser that lost the response.
      const pay = () => running.asStaff("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body });
      return [pay(), pay()];
    }),
  );
  expect(paid.map(({ status }) => status)).toEqual(paid.map(() => 201));
  expect(await received()).toEqual([
    ["2025-12", 1.2, 2],
    ["2026-12", 14.4, 4],
  ]);
  for (const { id } of subscriptions.slice(0, 3))
    await running.asStaff("DELETE /api/v1/subscriptions/{id}/renewals/{period}", {
      params: { id, period: "2026-12-20" },
    });
  expect(await received()).toEqual([["2026-12", 12.3, 3]]);

  // A payment of several periods is one payment.
  const { id } = await subscribe(client.id, { next_billing_date: "2026-12-20" });
  const several = { period: "2026-12-20", periods: 3, amount: 300, paid_on: "2026-12-24" };
  await running.asStaff("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body: several });
  expect(await received()).toEqual([["2026-12", 312.3, 4]]);
});

test("2,000 renewals due this week are all listed, and the response is within the limit of Lambda", async () => {
  const before = (await stats()).upcomingRenewals.length;
  const client = await newClient({ name: "N".repeat(200), phone: "0712 345 678" });
  const many = 2_000;
  await seedRows(running.product, "Subscriptions", many, (id, index) => ({
    ...{ id, client_id: client.id, start_date: "2026-01-15", frequency: "semi-annual", status: "active" },
    ...{ amount_cents: 100, billing_anchor: "2026-01-15", renewals: 0, version: 1 },
    ...{ created_at: "2026-01-15T09:00:00.000Z", next_billing_date: addDays("2026-12-24", index % 8) },
  }));
  const answer = await stats();
  expect(answer.upcomingRenewals).toHaveLength(before + many);
  expect(answer.stats.renewalsThisWeek).toBe(before + many);
  expect(JSON.stringify(answer).length).toBeLessThan(6 * 1024 * 1024 - 1_000_000);
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
