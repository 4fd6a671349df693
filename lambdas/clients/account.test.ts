import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { byCurrency as byCurrencyOf } from "../../shared/account-statement/statement.ts";
import { toCents } from "../../shared/money.ts";
import { payPeriods, undoPeriod } from "../../test/product/pay-periods.ts";
import { staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();

const add = async (client_id: string, next_billing_date: string, more: object) =>
  (
    await on.asStaff("POST /api/v1/subscriptions", {
      body: {
        client_id,
        start_date: "2026-01-20",
        frequency: "monthly",
        next_billing_date,
        amount: 100,
        ...more,
      },
    })
  ).body.subscription.id;
const pay = async (id: string, period: string, more: object) => {
  const answer = await payPeriods(on.asStaff, id, { period, ...more });
  expect(answer.status, answer.body.error).toBe(201);
};
const newClient = async (name: string) =>
  (
    await on.asStaff("POST /api/v1/clients", {
      body: { name, email: `${name.toLowerCase()}@account.example` },
    })
  ).body.client;
const account = async (id: string) => (await on.asStaff("GET /api/v1/clients/{id}", { params: { id } })).body;

const owedBy = async (id: string) =>
  (await on.asStaff("GET /api/v1/clients/{id}/account", { params: { id } })).body;

/** The overdue amounts of the page's figures, of the account, of the dashboard and of today's statement, by currency. */
async function overdue(id: string) {
  const { figures } = await account(id);
  const { byCurrency, overdueAmount, currency = "USD" } = figures;
  const sums = byCurrency?.overdue ?? { [currency]: overdueAmount };
  const { owed } = await owedBy(id);
  const { stats } = (await on.asStaff("GET /api/v1/dashboard/stats")).body;
  const { body } = await on.asStaff("GET /api/v1/clients/{id}/statement", { params: { id } });
  const statements = byCurrencyOf(body);
  return {
    figures: Object.entries(sums).map(([currency, amount]) => [currency, toCents(amount ?? 0)]),
    account: owed.filter(({ overdue }) => overdue > 0).map((sums) => [sums.currency, toCents(sums.overdue)]),
    dashboard: Object.entries(stats.byCurrency?.overdue ?? { USD: stats.overdueAmount })
      .filter(([, amount]) => amount > 0)
      .map(([currency, amount]) => [currency, toCents(amount)]),
    statement: statements.map(({ currency, byAge }) => [
      currency,
      byAge.slice(1).reduce((sum, cents) => sum + cents, 0),
    ]),
  };
}

test("a client's statement agrees with the client's page after every change", async () => {
  const client = await newClient("Njeri");
  const otherClient = await newClient("Baraka");
  const dollars = await add(client.id, "2026-11-30", { amount: 149.99 });
  const shillings = await add(client.id, "2026-12-10", { amount: 12_500.55, currency: "KES" });
  await pay(await add(otherClient.id, "2026-12-20", {}), "2026-12-20", {});

  await pay(dollars, "2026-11-30", { amount: 49.98 });
  await pay(shillings, "2026-12-10", { amount: 0.55 });
  const openSums = [
    ["USD", 100_01],
    ["KES", 12_500_00],
  ];
  expect(await overdue(client.id)).toEqual({
    figures: openSums,
    account: openSums,
    dashboard: openSums,
    statement: openSums,
  });
  const rest = randomUUID();
  await pay(dollars, "2026-11-30", { amount: 110.01, periods: 2, id: rest });
  await pay(shillings, "2026-12-10", { amount: 12_000, in_full: true });
  const paidUp = await overdue(client.id);
  expect(paidUp.statement).toEqual([
    ["USD", 0],
    ["KES", 0],
  ]);
  expect([paidUp.figures, paidUp.account, paidUp.dashboard]).toEqual([[], [], []]);
  const { payments } = await owedBy(client.id);
  const paid = payments.flatMap(({ allocations }) => allocations.map(({ amount }) => amount));
  expect(paid.sort((a, b) => a - b)).toEqual([0.55, 10, 49.98, 100.01, 12_000]);

  await undoPeriod(on.asStaff, dollars, "2026-11-30", rest);
  const undone = await overdue(client.id);
  expect(undone.statement[0]).toEqual(["USD", 100_01]);
  for (const sums of [undone.figures, undone.account, undone.dashboard])
    expect(sums[0]).toEqual(["USD", 100_01]);
});

test("an account has the open charges and the next one, the ages of the debt, and the payments", async () => {
  const client = await newClient("Otieno");
  const monthly = await add(client.id, "2026-10-20", { service: "Loans" });
  const yearly = await add(client.id, "2027-06-01", { start_date: "2026-06-01", frequency: "yearly" });
  await add(client.id, "2026-12-26", { amount: 5, currency: "KES" });
  await add(client.id, "2026-12-01", { amount: 0 });
  await add(client.id, "2026-12-01", { status: "paused" });
  await pay(monthly, "2026-10-20", { amount: 40.5, reference: "SK12ABC" });
  const { charges, payments, credit, owed, today } = await owedBy(client.id);
  expect(charges.map(({ subscription_id, period, paid }) => [subscription_id, period, paid])).toEqual([
    [monthly, "2026-10-20", 40.5],
    [monthly, "2026-11-20", 0],
    [monthly, "2026-12-20", 0],
    [charges[3]?.subscription_id, "2026-12-26", 0],
    [monthly, "2027-01-20", 0],
    [yearly, "2027-06-01", 0],
  ]);
  expect(charges[0]).toMatchObject({ service: "Loans", currency: "USD", amount: 100, state: "open" });
  const part = { subscription_id: monthly, period: "2026-10-20", amount: 40.5 };
  expect(payments).toMatchObject([{ amount: 40.5, reference: "SK12ABC", allocations: [part], credit: 0 }]);
  expect([credit, today]).toEqual([[], "2026-12-24"]);
  expect(owed).toEqual([
    { currency: "USD", overdue: 259.5, due_soon: 0, on_hold: 0, ages: [100, 100, 59.5, 0] },
    { currency: "KES", overdue: 0, due_soon: 5, on_hold: 0, ages: [0, 0, 0, 0] },
  ]);
  const params = { id: randomUUID() };
  expect((await on.asStaff("GET /api/v1/clients/{id}/account", { params })).status).toBe(404);
});

test("an account has one row for each payment, with all that it pays", async () => {
  const client = await newClient("Achieng");
  const first = await add(client.id, "2026-10-20", {});
  const second = await add(client.id, "2026-12-20", {});
  const id = randomUUID();
  const answer = await on.asStaff("POST /api/v1/clients/{id}/payments", {
    params: { id: client.id },
    body: { id, amount: 1_000, method: "bank", reference: "TRF 1", credit: true },
  });
  expect(answer.status, answer.body.error).toBe(201);
  const body = { amount: 25, currency: "USD", reference: "BACK" } as const;
  await on.asStaff("POST /api/v1/clients/{id}/refunds", {
    params: { id: client.id },
    body: { id: crypto.randomUUID(), ...body },
  });
  const { payments, credit } = await owedBy(client.id);
  const { allocations = [], ...payment } = payments[0] ?? {};
  expect(payment).toEqual({
    id,
    paid_on: "2026-12-24",
    amount: 1_000,
    currency: "USD",
    method: "bank",
    reference: "TRF 1",
    credit: 375,
    state: "recorded",
    recorded_at: expect.any(String),
  });
  expect(
    allocations
      .map((allocation) => [allocation.subscription_id, allocation.period, allocation.amount])
      .sort(),
  ).toEqual(
    [
      ...["2026-10-20", "2026-11-20", "2026-12-20", "2027-01-20"].map((period) => [first, period, 100]),
      ...["2026-12-20", "2027-01-20"].map((period) => [second, period, 100]),
    ].sort(),
  );
  expect(payments.slice(1)).toMatchObject([{ amount: -25, refund: true, allocations: [], credit: 0 }]);
  expect(credit).toEqual([{ currency: "USD", amount: 375 }]);
});
