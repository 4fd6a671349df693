import { beforeEach, describe, expect, test } from "vitest";
import { paidPeriods, requestToPay, undoPeriod } from "../../test/product/pay-periods.ts";
import { aClient } from "../../test/product/staffed.ts";
import { subscriptionCalls } from "../../test/product/subscription-calls.ts";
import { subscriptionList } from "../../test/product/subscription-list.ts";

const calls = subscriptionCalls({ start_date: "2026-01-31", frequency: "monthly", amount: 149.99 });
const { on: running, client, newClient, change, pay, undo } = calls;
const create = async (more: object = {}) => (await calls.create(more)).body.subscription;
beforeEach(async () => {
  client.id = await newClient();
});
const find = async (id: string) =>
  (await subscriptionList(running.asStaff)).rows.find((row) => row.id === id);

describe("a payment of a period", () => {
  const listed = async (id: string) => await paidPeriods(running.asStaff, id);

  test("records the payment and moves the date exactly one occurrence on", async () => {
    const { id } = await create({ next_billing_date: "2026-10-31" });
    const { status, body } = await pay(id, { period: "2026-10-31", reference: "QK12ABC" });
    expect(status).toBe(201);
    expect(body.subscription).toMatchObject({ next_billing_date: "2026-11-30" });
    expect(body.payment).toMatchObject({
      allocations: [{ subscription_id: id, period: "2026-10-31", amount: 149.99 }],
      paid_on: "2026-12-24",
      amount: 149.99,
      reference: "QK12ABC",
    });
    expect(await listed(id)).toMatchObject([{ id: body.payment.id, period: "2026-10-31", amount: 149.99 }]);
  });

  test("what is more than due pays the next period in part", async () => {
    const { id } = await create({ next_billing_date: "2026-10-31" });
    const { body } = await pay(id, { period: "2026-10-31", amount: 160.5, reference: "QK12ABC" });
    expect(body.payment.allocations).toMatchObject([
      { period: "2026-10-31", amount: 149.99 },
      { period: "2026-11-30", amount: 10.51, part: true },
    ]);
    expect(body.subscription).toMatchObject({ next_billing_date: "2026-11-30", paid: 10.51 });
    expect((await listed(id)).map(({ period }) => period)).toEqual(["2026-11-30", "2026-10-31"]);
  });

  test("what is more than everything open is refused, unless it is kept as credit, which pays the next charge", async () => {
    const client_id = (await running.asStaff("POST /api/v1/clients", { body: aClient })).body.client.id;
    const { id } = await create({ client_id, next_billing_date: "2026-12-31" });
    const paid = { period: "2026-12-31", amount: 200, reference: "MORE" };
    const refused = await pay(id, paid);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      {
        error: "$50.01 is more than all that is open. Keep it as the client's credit, or correct the amount.",
        rest: 50.01,
      },
    ]);
    expect(await listed(id)).toEqual([]);
    const { body } = await pay(id, { ...paid, credit: true });
    expect(body.subscription).toMatchObject({ next_billing_date: "2027-01-31" });
    const account = async () =>
      (await running.asStaff("GET /api/v1/clients/{id}/account", { params: { id: client_id } })).body;
    expect((await account()).credit).toEqual([{ currency: "USD", amount: 50.01 }]);
    // A due charge takes the credit at once.
    await create({ client_id, amount: 60, start_date: "2026-12-24", next_billing_date: "2026-12-24" });
    const { credit, charges } = await account();
    expect(credit).toEqual([]);
    expect(charges.find(({ amount }) => amount === 60)).toMatchObject({ paid: 50.01 });
  });

  test("with the same payment again changes nothing and has the same response", async () => {
    const { id } = await create();
    const payment = { id: crypto.randomUUID(), period: "2026-12-31", reference: "A" };
    const first = await pay(id, payment);
    const repeated = await pay(id, payment);
    expect([repeated.status, repeated.body.payment, repeated.body.subscription]).toEqual([
      201,
      first.body.payment,
      first.body.subscription,
    ]);
    const otherSubscription = await create();
    expect((await pay(otherSubscription.id, payment)).status).toBe(409);
  });

  test.each([
    ["reference", { reference: "B" }],
    ["amount", { amount: 1 }],
    ["method", { method: "cash" }],
    ["day", { paid_on: "2026-12-23" }],
    ["id", { id: crypto.randomUUID() }],
  ])("with another %s for a paid period is refused with the payment on record", async (_, otherFields) => {
    const { id } = await create();
    const first = { period: "2026-12-31", reference: "A", method: "mpesa" };
    await pay(id, first);
    const { status, body } = await pay(id, { ...first, ...otherFields });
    expect([status, body.error]).toEqual([
      409,
      "The period due Dec 31, 2026 is already paid: $149.99, paid on Dec 24, 2026, M-Pesa, reference A. This payment was not recorded.",
    ]);
    expect((await find(id))?.next_billing_date).toBe("2027-01-31");
  });

  test("with two payments of one period at the same moment records one, and names it when it refuses the other", async () => {
    const { id } = await create();
    const answers = await Promise.all(
      ["A", "B", "A", "B"].map((reference) =>
        pay(id, { period: "2026-12-31", reference, id: crypto.randomUUID() }),
      ),
    );
    const [won, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    for (const { status, body } of answers.filter((answer) => answer !== won))
      expect([status, body.error]).toEqual([
        409,
        `The period due Dec 31, 2026 is already paid: $149.99, paid on Dec 24, 2026, reference ${won?.body.payment.reference}. This payment was not recorded.`,
      ]);
    expect((await listed(id)).map((period) => period.id)).toEqual([won?.body.payment.id]);
  });

  test("from ten places at once records it once", async () => {
    const { id } = await create();
    const payment = { id: crypto.randomUUID(), period: "2026-12-31" };
    const request = await requestToPay(running.asStaff, id, payment);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => running.asStaff("POST /api/v1/clients/{id}/payments", request)),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect((await find(id))?.next_billing_date).toBe("2027-01-31");
    expect(await listed(id)).toHaveLength(1);
  });

  test("with a payment date in the future is refused, and nothing is recorded", async () => {
    const { id } = await create();
    const { status, body } = await pay(id, { period: "2026-12-31", paid_on: "2026-12-25" });
    expect([status, body.error]).toEqual([
      400,
      "The payment cannot be dated in the future: today is Dec 24, 2026.",
    ]);
    expect((await find(id))?.next_billing_date).toBe("2026-12-31");
    expect((await pay(id, { period: "2026-12-31", paid_on: "2026-12-24" })).status).toBe(201);
  });

  test("can be undone, also an older one: its period is open again", async () => {
    const { id } = await create();
    const { payment } = (await pay(id, { period: "2026-12-31" })).body;
    await pay(id, { period: "2027-01-31" });
    expect((await undo(id, "2026-12-31")).body.subscription.next_billing_date).toBe("2026-12-31");
    expect((await undoPeriod(running.asStaff, id, "2026-12-31", payment.id)).status).toBe(404);
    expect((await undo(id, "2027-01-31")).body.subscription.next_billing_date).toBe("2026-12-31");
    expect(await listed(id)).toEqual([]);
    expect((await find(id))?.billing_anchor).toBe("2026-01-31");
  });

  test("is undone after the billing date was changed by hand: first its period, then that date", async () => {
    const { id } = await create();
    await pay(id, { period: "2026-12-31" });
    await change(id, { next_billing_date: "2027-03-05" });
    const { status, body } = await undo(id, "2026-12-31");
    expect(status).toBe(200);
    expect(body.subscription.next_billing_date).toBe("2026-12-31");
    const paidAgain = await pay(id, { period: "2026-12-31" });
    expect(paidAgain.body.subscription.next_billing_date).toBe("2027-03-05");
  });

  test("of a client or a payment that does not exist is a 404", async () => {
    const params = { id: crypto.randomUUID() };
    const body = { id: crypto.randomUUID(), amount: 1 };
    expect((await running.asStaff("POST /api/v1/clients/{id}/payments", { params, body })).status).toBe(404);
    expect((await running.asStaff("DELETE /api/v1/payments/{id}", { params })).status).toBe(404);
  });
});
