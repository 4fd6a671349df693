import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { MAX_SPAN_DAYS, spanProblem } from "../../shared/day-span.ts";
import { invalidCursor } from "../../shared/text.ts";
import { payPeriods, undoPeriod } from "../../test/product/pay-periods.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();
const route = "GET /api/v1/payments";
let subscriptionId = "";
let clientId = "";
beforeAll(async () => {
  const { client } = (await on.asStaff("POST /api/v1/clients", { body: aClient })).body;
  clientId = client.id;
  const body = {
    client_id: clientId,
    start_date: "2026-09-15",
    next_billing_date: "2026-10-15",
    frequency: "monthly",
    amount: 149.99,
    service: "Loan Management System",
  };
  subscriptionId = (await on.asStaff("POST /api/v1/subscriptions", { body })).body.subscription.id;
});

const pay = (period: string, more: object = {}) =>
  payPeriods(on.asStaff, subscriptionId, { period, ...more });
const periods = async (query: Record<string, string> = {}) =>
  (await on.asStaff(route, { query })).body.payments.map(({ period }) => period);

test("payments are listed by day of payment, newest first", async () => {
  await pay("2026-10-15", { paid_on: "2026-12-03", method: "mpesa", reference: "SJK4H7L2" });
  await pay("2026-11-15", { paid_on: "2026-11-30", method: "bank" });
  await pay("2026-12-15", { amount: 100 });
  const { body } = await on.asStaff(route);
  expect(body).toMatchObject({ from: "2026-12-01", to: "2026-12-24", today: "2026-12-24" });
  expect(body.payments).toEqual([
    expect.objectContaining({ period: "2026-12-15", paid_on: "2026-12-24", amount: 100 }),
    expect.objectContaining({
      period: "2026-10-15",
      paid_on: "2026-12-03",
      amount: 149.99,
      method: "mpesa",
      reference: "SJK4H7L2",
      subscription_id: subscriptionId,
      client_id: clientId,
    }),
  ]);
  expect(await periods({ from: "2026-11-30", to: "2026-12-03" })).toEqual(["2026-10-15", "2026-11-15"]);
  expect(await periods({ to: "2026-11-30" })).toEqual(["2026-11-15"]);

  // An undone payment is not listed.
  await undoPeriod(on.asStaff, subscriptionId, "2026-12-15");
  expect(await periods()).toEqual(["2026-10-15"]);
});

test.each([
  [{ from: "2026-12-02", to: "2026-12-01" }, "The first day, Dec 2, 2026, is after the last, Dec 1, 2026."],
  [{ from: "2025-12-01", to: "2026-12-02" }, `Please ask for at most ${MAX_SPAN_DAYS} days at once.`],
  [{ from: "yesterday" }, "Please give a date that exists, as YYYY-MM-DD."],
  [{ cursor: "none" }, invalidCursor],
  // A cursor of another list.
  [{ cursor: Buffer.from('{"paid_on":"2020-01-01"}').toString("base64url") }, invalidCursor],
])("%o is refused", async (query, error) => {
  const { status, body } = await on.asStaff(route, { query: query as Record<string, string> });
  expect([status, body.error]).toEqual([400, error]);
});

test("a span of one year is allowed", () => {
  expect(spanProblem({ from: "2027-12-31", to: "2028-12-30" })).toBeUndefined();
});

test("an unknown method is refused with a sentence, and one that another version stored is shown", async () => {
  const { status, body } = await pay("2026-12-15", { method: "barter" });
  expect([status, body.error]).toEqual([
    400,
    "Please say how it was paid: M-Pesa, bank, cheque, cash, withholding tax or other.",
  ]);
  await seedRows(on.product, "Payments", 1, (id) => ({
    ...row(id, 0),
    paid_on: "2026-06-01",
    method: "card",
  }));
  const { payments } = (await on.asStaff(route, { query: { from: "2026-06-01", to: "2026-06-01" } })).body;
  expect(payments).toMatchObject([{ method: "card" }]);
});

const row = (id: string, index: number) => ({
  id,
  client_id: randomUUID(),
  paid_on: index < 1_000 ? "2026-08-20" : "2026-08-02",
  cents: 1_000 + index,
  currency: "USD",
  reference: "",
  source: "hand",
  allocations: [
    {
      charge_id: `${randomUUID()}#2026-08-01`,
      cents: 1_000 + index,
      next_billing_date: "2026-09-01",
    },
  ],
  recorded_at: "2026-08-20T09:00:00.000Z",
  state: "recorded",
});

test("a day with a thousand payments is paged, each payment once, followed by earlier days", async () => {
  await seedRows(on.product, "Payments", 1_010, row);
  const listedPayments: { id?: string | undefined; paid_on: string }[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const query = { from: "2026-08-01", to: "2026-08-31", ...(cursor && { cursor }) };
    const { body } = await on.asStaff(route, { query });
    listedPayments.push(...body.payments);
    cursor = body.cursor;
    pages += 1;
  } while (cursor);
  expect(new Set(listedPayments.map(({ id }) => id)).size).toBe(1_010);
  expect(listedPayments).toHaveLength(1_010);
  expect(listedPayments.map(({ paid_on }) => paid_on)).toEqual(
    listedPayments.map(({ paid_on }) => paid_on).sort((a, b) => (a < b ? 1 : -1)),
  );
  expect(pages).toBeGreaterThan(1);
});
