import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { aClient, staffedProduct } from "../../test/product/staffed.ts";

const on = staffedProduct();
const id = () => randomUUID() as string;
let client: string;
let yearly: string;
let monthly: string;
const subscribe = async (amount: number, next_billing_date: string, more: object = {}) =>
  (
    await on.asStaff("POST /api/v1/subscriptions", {
      body: {
        client_id: client,
        start_date: next_billing_date,
        next_billing_date,
        amount,
        frequency: "monthly",
        ...more,
      },
    })
  ).body.subscription.id;
beforeEach(async () => {
  client = (await on.asStaff("POST /api/v1/clients", { body: aClient })).body.client.id;
  monthly = await subscribe(100, "2026-10-20");
  yearly = await subscribe(1_000, "2026-11-30", { frequency: "yearly" });
});

const pay = (body: object) =>
  on.asStaff("POST /api/v1/clients/{id}/payments", {
    params: { id: client },
    body: { id: id(), ...body } as never,
  });
const correct = (payment: string, body: object) =>
  on.asStaff("PUT /api/v1/payments/{id}", { params: { id: payment }, body });
const undo = (payment: string) => on.asStaff("DELETE /api/v1/payments/{id}", { params: { id: payment } });
const account = async () =>
  (await on.asStaff("GET /api/v1/clients/{id}/account", { params: { id: client } })).body;
const overdue = async () => (await account()).owed.map(({ currency, overdue }) => [currency, overdue]);
const paidOf = (payment: { allocations: { period?: string | undefined; amount: number }[] } | undefined) =>
  payment?.allocations.map(({ period, amount }) => `${period} ${amount}`);

describe("a payment of a client", () => {
  test("names charges by their ids, also one to come, and no others", async () => {
    const { charges } = await account();
    expect(charges[0]).toMatchObject({
      id: `${monthly}#2026-10-20`,
      period: "2026-10-20",
      due: "2026-10-20",
    });
    const to = [
      { charge_id: `${monthly}#2027-03-20`, amount: 100 },
      { charge_id: charges[1]?.id, amount: 60 },
    ];
    const { body } = await pay({ amount: 160, to });
    expect(body.payment.allocations).toEqual([
      { charge_id: `${monthly}#2027-03-20`, subscription_id: monthly, period: "2027-03-20", amount: 100 },
      {
        charge_id: `${monthly}#2026-11-20`,
        subscription_id: monthly,
        period: "2026-11-20",
        amount: 60,
        part: true,
      },
    ]);
    for (const charge_id of [`${monthly}#2026-13-41`, `${monthly}#2026-12-20#1`, monthly.slice(1), ""])
      expect((await pay({ amount: 1, to: [{ charge_id, amount: 1 }] })).status).toBe(400);
    const unnamed = await pay({ amount: 1, to: [{ subscription_id: monthly, amount: 1 }] });
    expect([unnamed.status, unnamed.body.error]).toEqual([
      400,
      "Please name the charge by its id, or by its subscription and period.",
    ]);
    const unknown = await pay({ amount: 1, to: [{ charge_id: id(), amount: 1 }] });
    expect([unknown.status, unknown.body.error]).toEqual([409, "This client has no such charge."]);
  });

  test("pays the oldest charges of all subscriptions, those to come included", async () => {
    expect((await account()).owed).toEqual([
      { currency: "USD", overdue: 1_300, due_soon: 0, on_hold: 0, ages: [1_100, 100, 100, 0] },
    ]);
    const { status, body } = await pay({ amount: 1_350, method: "bank" });
    expect([status, paidOf(body.payment), body.payment.credit]).toEqual([
      201,
      ["2026-10-20 100", "2026-11-20 100", "2026-11-30 1000", "2026-12-20 100", "2027-01-20 50"],
      0,
    ]);
    expect(body.owed).toEqual([]);
    expect((await account()).charges.map(({ period, state }) => `${period} ${state}`)).toEqual([
      "2026-10-20 paid",
      "2026-11-20 paid",
      "2026-11-30 paid",
      "2026-12-20 paid",
      "2027-01-20 open",
      "2027-11-30 open",
    ]);
  });

  test("that keeps credit can be corrected without deciding about it again, unless it grows", async () => {
    const { body } = await pay({ amount: 5_000, credit: true, reference: "A" });
    const { id: paid, credit } = body.payment;
    expect(credit).toBeGreaterThan(0);
    const { status, body: same } = await correct(paid, { reference: "B" });
    expect([status, same.payment]).toEqual([200, { ...body.payment, reference: "B" }]);
    expect((await correct(paid, { amount: 4_000 })).body.payment.credit).toBe(credit - 1_000);
    expect(await correct(paid, { amount: 6_000 })).toMatchObject({
      status: 409,
      body: { rest: expect.any(Number) },
    });
  });

  test("pays what it names first, also a period further ahead", async () => {
    const to = [
      { subscription_id: yearly, period: "2026-11-30", amount: 400 },
      { subscription_id: monthly, period: "2027-02-20", amount: 100 },
    ];
    const { body } = await pay({ amount: 620, to });
    expect(new Set(paidOf(body.payment))).toEqual(
      new Set(["2026-11-30 400", "2027-02-20 100", "2026-10-20 100", "2026-11-20 20"]),
    );
    const ahead = async () =>
      (await account()).charges.flatMap(({ due }) => (due > "2026-12-24" ? [due] : []));
    expect(await ahead()).toEqual(["2027-01-20", "2027-02-20", "2027-11-30"]);
    for (const [wrong, error] of [
      [{ period: "2026-12-25" }, "No period of this client is due Dec 25, 2026."],
      [{ amount: 601 }, "Only $600.00 of the period due Nov 30, 2026 is left to pay."],
    ] as const) {
      const named = { subscription_id: yearly, period: "2026-11-30", amount: 1, ...wrong };
      const refused = await pay({ amount: 700, to: [named] });
      expect([refused.status, refused.body.error]).toEqual([409, error]);
    }
    await undo(body.payment.id);
    expect(await ahead()).toEqual(["2027-01-20", "2027-11-30"]);
  });

  test("of more than all that is open is refused with the rest, and nothing is recorded; as credit it is kept", async () => {
    const refused = await pay({ amount: 2_500, reference: "BIG" });
    expect(refused).toMatchObject({ status: 409, body: { rest: 100 } });
    expect((await account()).payments).toEqual([]);
    const { body } = await pay({ amount: 2_500, reference: "BIG", credit: true });
    expect(body.payment.credit).toBe(100);
    expect((await account()).credit).toEqual([{ currency: "USD", amount: 100 }]);
  });

  test("is recorded once however often it is sent; with other content it is refused", async () => {
    const ownPayment = { id: id(), amount: 150, reference: "A" };
    const answers = await Promise.all([pay(ownPayment), pay(ownPayment), pay(ownPayment)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => JSON.stringify(body.payment))).size).toBe(1);
    expect(await pay({ ...ownPayment, amount: 151 })).toMatchObject({ status: 409 });
    const named = { amount: 10, reference: "SFT6QX1Z9K", method: "mpesa" };
    expect((await pay(named)).status).toBe(201);
    // An M-Pesa code is one payment.
    const otherPayment = await pay({ ...named, amount: 11 });
    expect([otherPayment.status, otherPayment.body.error]).toEqual([
      409,
      "This receipt is on record already: $10.00, paid on Dec 24, 2026, for Amani Traders.",
    ]);
    const nameless = await pay({ id: undefined, amount: 10, reference: "A" });
    expect([nameless.status, nameless.body.error]).toEqual([
      400,
      "Please send an id (a UUID) of your own with it, so that a repeated call is not a second payment.",
    ]);
    expect(await overdue()).toEqual([["USD", 1_140]]);
  });

  test("of two people at once: both are recorded, nothing is lost or doubled", async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => pay({ amount: 60 })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await overdue()).toEqual([["USD", 940]]);
  });

  test("in a currency that is not clear is asked for", async () => {
    await subscribe(5_000, "2026-12-01", { currency: "KES" });
    expect((await pay({ amount: 10 })).status).toBe(400);
    const { body } = await pay({ amount: 5_000, currency: "KES" });
    expect(paidOf(body.payment)).toEqual(["2026-12-01 5000"]);
    expect(await overdue()).toEqual([["USD", 1_300]]);
  });
});

describe("a payment in full", () => {
  const to = () => [{ subscription_id: monthly, period: "2026-10-20", amount: 60 }];

  test("waives the rest of what it names until it is undone; it has an amount and names charges", async () => {
    expect((await pay({ amount: 60, in_full: true })).body.error).toBe(
      "Please name the charges that are paid in full.",
    );
    const zeroPayment = { amount: 0, in_full: true, to: [{ ...to()[0], amount: 0 }] };
    expect((await pay(zeroPayment)).body.error).toBe("Please give the amount that was paid.");
    expect((await account()).payments).toEqual([]);
    const { payment } = (await pay({ amount: 60, in_full: true, to: to() })).body;
    expect(await overdue()).toEqual([["USD", 1_200]]);
    expect((await correct(payment.id, { in_full: true })).body.error).toBe(
      "Please name the charges that are paid in full.",
    );
    expect((await correct(payment.id, { amount: 0 })).status).toBe(400);
    await undo(payment.id);
    expect(await overdue()).toEqual([["USD", 1_300]]);
  });
});

describe("correcting a payment", () => {
  test("applies everything that is sent, or refuses it", async () => {
    const { payment } = (await pay({ amount: 600, reference: "A" })).body;
    const all = { amount: 700, reference: "B", paid_on: "2026-12-01", method: "cash" };
    const { status, body } = await correct(payment.id, { client_id: client, ...all });
    expect([status, body.payment]).toMatchObject([200, all]);
    expect(await overdue()).toEqual([["USD", 600]]);
    const to = [{ subscription_id: monthly, period: "2026-12-20", amount: 100 }];
    const named = await correct(payment.id, { client_id: client, to });
    expect(paidOf(named.body.payment)).toContain("2026-12-20 100");
    expect((await correct(payment.id, { client_id: client, to })).body.payment).toEqual(named.body.payment);

    const { id: otherClient } = (await on.asStaff("POST /api/v1/clients", { body: aClient })).body.client;
    const before = await account();
    for (const refused of [
      { client_id: otherClient, amount: 5 },
      { client_id: otherClient, to: [], in_full: true },
      { client_id: otherClient, credit: false },
      { state: "unmatched", amount: 5 },
      { state: "ignored", reason: "Not ours", client_id: otherClient },
      { reason: "Not ours" },
    ])
      expect((await correct(payment.id, refused)).status, JSON.stringify(refused)).toBe(400);
    expect(await account()).toEqual(before);
    expect((await correct(payment.id, { client_id: otherClient, credit: true })).body.payment.credit).toBe(
      700,
    );
  });

  test("releases the newest charges first, or pays the oldest", async () => {
    const { payment } = (await pay({ amount: 1_250, reference: "A" })).body;
    const reduced = await correct(payment.id, { amount: 150 });
    expect(paidOf(reduced.body.payment)).toEqual(["2026-10-20 100", "2026-11-20 50"]);
    expect(await overdue()).toEqual([["USD", 1_150]]);
    const increased = await correct(payment.id, { amount: 200, reference: "B", paid_on: "2026-12-01" });
    expect(increased.body.payment).toMatchObject({ reference: "B", paid_on: "2026-12-01", amount: 200 });
    expect(paidOf(increased.body.payment)).toEqual(["2026-10-20 100", "2026-11-20 100"]);
    const { stats, received } = (await on.asStaff("GET /api/v1/dashboard/stats")).body;
    expect(received?.at(-1)?.amount).toBeGreaterThan(0);
    expect(stats.overdueSubscriptions).toBeGreaterThan(0);
    expect((await correct(id(), { amount: 1 })).status).toBe(404);
  });

  test("undoing an older payment opens its charges, and credit pays them at once", async () => {
    const first = (await pay({ amount: 100 })).body.payment;
    await pay({ amount: 2_400, credit: true });
    expect((await account()).credit).toEqual([{ currency: "USD", amount: 100 }]);
    const { status, body } = await undo(first.id);
    expect([status, body.owed]).toEqual([200, []]);
    expect((await account()).credit).toEqual([]);
    expect((await undo(first.id)).status).toBe(404);
  });
});

describe("changing a charge", () => {
  const payPeriod = (period: string) => payPeriods(on.asStaff, monthly, { period, id: id(), amount: 10 });

  const change = (period: string, body: object) =>
    on.asStaff("PUT /api/v1/clients/{id}/charges/{charge}", {
      params: { id: client, charge: `${monthly}#${period}` },
      body: { reason: "Agreed by phone", ...body },
    });

  test("lowers or waives what is owed, and takes a waiver back", async () => {
    await pay({ amount: 40 });
    expect((await change("2026-10-20", { amount: 39 })).body.error).toContain("$40.00 of it is paid already");
    await change("2026-10-20", { waived: 60 });
    expect((await payPeriod("2026-10-20")).body.error).toBe(
      "The period due Oct 20, 2026 was waived after a part was paid: $40.00, paid on Dec 24, 2026. This payment was not recorded.",
    );
    await change("2026-10-20", { amount: 70 });
    await change("2026-11-20", { waived: 100 });
    expect(await overdue()).toEqual([["USD", 1_130]]);
    const states = (await account()).charges.map(({ period, state }) => `${period} ${state}`);
    expect(states).toContain("2026-11-20 waived");
    await pay({ amount: 30 });
    expect((await payPeriod("2026-11-20")).body.error).toContain("The period due Nov 20, 2026 was waived.");
    const named = { subscription_id: monthly, period: "2026-11-20", amount: 10 };
    const refused = await pay({ amount: 10, to: [named] });
    expect([refused.status, refused.body.error]).toEqual([409, "The period due Nov 20, 2026 was waived."]);
    await change("2026-11-20", { waived: 0 });
    expect(await overdue()).toEqual([["USD", 1_200]]);
    expect((await change("2026-11-21", { waived: 10 })).status).toBe(409);
    expect((await change("2026-11-20", { reason: "" })).status).toBe(400);
    expect((await change("2026-11-20", {})).status).toBe(400);
  });
});

test("a certificate of withheld tax takes the place of the rest that was waived with the payment", async () => {
  const charge = { subscription_id: yearly, period: "2026-11-30" };
  await pay({ amount: 950, method: "bank", to: [{ ...charge, amount: 950 }], in_full: true });
  const certificate = { amount: 50, method: "withholding_tax", reference: `WHT${id()}` };
  const { body: preview } = await on.asStaff("POST /api/v1/clients/{id}/payments/preview", {
    params: { id: client },
    body: { amount: 50, method: "withholding_tax" },
  });
  expect(preview.charges.flatMap(({ period, pays }) => (pays > 0 ? [[period, pays]] : []))).toEqual([
    ["2026-11-30", 50],
  ]);
  const { status, body } = await pay(certificate);
  expect([status, paidOf(body.payment)]).toEqual([201, ["2026-11-30 50"]]);
  await undo(body.payment.id);
  const charges = (await account()).charges.filter(({ subscription_id }) => subscription_id === yearly);
  expect(charges.map(({ period, paid, state }) => [period, paid, state])).toEqual([
    ["2026-11-30", 950, "waived"],
    ["2027-11-30", 0, "open"],
  ]);
});
