import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { recount } from "../../ops/data/recount.ts";
import { byCurrency } from "../../shared/account-statement/statement.ts";
import { today as businessDay } from "../../test/product/product.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";
import { open } from "../../test/product/tables-of-product.ts";

const on = staffedProduct();
let former: string;
let next: string;
const newClient = async () =>
  (await on.asStaff("POST /api/v1/clients", { body: aClient })).body.client.id as string;
beforeEach(async () => {
  [former, next] = [await newClient(), await newClient()];
});

const terms = { start_date: "2026-10-31", frequency: "monthly", amount: 100, currency: "KES" } as const;
const subscribe = async (next_billing_date: string, more: object = {}) =>
  (
    await on.asStaff("POST /api/v1/subscriptions", {
      body: { ...terms, client_id: former, next_billing_date, ...more },
    })
  ).body.subscription;
const move = (id: string, more: object = {}) =>
  on.asStaff("PUT /api/v1/subscriptions/{id}", {
    params: { id },
    body: { ...terms, client_id: next, ...more },
  });
const pay = async (client: string, body: object) =>
  (
    await on.asStaff("POST /api/v1/clients/{id}/payments", {
      params: { id: client },
      body: { id: randomUUID() as string, amount: 1, ...body },
    })
  ).body.payment;
const account = async (id: string) =>
  (await on.asStaff("GET /api/v1/clients/{id}/account", { params: { id } })).body;
const chargesOf = async (id: string) =>
  (await account(id)).charges.map(({ period, paid, state }) => `${period} ${paid} ${state}`);
const owedBy = async (id: string) =>
  (await account(id)).owed.map(({ overdue, due_soon }) => overdue + due_soon);
const creditOf = async (id: string) => (await account(id)).credit.map(({ amount }) => amount);
const statementOf = async (id: string) => {
  const params = { id };
  const { figures } = (await on.asStaff("GET /api/v1/clients/{id}", { params, query: {} })).body;
  const [statement] = byCurrency((await on.asStaff("GET /api/v1/clients/{id}/statement", { params })).body);
  const lines = statement?.lines.map(({ kind, day, cents, items }) =>
    [kind, day, cents, ...items.map(({ service }) => service)].join(" "),
  );
  return { lines, closing: statement?.closing, overdue: figures.overdueAmount };
};
/** The subscriptions on the client's page. */
const listedOn = async (client: string) =>
  (await on.asStaff("GET /api/v1/clients/{id}", { params: { id: client } })).body.subscriptions.map(
    (subscription) => [subscription.id, subscription.former, subscription.open?.length],
  );
const recounted = async () => {
  const { client, tableNames } = await open(on.product);
  return recount(client, tableNames, businessDay);
};
const dashboard = async () => {
  const { owed, stats } = (await on.asStaff("GET /api/v1/dashboard/stats")).body;
  return { owed, overdue: stats.overdueSubscriptions, soon: stats.renewalsThisWeek };
};

test("a payment of the former client is undone, corrected or moved with the charges that it paid", async () => {
  const { id } = await subscribe("2026-10-31");
  const before = await dashboard();
  const paid = await pay(former, { amount: 200 });
  expect((await move(id)).status).toBe(200);
  expect(await chargesOf(former)).toEqual(["2026-10-31 100 paid", "2026-11-30 100 paid"]);
  expect(await chargesOf(next)).toEqual(["2026-12-31 0 open"]);
  expect(await listedOn(former)).toEqual([]);

  const params = { id: paid.id };
  await on.asStaff("PUT /api/v1/payments/{id}", { params, body: { amount: 120 } });
  expect(await chargesOf(former)).toEqual(["2026-10-31 100 paid", "2026-11-30 20 open"]);
  expect(await owedBy(former)).toEqual([80]);

  await on.asStaff("PUT /api/v1/payments/{id}", { params, body: { client_id: next } });
  expect(await chargesOf(former)).toEqual(["2026-10-31 0 open", "2026-11-30 0 open"]);
  expect(await listedOn(former)).toEqual([[id, true, 2]]);
  expect(await chargesOf(next)).toEqual(["2026-12-31 100 paid", "2027-01-31 0 open"]);

  expect(await creditOf(next)).toEqual([20]);
  await on.asStaff("DELETE /api/v1/payments/{id}", { params });
  expect([await owedBy(former), await owedBy(next)]).toEqual([[200], [100]]);
  expect(await dashboard()).toEqual(before);
});

test("what is due, paid in part or told stays with the former client; what is to come goes along", async () => {
  const { id } = await subscribe("2026-11-30", { service: "Hosting" });
  const ahead = { subscription_id: id, period: "2027-01-31", amount: 30 };
  await pay(former, { amount: 60, to: [ahead] });
  expect(await chargesOf(former)).toEqual(["2026-11-30 30 open", "2026-12-31 0 open", "2027-01-31 30 open"]);
  await on.asStaff("POST /api/v1/send-notifications");
  expect((await move(id)).status).toBe(200);
  expect(await chargesOf(former)).toEqual(["2026-11-30 30 open", "2026-12-31 0 open", "2027-01-31 30 open"]);
  expect(await chargesOf(next)).toEqual(["2027-02-28 0 open"]);
  expect(await statementOf(former)).toEqual({
    lines: [
      "charge 2026-11-30 10000 Hosting",
      // A payment in advance is credit until the day of its charge.
      "payment 2026-12-24 -6000 Hosting",
    ],
    closing: 4_000,
    overdue: 70,
  });
  const { url } = (await on.asStaff("GET /api/v1/clients/{id}/link", { params: { id: former } })).body;
  const page = await (await fetch(url)).text();
  expect(page.match(/Hosting/g)?.length).toBeGreaterThanOrEqual(3);
  expect(await recounted()).toEqual([]);

  // The former client pays and is forgiven as before, and nothing is written for it any more.
  await pay(former, { amount: 70 });
  const waive = (client: string) =>
    on.asStaff("PUT /api/v1/clients/{id}/charges/{charge}", {
      params: { id: client, charge: `${id}#2026-12-31` },
      body: { waived: 100, reason: "Moved" },
    });
  expect((await waive(next)).status).toBe(409);
  expect((await waive(former)).status).toBe(200);
  expect(await chargesOf(former)).toEqual([
    "2026-11-30 100 paid",
    "2026-12-31 0 waived",
    "2027-01-31 30 open",
  ]);
  expect(await recounted()).toEqual([]);
});

test("a new price with the move is the next client's alone, and a date on record is not typed", async () => {
  const { id, next_billing_date } = await subscribe("2026-11-30");
  expect((await move(id, { amount: 150, next_billing_date })).status).toBe(200);
  const amounts = async (client: string) =>
    (await account(client)).charges.map(({ period, amount }) => `${period} ${amount}`);
  expect([await amounts(former), await amounts(next)]).toEqual([["2026-11-30 100"], ["2026-12-31 150"]]);
  // Back again: nothing is charged twice.
  expect((await move(id, { client_id: former })).status).toBe(200);
  expect([await amounts(former), await amounts(next)]).toEqual([["2026-11-30 100", "2026-12-31 100"], []]);
  expect(await owedBy(former)).toEqual([200]);
});

test("the time in which the former client was inactive is charged to nobody", async () => {
  const { id } = await subscribe("2026-12-31", { frequency: "quarterly" });
  const inactive = { ...aClient, status: "inactive" as const };
  await on.asStaff("PUT /api/v1/clients/{id}", { params: { id: former }, body: inactive });
  expect((await move(id, { frequency: "quarterly" })).status).toBe(200);
  expect([await chargesOf(former), await chargesOf(next)]).toEqual([[], ["2026-12-31 0 open"]]);
  expect(await recounted()).toEqual([]);
});

test("a period that the former client paid ahead is not charged again when the next client's charges are rewritten", async () => {
  const { id } = await subscribe("2026-12-31");
  const ahead = { subscription_id: id, period: "2027-03-31", amount: 100 };
  await pay(former, { amount: 100, to: [ahead] });
  expect((await move(id)).status).toBe(200);
  expect(await chargesOf(former)).toEqual(["2027-03-31 100 paid"]);
  const quarterly = { frequency: "quarterly", start_date: "2026-12-31" };
  await move(id, quarterly);
  const { status, body } = await move(id, { ...quarterly, next_billing_date: "2027-03-31" });
  expect([status, (body as { error?: string }).error]).toEqual([
    400,
    "The period due Mar 31, 2027 is charged to a former client of this subscription. Choose another next billing date.",
  ]);
  expect(await chargesOf(next)).toEqual(["2027-06-30 0 open"]);
  await pay(next, { amount: 100, currency: "KES" });
  expect(await chargesOf(next)).toEqual(["2027-06-30 100 paid", "2027-09-30 0 open"]);
  expect(await recounted()).toEqual([]);
});
