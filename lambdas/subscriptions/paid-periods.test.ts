import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type AwsCall, intercept } from "../../test/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/reminder-product.ts";

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

const wanted = { start_date: "2026-01-28", frequency: "monthly", amount: 149.99 };
let clientId: string;
beforeAll(async () => {
  clientId = (await on.newClient()).id;
});
const create = async (more: object = {}) =>
  (await on.call("POST /api/v1/subscriptions", { body: { ...wanted, client_id: clientId, ...more } })).body
    .subscription;
const edit = (id: string, more: object) =>
  on.call("PUT /api/v1/subscriptions/{id}", {
    params: { id },
    body: { ...wanted, client_id: clientId, ...more },
  });
const renew = (id: string, body: object) =>
  on.call("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body });
const undo = (id: string, period: string) =>
  on.call("DELETE /api/v1/subscriptions/{id}/renewals/{period}", { params: { id, period } });
const next = async (id: string) =>
  (await on.call("GET /api/v1/subscriptions")).body.subscriptions.find((one) => one.id === id)
    ?.next_billing_date;

const paid =
  "The period due 2026-12-28 is paid (on 2026-12-24, reference MPESA1), so the next billing date must be later. To bill it again, undo that payment first: it is listed under Renew.";

describe("a period that is paid", () => {
  test("is not due again when the start date is corrected, and its payment can be undone", async () => {
    const { id, next_billing_date } = await create();
    expect(next_billing_date).toBe("2026-12-28");
    const renewed = await renew(id, { period: "2026-12-28", reference: "MPESA1" });
    expect(renewed.body.subscription.next_billing_date).toBe("2027-01-28");

    const corrected = await edit(id, { start_date: "2026-02-28" });
    expect(corrected.body.subscription).toMatchObject({
      start_date: "2026-02-28",
      billing_anchor: "2026-02-28",
      next_billing_date: "2027-01-28",
    });
    const again = await renew(id, { period: "2026-12-28", reference: "MPESA1" });
    expect([again.status, again.body]).toEqual([
      201,
      { renewal: renewed.body.renewal, subscription: corrected.body.subscription },
    ]);
    await on.sendNow();
    await on.sweep();
    expect(await on.ledger(id)).toEqual([]);

    const undone = await undo(id, "2026-12-28");
    expect(undone.status).toBe(200);
    expect(undone.body).toMatchObject({
      subscription: { next_billing_date: "2027-01-28" },
      note: "The payment was undone. The next billing date stays 2027-01-28, as the schedule was changed after it was recorded. To bill for 2026-12-28 again, give that day as the next billing date.",
    });
    const billedAgain = await edit(id, { start_date: "2026-02-28", next_billing_date: "2026-12-28" });
    expect(billedAgain.body.subscription.next_billing_date).toBe("2026-12-28");
    await on.sendNow();
    expect((await on.ledger(id)).map(({ period_kind }) => period_kind)).toEqual(["2026-12-28#upcoming"]);
    const paidAgain = await renew(id, { period: "2026-12-28", reference: "MPESA2" });
    expect(paidAgain.body.renewal.reference).toBe("MPESA2");
  });

  test("is named, with its payment, when somebody types a date on or before it", async () => {
    const { id } = await create();
    await renew(id, { period: "2026-12-28", reference: "MPESA1" });
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
    await renew(id, { period: "2026-12-28" });
    await renew(id, { period: "2027-01-28" });
    const { body } = await edit(id, { start_date: "2026-11-10", frequency: "quarterly" });
    expect(body.subscription).toMatchObject({
      billing_anchor: "2026-11-10",
      next_billing_date: "2027-02-10",
    });
    const late = await edit(id, { start_date: "2028-03-31", frequency: "monthly" });
    expect(late.body.subscription.next_billing_date).toBe("2028-04-30");
  });

  test("is undone to its own day while the schedule is the same, one by one", async () => {
    const { id } = await create();
    await renew(id, { period: "2026-12-28" });
    await edit(id, { frequency: "yearly" });
    await renew(id, { period: "2027-01-28" });
    const first = await undo(id, "2027-01-28");
    expect(first.body).toEqual({
      subscription: expect.objectContaining({ next_billing_date: "2027-01-28" }),
    });
    const second = await undo(id, "2026-12-28");
    expect(second.body).toMatchObject({
      subscription: { next_billing_date: "2027-01-28", frequency: "yearly" },
      note: expect.stringContaining("stays 2027-01-28"),
    });
  });

  test("while it is being edited makes the edit fail, and the payment stays", async () => {
    const { id } = await create();
    await renew(id, { period: "2026-12-28" });
    between = async ({ operation, body }) => {
      if (operation !== "TransactWriteItems" || !body.includes(id)) return;
      between = async () => {};
      await renew(id, { period: "2027-01-28" });
    };
    const { status, body } = await edit(id, { next_billing_date: "2027-01-10" });
    expect([status, body.error]).toEqual([
      409,
      "Somebody else changed this subscription in the meantime. Reload and try again.",
    ]);
    expect(await next(id)).toBe("2027-02-28");
  });
});

describe("an old row that is due for a paid period", () => {
  /** As a change of the start date once stored it. */
  async function dueThoughPaid(email: string) {
    const client = await on.newClient({ name: email, email });
    const { id } = await on.subscribe(client.id, "2026-12-28", { start_date: "2026-01-28" });
    await renew(id, { period: "2026-12-28", reference: "MPESA1" });
    const row = (await on.rows("Subscriptions")).find((one) => one.id === id);
    await on.put("Subscriptions", { ...row, next_billing_date: "2026-12-28" });
    const [recorded] = (await on.rows("Renewals")).filter((one) => one.subscription_id === id);
    const { billing_anchor: _, frequency: __, ...asBefore } = recorded ?? {};
    await on.put("Renewals", asBefore);
    return { id, client };
  }

  test("gets no reminder, and is in no digest and no preview", async () => {
    const { id, client } = await dueThoughPaid("paid@client.example");
    const other = await on.newClient({ name: "Really due", email: "due@client.example" });
    await on.subscribe(other.id, "2026-12-28");
    const { body } = await on.call("GET /api/v1/reminders/upcoming", { query: { day: "2026-12-25" } });
    expect(body.reminders.filter((one) => one.subscription_id === id)).toEqual([]);
    await on.sendNow();
    await on.sweep("2026-12-25");
    expect(await on.ledger(id)).toEqual([]);
    const resent = await on.call("POST /api/v1/subscriptions/{id}/reminders", { params: { id } });
    expect(resent.body.reminder).toMatchObject({ state: "skipped", reason: "already paid" });
    const mails = await on.product.inbox();
    expect(mails.filter(({ to }) => to[0] === client.email)).toEqual([]);
    const digest = mails.find(({ subject }) => subject.startsWith("Renewals on 25 Dec 2026"))?.text ?? "";
    expect(digest).toContain("Really due");
    expect(digest).not.toContain(client.name);
  });

  test("is corrected by the next edit", async () => {
    const { id, client } = await dueThoughPaid("edit@client.example");
    const answer = await edit(id, { client_id: client.id, amount: 5 });
    expect(answer.body.subscription.next_billing_date).toBe("2027-01-28");
    expect(await next(id)).toBe("2027-01-28");
  });

  test("can be undone", async () => {
    const { id } = await dueThoughPaid("undo@client.example");
    expect((await undo(id, "2026-12-28")).body.subscription.next_billing_date).toBe("2026-12-28");
    expect((await renew(id, { period: "2026-12-28" })).body.subscription.next_billing_date).toBe(
      "2027-01-28",
    );
  });
});
