import { expect, test } from "vitest";
import { MAX_TO_PLACE } from "../../shared/dashboard/dashboard.ts";
import { addDays } from "../../shared/day.ts";
import { referenceAt, seedAccounts, seedRows } from "../../test/product/seed-rows.ts";
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
      dueSoonAmount: 0,
      monthlyRecurringRevenue: 0,
      annualRecurringRevenue: 0,
      sampleRecords: 0,
      realRecords: 0,
    },
    upcomingRenewals: [],
    upcomingDays: [],
    overdue: [],
    owed: [],
    // At 9:00, the run of today is over, so the next run is tomorrow's.
    nextRun: { day: "2026-12-25", until: "2027-01-01", clients: 0 },
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
  // The charges of an inactive client are on hold, and count in no other sum.
  const inactiveClient = await newClient({ name: "Gone" });
  await subscribe(inactiveClient.id, { next_billing_date: "2026-12-30" });
  await running.asStaff("PUT /api/v1/clients/{id}", {
    params: { id: inactiveClient.id },
    body: { ...aClient, name: "Gone", status: "inactive" },
  });
  await due("2027-01-01");
  await due("2026-12-25", { status: "paused" });
  await due("2026-12-25", { status: "inactive" });
  // Free subscriptions are never due.
  for (const day of ["2026-11-25", "2026-12-24", "2026-12-28"]) await due(day, { amount: 0 });

  const { stats: counted, upcomingRenewals, upcomingDays, owed, nextRun } = await stats();
  // A client with several charges counts once.
  expect(nextRun.clients).toBe(2);
  expect(counted).toEqual({
    totalActiveClients: 2,
    totalActiveSubscriptions: 10,
    renewalsThisWeek: 3,
    renewalsThisMonth: 3,
    overdueSubscriptions: 2,
    // Every unpaid period counts: one of 40.50, and twelve of 9.50.
    overdueAmount: 154.5,
    dueSoonAmount: 1400,
    monthlyRecurringRevenue: 550,
    annualRecurringRevenue: 6600,
    sampleRecords: 0,
    realRecords: 15,
  });
  expect(upcomingRenewals.map(({ id }) => id)).toEqual([today.id, nextYear.id, week.id]);
  expect(upcomingDays).toEqual([
    { day: "2026-12-24", renewals: 1, amounts: { USD: 100 } },
    { day: "2026-12-30", renewals: 1, amounts: { USD: 1200 } },
    { day: "2026-12-31", renewals: 1, amounts: { USD: 100 } },
  ]);
  const sums = { currency: "USD", overdue: 154.5, due_soon: 1400, on_hold: 100, credit: 0 };
  expect(owed).toEqual([{ ...sums, ages: [50, 9.5, 9.5, 85.5] }]);
  expect(upcomingRenewals[1]).toEqual({
    id: nextYear.id,
    subscription_id: nextYear.id,
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

test("the rate for dollars is asked for once invoices are written, the day before dollars fall due", async () => {
  const company = {
    company_name: "Mwamba Software",
    company_address: "",
    company_phone: "",
    company_email: "",
    company_website: "",
    notification_email: "",
    logo_url: "",
  };
  const rateOf = async (settings: object) => {
    const { status } = await running.asAdmin("POST /api/v1/settings", { body: { ...company, ...settings } });
    expect(status).toBe(200);
    return (await stats()).old_rate;
  };
  const client = await newClient();
  await subscribe(client.id, { next_billing_date: "2026-12-25", currency: "KES" });
  expect(await rateOf({ invoices_from: "2026-12-01" })).toBeUndefined();
  await subscribe(client.id, { next_billing_date: "2026-12-25" });
  expect(await rateOf({})).toEqual({});
  expect(await rateOf({ kes_per_usd: 129.2, kes_per_usd_day: "2026-12-16" })).toEqual({ day: "2026-12-16" });
  expect(await rateOf({ kes_per_usd_day: "2026-12-17" })).toBeUndefined();
  expect(await rateOf({ invoices_from: null, kes_per_usd: null })).toBeUndefined();
});

test("every open charge due in the week is listed and counted once, also the next one of an overdue subscription", async () => {
  const client = await newClient({ company: "Baraka Ltd" });
  const before = await stats();
  // Due on the 26th of each month: two periods are overdue, and the next is due in two days.
  const { id } = await subscribe(client.id, { next_billing_date: "2026-10-26", amount: 30 });
  const after = await stats();
  const entry = after.upcomingRenewals.find((renewal) => renewal.id === id);
  expect(entry).toMatchObject({ next_billing_date: "2026-12-26", amount: 30, company: "Baraka Ltd" });
  for (const [name, more] of [
    ["overdueSubscriptions", 1],
    ["renewalsThisWeek", 1],
    ["renewalsThisMonth", 1],
    ["overdueAmount", 60],
    ["dueSoonAmount", 30],
  ] as const)
    expect(Math.round(100 * (after.stats[name] - before.stats[name])), name).toBe(100 * more);
  expect(after.upcomingDays).toContainEqual({ day: "2026-12-26", renewals: 1, amounts: { USD: 30 } });
  expect(after.overdue.find(({ client_id }) => client_id === client.id)).toMatchObject({
    client_name: aClient.name,
    company: "Baraka Ltd",
    amounts: { USD: 60 },
    periods: 2,
    since: "2026-10-26",
    subscription_ids: [id],
    oldest: { id, next_billing_date: "2026-10-26" },
  });
});

test("the eight largest debts are listed by client, and the ages are those of all", async () => {
  const before = await stats();
  const owing = await Promise.all(
    Array.from({ length: 9 }, (_, index) => newClient({ name: `Owing ${index}` })),
  );
  for (const [index, { id }] of owing.entries())
    await subscribe(id, {
      frequency: "yearly",
      next_billing_date: addDays("2026-12-24", -20 * (index + 1)),
      amount: 1_000 + index,
    });
  // The smallest one owes most after a second subscription.
  const [first] = owing;
  const second = await subscribe(first?.id ?? "", {
    frequency: "yearly",
    next_billing_date: "2026-12-01",
    amount: 5_000,
  });
  const after = await stats();
  expect(after.overdue.map(({ client_name, amounts }) => [client_name, amounts.USD])).toEqual([
    ["Owing 0", 6_000],
    ...[8, 7, 6, 5, 4, 3, 2].map((index) => [`Owing ${index}`, 1_000 + index]),
  ]);
  expect(after.overdue[0]).toMatchObject({ periods: 2, since: "2026-12-01" });
  expect(after.overdue[0]?.subscription_ids[0]).toBe(second.id);
  const ages = (answer: typeof after) => answer.owed.find(({ currency }) => currency === "USD")?.ages ?? [];
  expect(ages(after).map((sum, age) => Math.round(sum - (ages(before)[age] ?? 0)))).toEqual([
    6_000,
    1_001 + 1_002,
    1_003,
    1_004 + 1_005 + 1_006 + 1_007 + 1_008,
  ]);
  expect(after.owed[0]).toMatchObject({ overdue: after.stats.overdueAmount, credit: 0, on_hold: 100 });
});

test("the listed renewals are limited to the requested number; counts and sums stay complete", async () => {
  const { upcomingRenewals, ...rest } = await stats();
  expect(upcomingRenewals.length).toBeGreaterThan(2);
  const limited = await running.asStaff("GET /api/v1/dashboard/stats", { query: { rows: "2" } });
  expect(limited.body).toEqual({ ...rest, upcomingRenewals: upcomingRenewals.slice(0, 2) });
  for (const rows of ["0", "51", "-1", "2.5", "many", ""]) {
    const { status, body } = await running.asStaff("GET /api/v1/dashboard/stats", { query: { rows } });
    expect([rows, status, body.error]).toEqual([rows, 400, "Please give the rows as a number from 1 to 50."]);
  }
});

test("1,000 renewals due this week are listed, all are counted, and the response is within the limit of Lambda", async () => {
  const before = await stats();
  const count = 1_005;
  const shared = { name: "N".repeat(200), phone: "0712 345 678", company: "", address: "", status: "active" };
  const clients = await seedRows(running.product, "Clients", count, (id, index) => ({
    ...shared,
    id,
    email: `due${index}@client.example`,
    payment_reference: referenceAt(index),
    created_at: "2026-01-15T09:00:00.000Z",
    version: 1,
  }));
  await seedAccounts(running.product, clients, (index) => ({
    frequency: "semi-annual",
    amount_cents: 100,
    next_billing_date: addDays("2026-12-24", index % 8),
  }));
  const answer = await stats();
  expect(answer.upcomingRenewals).toHaveLength(1_000);
  expect(answer.stats.renewalsThisWeek).toBe(before.stats.renewalsThisWeek + count);
  expect(answer.nextRun.clients).toBe(before.nextRun.clients + count);
  expect(JSON.stringify(answer).length).toBeLessThan(6 * 1024 * 1024 - 1_000_000);
});

test("a subscription with two charges in the week is one renewal of the week", async () => {
  const before = (await stats()).stats.renewalsThisWeek;
  const client = await newClient();
  const params = { id: client.id };
  const start = { start_date: "2026-01-26", next_billing_date: "2026-12-26" };
  const { id } = await subscribe(client.id, start);
  const payPart = (period: string) =>
    running.asStaff("POST /api/v1/clients/{id}/payments", {
      params,
      body: { id: crypto.randomUUID(), amount: 10, to: [{ subscription_id: id, period, amount: 10 }] },
    });
  await payPart("2026-12-26");
  const body = { client_id: client.id, start_date: "2026-01-28", frequency: "monthly", amount: 100 } as const;
  await running.asStaff("PUT /api/v1/subscriptions/{id}", { params: { id }, body });
  expect((await payPart("2026-12-28")).status).toBe(201);
  const { charges } = (await running.asStaff("GET /api/v1/clients/{id}/account", { params })).body;
  expect(charges.filter(({ state, due }) => state === "open" && due < "2027")).toHaveLength(2);
  expect((await stats()).stats.renewalsThisWeek).toBe(before + 1);
});

test("payments that nobody has are counted with their sums up to a limit, and what does not agree with M-Pesa is named", async () => {
  const { product } = running;
  const waiting = async () => {
    const { unmatched, unconfirmed, paybill } = await stats();
    return { unmatched, unconfirmed, paybill };
  };
  expect(await waiting()).toEqual({});
  const line = { method: "mpesa", paid_on: "2026-12-20", payer: "NAIROBI WEST" };
  const lines = [
    { ...line, currency: "KES", code: "UJK4H7L2M1", amount: 98_765.5 },
    { ...line, currency: "KES", code: "UJK4H7L2M2", amount: 1_000 },
    { ...line, currency: "USD", code: "UJK4H7L2M3", amount: 20 },
  ];
  await running.asStaff("POST /api/v1/payments", { body: { lines } });
  const announce = (recorded_at: string) =>
    seedRows(product, "Payments", 1, (id) => ({
      ...line,
      id: `announced#${id}`,
      reference: id,
      expires_at: 2e9,
      state: "announced",
      unassigned: "announced",
      source: "mpesa",
      currency: "KES",
      cents: 700_00,
      account: "1",
      recorded_at,
    }));
  // M-Pesa has two days to confirm one.
  await announce("2026-12-23T05:00:00.000Z");
  const differences = ["UJK4H7L2M1: M-Pesa has KES 5.00, we have KES 0.00."];
  await seedRows(product, "Settings", 1, () => ({
    name: "paybill",
    last_pull_at: "2026-12-24T05:00:00.000Z",
    failed_at: "2026-12-23T05:00:00.000Z",
    failure: "M-Pesa did not answer.",
    compared: { day: "2026-12-23", differences },
  }));
  expect(await waiting()).toEqual({
    unmatched: { payments: 3, amounts: { KES: 99_765.5, USD: 20 } },
    paybill: { differing: { day: "2026-12-23", differences: 1 } },
  });

  await announce("2026-12-21T05:00:00.000Z");
  await seedRows(product, "Settings", 1, () => ({
    name: "paybill",
    last_pull_at: "2026-12-23T04:00:00.000Z",
    failed_at: "2026-12-23T05:00:00.000Z",
    failure: "M-Pesa did not answer.",
  }));
  await seedRows(product, "Payments", MAX_TO_PLACE, (id, index) => ({
    ...line,
    id,
    reference: `UJK5${1_000 + index}`,
    state: "unmatched",
    unassigned: "unmatched",
    source: "statement",
    currency: "KES",
    cents: 100,
    recorded_at: "2026-12-20T05:00:00.000Z",
  }));
  const { unmatched, ...others } = await waiting();
  expect(unmatched).toMatchObject({ payments: MAX_TO_PLACE, more: true });
  expect(others).toEqual({
    unconfirmed: { payments: 1, amounts: { KES: 700 } },
    paybill: { failed_at: "2026-12-23T05:00:00.000Z" },
  });
});
