import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AwsCall, intercept } from "../../test/product/interception.ts";
import { type PeriodPayment, payPeriods, undoPeriod } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let between: (call: AwsCall) => Promise<void> = async () => {};
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
  intercept(on.product, async (call, pass) => {
    await between(call);
    return pass();
  });
});
afterAll(() => on.product.stop());
beforeEach(() => {
  between = async () => {};
});

const terms = { start_date: "2026-01-28", frequency: "monthly", amount: 149.99 };
let clientId: string;
beforeAll(async () => {
  clientId = (await on.newClient()).id;
});
const create = async (more: object = {}) =>
  (await on.call("POST /api/v1/subscriptions", { body: { ...terms, client_id: clientId, ...more } })).body
    .subscription;
const edit = (id: string, more: object) =>
  on.call("PUT /api/v1/subscriptions/{id}", {
    params: { id },
    body: { ...terms, client_id: clientId, ...more },
  });
const pay = (id: string, body: PeriodPayment) => payPeriods(on.call, id, body);
const undo = (id: string, period: string) => undoPeriod(on.call, id, period);
const next = async (id: string) =>
  (await on.call("GET /api/v1/subscriptions")).body.subscriptions.find(
    (subscription) => subscription.id === id,
  )?.next_billing_date;

const paid =
  "The period due Dec 28, 2026 is paid (on Dec 24, 2026, reference MPESA1), so the next billing date must be later. To bill it again, undo that payment first: it is listed under Record payment.";

describe("a period that is paid", () => {
  test("is not due again when the start date is corrected, until its payment is undone", async () => {
    const { id, next_billing_date } = await create();
    expect(next_billing_date).toBe("2026-12-28");
    const payment = { id: crypto.randomUUID(), period: "2026-12-28", reference: "MPESA1" };
    const first = await pay(id, payment);
    expect(first.body.subscription.next_billing_date).toBe("2027-01-28");

    const corrected = await edit(id, { start_date: "2026-02-28" });
    expect(corrected.body.subscription).toMatchObject({
      start_date: "2026-02-28",
      billing_anchor: "2026-02-28",
      next_billing_date: "2027-01-28",
    });
    const repeated = await pay(id, payment);
    expect([repeated.status, repeated.body.payment, repeated.body.subscription]).toEqual([
      201,
      first.body.payment,
      corrected.body.subscription,
    ]);
    await on.sendNow();
    await on.sweep();
    expect(await on.sendLog(id)).toEqual([]);

    const undone = await undo(id, "2026-12-28");
    expect([undone.status, undone.body.note]).toEqual([200, undefined]);
    // The charges after the next one are not written yet.
    expect(undone.body.subscription).toMatchObject({ next_billing_date: "2026-12-28" });
    expect(undone.body.subscription.open).toBeUndefined();
    await on.sendNow();
    expect((await on.sendLog(id)).map(({ entry }) => entry)).toEqual(["2026-12-28#upcoming"]);
    const paidAgain = await pay(id, { period: "2026-12-28", reference: "MPESA2" });
    expect(paidAgain.body.payment.reference).toBe("MPESA2");
  });

  test("is named, with its payment, when somebody types a date on or before it", async () => {
    const { id } = await create();
    await pay(id, { period: "2026-12-28", reference: "MPESA1" });
    for (const change of [
      { next_billing_date: "2026-12-28" },
      { next_billing_date: "2026-12-05" },
      { next_billing_date: "2026-12-28", start_date: "2026-02-28" },
      { next_billing_date: "2026-12-28", frequency: "yearly" },
    ]) {
      const { status, body } = await edit(id, change);
      expect([status, body.error]).toEqual([400, paid]);
    }
    expect(await next(id)).toBe("2027-01-28");
    expect((await edit(id, { next_billing_date: "2026-12-29" })).status).toBe(200);
  });

  test("stays paid after a change of start and frequency that would go before it", async () => {
    const { id } = await create();
    await pay(id, { period: "2026-12-28" });
    await pay(id, { period: "2027-01-28" });
    const { body } = await edit(id, { start_date: "2026-11-10", frequency: "quarterly" });
    expect(body.subscription).toMatchObject({
      billing_anchor: "2026-11-10",
      next_billing_date: "2027-02-10",
    });
    const lateEdit = await edit(id, { start_date: "2028-03-31", frequency: "monthly" });
    expect(lateEdit.body.subscription.next_billing_date).toBe("2028-04-30");
  });

  test("is open again on its own day when it is undone, also after a change of the schedule", async () => {
    const { id } = await create();
    await pay(id, { period: "2026-12-28" });
    await edit(id, { frequency: "yearly" });
    await pay(id, { period: "2027-01-28" });
    const first = await undo(id, "2027-01-28");
    expect(first.body.subscription.next_billing_date).toBe("2027-01-28");
    expect(first.body.note).toBeUndefined();
    const second = await undo(id, "2026-12-28");
    expect(second.body.subscription).toMatchObject({
      next_billing_date: "2026-12-28",
      frequency: "yearly",
    });
  });

  test("while it is being edited makes the edit fail, and the payment stays", async () => {
    const { id } = await create();
    await pay(id, { period: "2026-12-28" });
    between = async ({ operation, body }) => {
      if (operation !== "TransactWriteItems" || !body.includes(id)) return;
      between = async () => {};
      await pay(id, { period: "2027-01-28" });
    };
    const { status, body } = await edit(id, { next_billing_date: "2027-01-10" });
    expect([status, body.error]).toEqual([
      400,
      expect.stringContaining("The period due Jan 28, 2027 is paid (on Dec 24, 2026)"),
    ]);
    expect(await next(id)).toBe("2027-02-28");
  });
});
