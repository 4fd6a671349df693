import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { statementsOf } from "../../shared/billing/ledger.ts";
import { toCents } from "../../shared/money.ts";
import { staffedProduct } from "../../test/staffed.ts";

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
  const answer = await on.asStaff("POST /api/v1/subscriptions/{id}/renewals", {
    params: { id },
    body: { period, id: randomUUID(), ...more },
  });
  expect(answer.status, answer.body.error).toBe(201);
};
const newClient = async (name: string) =>
  (
    await on.asStaff("POST /api/v1/clients", {
      body: { name, email: `${name.toLowerCase()}@account.example` },
    })
  ).body.client;
const account = async (id: string) =>
  (await on.asStaff("GET /api/v1/clients/{id}", { params: { id }, query: { with: "payments" } })).body;

/** The overdue amounts of the page's figures and of today's statement, by currency. */
async function overdue(id: string) {
  const { subscriptions, payments = [], figures, today } = await account(id);
  const { byCurrency, overdueAmount, currency = "USD" } = figures;
  const sums = byCurrency?.overdue ?? { [currency]: overdueAmount };
  const statements = statementsOf({ subscriptions, payments, today }, { to: today });
  return {
    figures: Object.entries(sums).map(([currency, amount]) => [currency, toCents(amount ?? 0)]),
    statement: statements.map(({ currency, byAge }) => [
      currency,
      byAge.slice(1).reduce((sum, cents) => sum + cents, 0),
    ]),
  };
}

test("a client's statement agrees with the client's page after every change", async () => {
  const client = await newClient("Njeri");
  const other = await newClient("Baraka");
  const dollars = await add(client.id, "2026-11-30", { amount: 149.99 });
  const shillings = await add(client.id, "2026-12-10", { amount: 12_500.55, currency: "KES" });
  await pay(await add(other.id, "2026-12-20", {}), "2026-12-20", {});

  await pay(dollars, "2026-11-30", { amount: 49.98 });
  await pay(shillings, "2026-12-10", { amount: 0.55 });
  expect(await overdue(client.id)).toEqual({
    figures: [
      ["USD", 100_01],
      ["KES", 12_500_00],
    ],
    statement: [
      ["USD", 100_01],
      ["KES", 12_500_00],
    ],
  });
  const rest = randomUUID();
  await pay(dollars, "2026-11-30", { amount: 110.01, periods: 2, id: rest });
  await pay(shillings, "2026-12-10", { amount: 12_000, in_full: true });
  expect((await overdue(client.id)).statement).toEqual([
    ["USD", 0],
    ["KES", 0],
  ]);
  expect((await overdue(client.id)).figures).toEqual([]);
  const { payments = [] } = await account(client.id);
  expect(payments.map(({ amount }) => amount).sort((a, b) => a - b)).toEqual([
    0.55, 10, 49.98, 100.01, 12_000,
  ]);

  await on.asStaff("DELETE /api/v1/subscriptions/{id}/renewals/{period}", {
    params: { id: dollars, period: "2026-11-30" },
    query: { id: rest },
  });
  const undone = await overdue(client.id);
  expect(undone.statement[0]).toEqual(["USD", 100_01]);
  expect(undone.figures[0]).toEqual(["USD", 100_01]);
});

test("payments are returned on request, and no other value is accepted", async () => {
  const { id } = await newClient("Amina");
  const page = async (query: Record<string, string>) =>
    on.asStaff("GET /api/v1/clients/{id}", { params: { id }, query });
  expect((await page({})).body).not.toHaveProperty("payments");
  expect((await page({ with: "payments" })).body.payments).toEqual([]);
  const refused = await page({ with: "everything" });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    "Only payments can be requested with a client.",
  ]);
});
