import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { formatDay } from "../../shared/dates.ts";
import { paidPeriods, payPeriods, requestToPay, undoPeriod } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { subscriptionList } from "../../test/product/subscription-list.ts";

let on: ReminderProduct;
let clientId: string;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
beforeEach(async () => {
  clientId = (await on.newClient()).id;
});
afterAll(() => on.product.stop());

const terms = { start_date: "2026-01-20", frequency: "monthly", amount: 100 };
const oct = "2026-10-20";
async function create(next_billing_date = oct, more: object = {}) {
  const body = { ...terms, client_id: clientId, next_billing_date, ...more };
  return (await on.call("POST /api/v1/subscriptions", { body })).body.subscription;
}
const pay = (id: string, amount: number | undefined, more: object = {}) =>
  payPeriods(on.call, id, { period: oct, ...(amount !== undefined && { amount }), ...more });
const undo = (id: string, period: string, payment?: string) => undoPeriod(on.call, id, period, payment);
const edit = (id: string, more: object) =>
  on.call("PUT /api/v1/subscriptions/{id}", {
    params: { id },
    body: { ...terms, client_id: clientId, ...more },
  });
const stored = async (id: string) => {
  const { rows } = await subscriptionList(on.call);
  const { next_billing_date: next, paid } = rows.find((row) => row.id === id) ?? {};
  return { next, paid };
};
const onRecord = async (id: string) =>
  (await paidPeriods(on.call, id)).map(
    ({ period, amount, part }) => `${period} ${amount}${part ? " in part" : ""}`,
  );

describe("less than is due", () => {
  test("is a part payment: the rest stays due, is in every sum and reminder, and completes the period", async () => {
    const client = await on.newClient({ name: "Part Payer", email: "part@client.example" });
    const of = { client_id: client.id, amount: 100.1 };
    const { id } = await create(oct, of);
    const soon = await create("2026-12-28", { ...of, amount: 33.33 });
    const before = (await on.call("GET /api/v1/dashboard/stats")).body;

    const first = await pay(id, 60.05, { id: randomUUID(), reference: "A" });
    expect(first.status).toBe(201);
    expect(first.body.payment.allocations).toMatchObject([{ period: oct, amount: 60.05, part: true }]);
    expect(first.body.subscription).toMatchObject({ next_billing_date: oct, paid: 60.05, amount: 100.1 });
    await pay(soon.id, 33.32, { period: "2026-12-28", id: randomUUID() });

    const { stats, upcomingRenewals } = (await on.call("GET /api/v1/dashboard/stats")).body;
    expect(Math.round((before.stats.overdueAmount - stats.overdueAmount) * 100)).toBe(60_05);
    expect(stats.monthlyRecurringRevenue).toBe(before.stats.monthlyRecurringRevenue);
    expect(upcomingRenewals.find((renewal) => renewal.id === soon.id)).toMatchObject({
      amount: 33.33,
      paid: 33.32,
    });
    const page = await on.call("GET /api/v1/clients/{id}", { params: { id: client.id } });
    expect(page.body.figures).toMatchObject({
      // The rest of October, November and December.
      overdueAmount: 240.25,
      nextAmount: 0.01,
      paidAmount: 93.37,
      payments: 2,
    });
    const { reminders } = (await on.call("GET /api/v1/reminders/upcoming")).body;
    expect(reminders.find((reminder) => reminder.subscription_id === id)).toMatchObject({
      amount: 100.1,
      paid: 60.05,
    });
    await on.sweep();
    const texts = (await on.reminders()).filter(({ to }) => to[0] === client.email).map(({ text }) => text);
    // All that is open is in one email.
    expect(texts).toHaveLength(1);
    expect(texts[0]).toContain("- monthly subscription, $40.05\n  Due: 20 Oct 2026");
    expect(texts[0]).toContain("Paid: $60.05");
    expect(texts[0]).toContain("- Total, $240.26");
    const digest = (await on.mails(/^Renewals on/))[0]?.text ?? "";
    expect(digest).toContain("$60.05 of $300.30 is paid");
    expect(digest).toMatch(/1 subscription, \$0\.01/i);

    const rest = await pay(id, undefined, { reference: "B" });
    expect(rest.body.payment).toMatchObject({ amount: 40.05, allocations: [{ period: oct, amount: 40.05 }] });
    expect(await stored(id)).toEqual({ next: "2026-11-20" });
    expect(await onRecord(id)).toEqual([`${oct} 40.05`, `${oct} 60.05 in part`]);
    const timeline = await on.call("GET /api/v1/clients/{id}/timeline", { params: { id: client.id } });
    const payments = timeline.body.entries.flatMap((entry) => (entry.kind === "payment" ? [entry] : []));
    expect(new Set(payments.map((payment) => payment.id)).size).toBe(3);
    const { payments: ledger } = (await on.call("GET /api/v1/payments")).body;
    const own = ledger.filter((payment) => payment.subscription_id === id);
    expect(own.map(({ part }) => part)).toEqual([undefined, true]);
  });

  test("is one payment however often it is sent, identified by its id", async () => {
    const { id } = await create();
    const ownPayment = { id: randomUUID(), reference: "A" };
    const first = await pay(id, 30, ownPayment);
    const repeated = await pay(id, 30, ownPayment);
    expect([repeated.body.payment, repeated.body.owed]).toEqual([first.body.payment, first.body.owed]);
    const corrected = await pay(id, 35, ownPayment);
    expect([corrected.status, corrected.body.error]).toEqual([
      409,
      "This payment was stored by an earlier attempt, with other content: $30.00, paid on Dec 24, 2026, reference A.",
    ]);
    expect((await pay(id, 30, { ...ownPayment, in_full: true })).status).toBe(409);
    expect((await pay(id, 20, { id: undefined, reference: "B" })).status).toBe(400);
    // Other payments can have the same content.
    expect((await pay(id, 20, { reference: "A" })).status).toBe(201);
    expect((await pay(id, 10, { reference: "A" })).status).toBe(201);
    expect(await stored(id)).toEqual({ next: oct, paid: 60 });
    // Somebody who saw more of it unpaid.
    const to = [{ subscription_id: id, period: oct, amount: 70 }];
    const staleAnswer = await on.call("POST /api/v1/clients/{id}/payments", {
      params: { id: clientId },
      body: { id: randomUUID(), amount: 70, to },
    });
    expect([staleAnswer.status, staleAnswer.body.error]).toEqual([
      409,
      "Only $40.00 of the period due Oct 20, 2026 is left to pay.",
    ]);
    const zeroPayment = await pay(id, 0, { id: randomUUID() });
    expect([zeroPayment.status, zeroPayment.body.error]).toEqual([
      400,
      "Please give the amount that was paid.",
    ]);
    expect(await onRecord(id)).toHaveLength(3);
  });

  test("from ten places at once adds up to the cent", async () => {
    const { id } = await create();
    await Promise.all(
      Array.from({ length: 10 }, async () => {
        const ownPayment = { id: randomUUID() };
        while ((await pay(id, 9.99, ownPayment)).status === 409);
      }),
    );
    expect(await stored(id)).toEqual({ next: oct, paid: 99.9 });
    expect(await onRecord(id)).toHaveLength(10);
    await Promise.all(Array.from({ length: 5 }, () => pay(id, undefined, { reference: "the rest" })));
    expect(await stored(id)).toEqual({ next: "2026-11-20" });
    expect(await onRecord(id)).toHaveLength(11);
  });

  test("pays in full if somebody says so, and waives the rest", async () => {
    const { id } = await create();
    await pay(id, 60);
    const zeroPayment = await pay(id, 0, { in_full: true });
    expect([zeroPayment.status, zeroPayment.body.error]).toEqual([
      400,
      "Please give the amount that was paid.",
    ]);
    const { body } = await pay(id, 1, { in_full: true, reference: "goodwill" });
    expect(body.subscription).toMatchObject({ next_billing_date: "2026-11-20" });
    expect(body.subscription.paid).toBeUndefined();
    const year = await pay(id, 1000, { period: "2026-11-20", periods: 12, in_full: true });
    expect(year.body.subscription.next_billing_date).toBe("2027-11-20");
    const shares = year.body.payment.allocations.map(({ amount }) => Math.round(amount * 100));
    expect([shares.length, shares.reduce((a, b) => a + b)]).toEqual([12, 1000_00]);
  });
});

describe("several periods at once", () => {
  test("are one payment, recorded once, all or none, and undone together", async () => {
    const { id } = await create();
    const ownPayment = { id: randomUUID(), periods: 3, method: "mpesa", reference: "SJK4H7L2" };
    const request = await requestToPay(on.call, id, { period: oct, amount: 250, ...ownPayment });
    const send = () => on.call("POST /api/v1/clients/{id}/payments", request);
    const answers = await Promise.all([send(), send(), send()]);
    for (const { status, body } of answers) {
      expect(status).toBe(201);
      expect(body.payment).toEqual(answers[0]?.body.payment);
    }
    expect(await onRecord(id)).toEqual(["2026-12-20 50 in part", "2026-11-20 100", `${oct} 100`]);
    expect(await stored(id)).toEqual({ next: "2026-12-20", paid: 50 });
    expect((await undo(id, oct, randomUUID())).status).toBe(404);
    const undone = await undo(id, oct, ownPayment.id);
    expect([undone.status, undone.body.note]).toEqual([200, undefined]);
    expect(await stored(id)).toEqual({ next: oct });
    expect((await undo(id, oct, ownPayment.id)).status).toBe(404);
    expect(await onRecord(id)).toEqual([]);

    const wholePayment = await pay(id, undefined, { periods: 2 });
    expect(wholePayment.body.payment.allocations.map(({ amount }) => amount)).toEqual([100, 100]);
  });

  test("and the rest of a payment pays the periods after the named one", async () => {
    const { id } = await create();
    await pay(id, 130, { periods: 2 });
    expect(await stored(id)).toEqual({ next: "2026-11-20", paid: 30 });
    await pay(id, 130, { period: "2026-11-20", reference: "more" });
    expect(await onRecord(id)).toEqual([
      "2026-12-20 60 in part",
      "2026-11-20 70",
      "2026-11-20 30 in part",
      `${oct} 100`,
    ]);
  });
});

describe("a part payment on record", () => {
  test("is undone by its id, in any order, and its part of the period is open again", async () => {
    const { id } = await create();
    const [firstId, secondId, restId, repeatedId] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
    await pay(id, 30, { id: firstId });
    await pay(id, 30, { id: secondId });
    await pay(id, 40, { id: restId });
    expect((await undo(id, oct, firstId)).body.subscription).toMatchObject({
      next_billing_date: oct,
      paid: 70,
    });
    expect((await undo(id, oct, restId)).body.subscription).toMatchObject({ paid: 30 });
    // A request that comes late is not recorded after its payment was undone.
    expect((await pay(id, 40, { id: restId })).body.error).toMatch(
      /^This payment was recorded before, and undone/,
    );
    await pay(id, 70, { id: repeatedId });
    expect(await stored(id)).toEqual({ next: "2026-11-20" });
    const afterUndoing = [
      (await undo(id, oct, secondId)).body.subscription,
      (await undo(id, oct, repeatedId)).body.subscription,
    ];
    expect(afterUndoing.map(({ paid }) => paid)).toEqual([70, undefined]);
    expect(await onRecord(id)).toEqual([]);
  });

  test("keeps the day and the price of its period in every edit", async () => {
    const { id } = await create();
    await pay(id, 60);
    const moved = await edit(id, { next_billing_date: "2026-11-05" });
    expect([moved.status, moved.body.error]).toEqual([
      409,
      `$240.00 is due already, from ${formatDay(oct)} on. Record what was paid, waive it, or remove these charges if their dates were wrong.`,
    ]);
    const earlier = await edit(id, { next_billing_date: "2026-09-20" });
    expect([earlier.status, earlier.body.error]).toEqual([
      400,
      `The period due ${formatDay(oct)} is paid in part (on Dec 24, 2026), so the next billing date must be later. To bill it again, undo that payment first: it is listed under Record payment.`,
    ]);
    const changed = await edit(id, { start_date: "2026-02-03", frequency: "quarterly", amount: 50 });
    expect(changed.body.subscription).toMatchObject({
      next_billing_date: oct,
      amount: 50,
      open: [
        { period: oct, amount: 100, paid: 60 },
        { period: "2026-11-20", amount: 100 },
        { period: "2026-12-20", amount: 100 },
        { period: "2027-02-03", amount: 50 },
      ],
    });
    const lastPart = await pay(id, 40, { reference: "rest" });
    expect(lastPart.body.subscription).toMatchObject({ next_billing_date: "2026-11-20" });
  });
});
