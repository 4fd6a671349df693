import { beforeAll, describe, expect, test } from "vitest";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";
import { subscriptionList } from "../../test/product/subscription-list.ts";

const running = staffedProduct();
let clientId: string;
beforeAll(async () => {
  clientId = (await running.asStaff("POST /api/v1/clients", { body: aClient })).body.client.id;
});

const wanted = { start_date: "2026-01-31", frequency: "monthly", amount: 149.99 };
const create = async (more: object = {}) =>
  (await running.asStaff("POST /api/v1/subscriptions", { body: { client_id: clientId, ...wanted, ...more } }))
    .body.subscription;
const change = (id: string, body: object) =>
  running.asStaff("PUT /api/v1/subscriptions/{id}", {
    params: { id },
    body: { client_id: clientId, ...wanted, ...body },
  });
const renew = (id: string, body: object) =>
  running.asStaff("POST /api/v1/subscriptions/{id}/renewals", {
    params: { id },
    body: { id: crypto.randomUUID(), ...body },
  });
const undo = (id: string, period: string) =>
  running.asStaff("DELETE /api/v1/subscriptions/{id}/renewals/{period}", { params: { id, period } });
const find = async (id: string) =>
  (await subscriptionList(running.asStaff)).rows.find((one) => one.id === id);

describe("renewing", () => {
  const listed = async (id: string) =>
    (await running.asStaff("GET /api/v1/subscriptions/{id}/renewals", { params: { id } })).body.renewals;

  test("records the payment and moves the date exactly one occurrence on", async () => {
    const { id } = await create({ next_billing_date: "2026-10-31" });
    const { status, body } = await renew(id, { period: "2026-10-31", reference: "QK12ABC" });
    expect(status).toBe(201);
    expect(body.subscription).toMatchObject({ next_billing_date: "2026-11-30" });
    expect(body.renewal).toMatchObject({
      subscription_id: id,
      period: "2026-10-31",
      paid_on: "2026-12-24",
      amount: 149.99,
      reference: "QK12ABC",
    });
    expect(await listed(id)).toEqual([body.renewal]);
  });

  test("what is more than due pays the next period in part", async () => {
    const { id } = await create({ next_billing_date: "2026-10-31" });
    const { body } = await renew(id, { period: "2026-10-31", amount: 160.5, reference: "QK12ABC" });
    expect(body.renewals).toMatchObject([
      { period: "2026-10-31", amount: 149.99, next_billing_date: "2026-11-30" },
      { period: "2026-11-30", amount: 10.51, part: true, next_billing_date: "2026-11-30" },
    ]);
    expect(body.subscription).toMatchObject({ next_billing_date: "2026-11-30", paid: 10.51 });
    expect((await listed(id)).map(({ period }) => period)).toEqual(["2026-11-30", "2026-10-31"]);
  });

  test("what is more than everything open is refused, unless it is kept as credit, which pays the next charge", async () => {
    const client_id = (await running.asStaff("POST /api/v1/clients", { body: aClient })).body.client.id;
    const { id } = await create({ client_id, next_billing_date: "2026-12-31" });
    const paid = { period: "2026-12-31", amount: 200, reference: "MORE" };
    const refused = await renew(id, paid);
    expect([refused.status, refused.body]).toEqual([
      409,
      {
        error: "$50.01 is more than all that is open. Keep it as the client's credit, or correct the amount.",
        rest: 50.01,
      },
    ]);
    expect(await listed(id)).toEqual([]);
    const { body } = await renew(id, { ...paid, credit: true });
    expect(body.subscription).toMatchObject({ next_billing_date: "2027-01-31" });
    const page = async () =>
      (
        await running.asStaff("GET /api/v1/clients/{id}", {
          params: { id: client_id },
          query: { with: "payments" },
        })
      ).body;
    expect((await page()).credits).toMatchObject([{ amount: 50.01, currency: "USD", reference: "MORE" }]);
    // A due charge takes the credit at once.
    await create({ client_id, amount: 60, start_date: "2026-12-24", next_billing_date: "2026-12-24" });
    const { credits, subscriptions } = await page();
    expect(credits).toEqual([]);
    expect(subscriptions.find(({ amount }) => amount === 60)).toMatchObject({ paid: 50.01 });
  });

  test("with the same payment again changes nothing and has the same response", async () => {
    const { id } = await create();
    const payment = { id: crypto.randomUUID(), period: "2026-12-31", reference: "A" };
    const first = await renew(id, payment);
    // The amount that was due on the screen is no content.
    for (const same of [{}, { due: 149.99 }]) {
      const again = await renew(id, { ...payment, ...same });
      expect([again.status, again.body]).toEqual([201, first.body]);
    }
    const other = await create();
    expect((await renew(other.id, payment)).status).toBe(409);
  });

  test.each([
    ["reference", { reference: "B" }],
    ["amount", { amount: 1 }],
    ["method", { method: "cash" }],
    ["day", { paid_on: "2026-12-23" }],
    ["id", { id: crypto.randomUUID() }],
    ["currency", { currency: "KES" }],
    ["number of periods", { periods: 2 }],
  ])("with another %s for a paid period is refused with the payment on record", async (_, other) => {
    const { id } = await create();
    const first = { period: "2026-12-31", reference: "A", method: "mpesa" };
    await renew(id, first);
    const { status, body } = await renew(id, { ...first, ...other });
    expect([status, body.error]).toEqual([
      409,
      "The period due Dec 31, 2026 is already paid: $149.99, paid on Dec 24, 2026, M-Pesa, reference A. This payment was not recorded. The period to pay next is due Jan 31, 2027.",
    ]);
    expect((await find(id))?.next_billing_date).toBe("2027-01-31");
  });

  test("with two payments of one period at the same moment records one, and names it when it refuses the other", async () => {
    const { id } = await create();
    const answers = await Promise.all(
      ["A", "B", "A", "B"].map((reference) =>
        renew(id, { period: "2026-12-31", reference, id: crypto.randomUUID() }),
      ),
    );
    const [won, ...more] = answers.filter(({ status }) => status === 201);
    expect(more).toEqual([]);
    for (const { status, body } of answers.filter((one) => one !== won))
      expect([status, body.error]).toEqual([
        409,
        `The period due Dec 31, 2026 is already paid: $149.99, paid on Dec 24, 2026, reference ${won?.body.renewal.reference}. This payment was not recorded. The period to pay next is due Jan 31, 2027.`,
      ]);
    const { body } = await running.asStaff("GET /api/v1/subscriptions/{id}/renewals", { params: { id } });
    expect(body.renewals).toEqual([won?.body.renewal]);
  });

  test("from ten places at once records it once", async () => {
    const { id } = await create();
    const payment = { id: crypto.randomUUID(), period: "2026-12-31" };
    const answers = await Promise.all(Array.from({ length: 10 }, () => renew(id, payment)));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201));
    expect((await find(id))?.next_billing_date).toBe("2027-01-31");
    const { body } = await running.asStaff("GET /api/v1/subscriptions/{id}/renewals", { params: { id } });
    expect(body.renewals.length).toBe(1);
  });

  test("with a payment date in the future is refused, and nothing is recorded", async () => {
    const { id } = await create();
    const { status, body } = await renew(id, { period: "2026-12-31", paid_on: "2026-12-25" });
    expect([status, body.error]).toEqual([
      400,
      "The payment cannot be dated in the future: today is Dec 24, 2026.",
    ]);
    expect((await find(id))?.next_billing_date).toBe("2026-12-31");
    expect((await renew(id, { period: "2026-12-31", paid_on: "2026-12-24" })).status).toBe(201);
  });

  test("for a period that is not the next one is refused, and the error names the next one", async () => {
    const { id } = await create();
    const { status, body } = await renew(id, { period: "2027-01-31" });
    expect([status, body.error]).toEqual([409, "The period to pay next is Dec 31, 2026, not Jan 31, 2027."]);
  });

  test("can be undone, also an older one: its period is open again", async () => {
    const { id } = await create();
    await renew(id, { period: "2026-12-31" });
    await renew(id, { period: "2027-01-31" });
    expect((await undo(id, "2026-12-31")).body.subscription.next_billing_date).toBe("2026-12-31");
    expect((await undo(id, "2026-12-31")).status).toBe(404);
    expect((await undo(id, "2027-01-31")).body.subscription.next_billing_date).toBe("2026-12-31");
    expect(await listed(id)).toEqual([]);
    expect((await find(id))?.billing_anchor).toBe("2026-01-31");
  });

  test("is undone after the billing date was changed by hand: first its period, then that date", async () => {
    const { id } = await create();
    await renew(id, { period: "2026-12-31" });
    await change(id, { next_billing_date: "2027-03-05" });
    const { status, body } = await undo(id, "2026-12-31");
    expect(status).toBe(200);
    expect(body.subscription.next_billing_date).toBe("2026-12-31");
    const again = await renew(id, { period: "2026-12-31" });
    expect(again.body.subscription.next_billing_date).toBe("2027-03-05");
  });

  test("of a subscription that does not exist is a 404, as are its renewals", async () => {
    const id = crypto.randomUUID();
    expect((await renew(id, { period: "2026-12-31" })).status).toBe(404);
    expect(
      (await running.asStaff("GET /api/v1/subscriptions/{id}/renewals", { params: { id } })).status,
    ).toBe(404);
    expect((await undo(id, "2026-12-31")).status).toBe(404);
  });
});
