import { beforeAll, expect, test, vi } from "vitest";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { today } from "../../test/product/product.ts";
import { companyProfile } from "../../test/product/reminder-product.ts";
import { staffedProduct } from "../../test/product/staffed.ts";

/** More than fit into one transaction. */
const PERIODS = 37;
const FIRST_PERIOD = "2023-12-20";

const on = staffedProduct();
beforeAll(() => on.asAdmin("POST /api/v1/settings", { body: { ...companyProfile, send_receipts: true } }));

let people = 0;
/** A client who owes KES 100 for each of 37 months. */
async function debtor() {
  people += 1;
  const body = { name: `Debtor ${people}`, email: `debtor${people}@client.example` };
  const { client } = (await on.asStaff("POST /api/v1/clients", { body })).body;
  const terms = {
    client_id: client.id,
    frequency: "monthly" as const,
    amount: 100,
    currency: "KES" as const,
  };
  const dates = { start_date: "2023-11-20", next_billing_date: FIRST_PERIOD };
  const { subscription } = (await on.asStaff("POST /api/v1/subscriptions", { body: { ...terms, ...dates } }))
    .body;
  const params = { id: client.id };
  const paid = async () => {
    const { charges, credit } = (await on.asStaff("GET /api/v1/clients/{id}/account", { params })).body;
    return [charges.filter(({ state }) => state === "paid").length, credit];
  };
  return { client, subscription, paid };
}

test("lines that a call has no time for are recorded by a job, and pay all charges", async () => {
  const { client, paid } = await debtor();
  const realNow = Date.now;
  intercept(on.product, async ({ operation }, pass) => {
    const response = await pass();
    if (operation === "TransactWriteItems") vi.spyOn(Date, "now").mockImplementation(() => realNow() + 7_000);
    return response;
  });
  const payment = { method: "mpesa" as const, paid_on: today, currency: "KES" as const };
  const lines = [
    { code: "TKF0000001", amount: 100 * (PERIODS - 1), client_id: client.id, ...payment },
    { code: "TKF0000002", amount: 100, client_id: client.id, ...payment },
  ];
  const answer = await on.asStaff("POST /api/v1/payments", { body: { lines } });
  endInterception(on.product);
  vi.restoreAllMocks();
  expect(answer.body.lines.map(({ state }) => state)).toEqual(["queued", "queued"]);
  await on.product.idle();
  expect(await paid()).toEqual([PERIODS, []]);
});

test("a job completes a renewal that pays more charges than one transaction takes", async () => {
  const { subscription, paid } = await debtor();
  const body = { period: FIRST_PERIOD, amount: 100 * PERIODS, reference: "Transfer" };
  const params = { id: subscription.id };
  const answer = await payPeriods(on.asStaff, params.id, body);
  expect([answer.status, answer.body.error]).toEqual([201, undefined]);
  await on.product.idle();
  expect(await paid()).toEqual([PERIODS, []]);
});

test("a payment typed with its code takes the line that waits, from the client or from the subscription", async () => {
  const { client, subscription, paid } = await debtor();
  const line = { method: "mpesa" as const, paid_on: today, amount: 100, currency: "KES" as const };
  const lines = [
    { code: "TKF0000003", ...line },
    { code: "TKF0000004", ...line },
  ];
  await on.asStaff("POST /api/v1/payments", { body: { lines } });
  const body = { amount: 100, currency: "KES" as const, method: "mpesa" as const, paid_on: today };
  await on.asStaff("POST /api/v1/clients/{id}/payments", {
    params: { id: client.id },
    body: { id: crypto.randomUUID(), ...body, reference: "TKF0000003" },
  });
  await payPeriods(on.asStaff, subscription.id, {
    period: "2024-01-20",
    amount: 100,
    method: "mpesa",
    paid_on: today,
    reference: "TKF0000004",
  });
  const { payments } = (await on.asStaff("GET /api/v1/payments", { query: { state: "unmatched" } })).body;
  expect([await paid(), payments]).toEqual([[2, []], []]);
});

test("the id of an unmatched payment is refused, and its money stays", async () => {
  const { client, subscription, paid } = await debtor();
  const line = { method: "mpesa" as const, paid_on: today, amount: 100, currency: "KES" as const };
  const [keptLine] = (
    await on.asStaff("POST /api/v1/payments", { body: { lines: [{ code: "TKF0000005", ...line }] } })
  ).body.lines;
  const id = keptLine?.payment_id;
  const params = { id: client.id };
  const credit = { amount: 100 * (PERIODS + 30), currency: "KES" as const, reference: "A", credit: true };
  expect(
    (
      await on.asStaff("POST /api/v1/clients/{id}/payments", {
        params,
        body: { id: crypto.randomUUID(), ...credit },
      })
    ).status,
  ).toBe(201);
  await on.product.idle();
  const before = await paid();
  const payment = { id, amount: 100, currency: "KES" as const, reference: "B" };
  const answers = [
    await on.asStaff("POST /api/v1/clients/{id}/refunds", {
      params,
      body: payment,
    }),
    await on.asStaff("POST /api/v1/clients/{id}/payments", {
      params,
      body: { ...payment, credit: true },
    }),
    await payPeriods(on.asStaff, subscription.id, { id, period: "2027-01-20", amount: 100, reference: "B" }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 409]);
  expect(answers.map(({ body }) => "error" in body && body.error)).toEqual(
    Array(3).fill(
      "This payment is on record and belongs to no client now. Assign it under Unmatched payments.",
    ),
  );
  const { payments } = (await on.asStaff("GET /api/v1/payments", { query: { state: "unmatched" } })).body;
  expect([await paid(), payments.map((payment) => payment.id)]).toEqual([before, [id]]);
});
