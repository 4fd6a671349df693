import { afterAll, beforeAll, expect, test } from "vitest";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ send_receipts: true });
});
afterAll(() => on?.product.stop());

let people = 0;
async function newDebtor() {
  people += 1;
  const client = await on.newClient({ name: `Client ${people}`, email: `client${people}@client.example` });
  const subscription = await on.subscribe(client.id, "2026-12-20", { amount: 100 });
  const params = { id: client.id };
  return {
    client,
    subscription,
    pay: (body: object) =>
      on.call("POST /api/v1/clients/{id}/payments", { params, body: { id: crypto.randomUUID(), ...body } }),
    refund: async (body: object) => {
      const answer = await on.call("POST /api/v1/clients/{id}/refunds", {
        params,
        body: { id: crypto.randomUUID(), currency: "USD", method: "bank", ...body },
      });
      return { status: answer.status, error: answer.body.error, credit: answer.body.credit };
    },
    undo: (id: string) => on.call("DELETE /api/v1/payments/{id}", { params: { id } }),
    account: async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body,
    page: async () => (await on.call("GET /api/v1/clients/{id}", { params })).body,
    listed: async () =>
      (await on.call("GET /api/v1/payments")).body.payments.filter(
        ({ client_id }) => client_id === client.id,
      ),
  };
}
const received = async () => {
  const { received } = (await on.call("GET /api/v1/dashboard/stats")).body;
  return received.at(-1)?.amount;
};

test("credit is refunded once, stands in statement and lists, and the refund can be undone", async () => {
  const someone = await newDebtor();
  const before = (await received()) ?? 0;
  const { payment } = (await someone.pay({ amount: 300, reference: "A", credit: true })).body;
  expect(payment.credit).toBe(100);
  const eft = { id: crypto.randomUUID(), amount: 40, reference: "EFT 1" };
  const first = await someone.refund(eft);
  expect(first).toEqual({ status: 201, credit: [{ currency: "USD", amount: 60 }] });
  expect(await someone.refund(eft)).toEqual(first);
  const id = crypto.randomUUID();
  const named = { id, amount: 10, reference: "" };
  expect((await someone.refund(named)).credit).toEqual([{ currency: "USD", amount: 50 }]);
  expect((await someone.refund(named)).credit).toEqual([{ currency: "USD", amount: 50 }]);
  expect((await someone.refund({ ...named, amount: 11 })).status).toBe(409);
  expect(await someone.refund({ amount: 51, reference: "EFT 2" })).toMatchObject({
    status: 409,
    error: "Only $50.00 of credit is there to refund.",
  });

  const amounts = (await someone.account()).payments.map(({ amount, refund }) => [amount, refund]);
  expect(amounts.sort()).toEqual(
    [
      [-10, true],
      [-40, true],
      [300, undefined],
    ].sort(),
  );
  const { figures } = await someone.page();
  expect([figures.payments, figures.paidAmount]).toEqual([1, 300]);
  expect(await received()).toBe(before + 300);
  await expect
    .poll(async () => (await someone.listed()).map(({ amount, credit, refund }) => [amount, credit, refund]))
    .toEqual(
      expect.arrayContaining([
        [-40, undefined, true],
        [100, true, undefined],
      ]),
    );

  const refused = await someone.undo(payment.id);
  expect([refused.status, refused.body.error]).toEqual([
    409,
    "A part of this payment was refunded, so it cannot be undone.",
  ]);
  const change = { params: { id }, body: { amount: 5 } };
  expect((await on.call("PUT /api/v1/payments/{id}", change)).status).toBe(409);
  expect((await someone.undo(id)).status).toBe(200);
  expect((await someone.undo(id)).status).toBe(404);
  expect((await someone.account()).credit).toEqual([{ currency: "USD", amount: 60 }]);
  expect(await someone.refund(named)).toMatchObject({
    status: 409,
    error:
      "This refund was recorded before, and undone: $10.00, paid on Dec 24, 2026, Bank. Record it as a new refund.",
  });
  const { entries } = (
    await on.call("GET /api/v1/clients/{id}/timeline", { params: { id: someone.client.id } })
  ).body;
  const kinds = entries.flatMap((entry) =>
    entry.kind === "change" && /refund/.test(entry.what) ? entry.what : [],
  );
  expect(kinds).toEqual(["refund-undone", "credit-refunded", "credit-refunded"]);
});

test("of two refunds of the same credit, one is refused", async () => {
  const someone = await newDebtor();
  await someone.pay({ amount: 300, reference: "B", credit: true });
  const answers = await Promise.all(
    ["EFT 3", "EFT 4"].map((reference) => someone.refund({ amount: 60, reference })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect((await someone.account()).credit).toEqual([{ currency: "USD", amount: 40 }]);
});

test("a refund needs an id, credit of its currency, and a past day", async () => {
  const someone = await newDebtor();
  for (const body of [
    { amount: 0, reference: "A" },
    { amount: 1, id: undefined, reference: "A" },
    { amount: 1, reference: "A", paid_on: "2026-12-25" },
  ])
    expect((await someone.refund(body)).status).toBe(400);
  expect((await someone.refund({ amount: 1, reference: "A", method: "withholding_tax" })).status).toBe(400);
  expect((await someone.refund({ amount: 1, reference: "A", currency: "KES" })).status).toBe(409);
  const unknown = {
    params: { id: crypto.randomUUID() },
    body: { id: crypto.randomUUID(), amount: 1, currency: "USD", reference: "A" },
  };
  expect((await on.call("POST /api/v1/clients/{id}/refunds", unknown)).status).toBe(404);
});

test("withheld tax pays a charge with a certificate, and is neither received, nor credit, nor confirmed", async () => {
  const someone = await newDebtor();
  const before = await received();
  const tax = { amount: 5, method: "withholding_tax" };
  const refused = await someone.pay({ ...tax, id: crypto.randomUUID() });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    "Please give the number of the withholding certificate as the reference.",
  ]);
  expect((await someone.pay({ ...tax, reference: "KRAWHT 1" })).status).toBe(201);
  const account = await someone.account();
  expect(account.charges[0]).toMatchObject({ paid: 5, state: "open" });
  expect(await received()).toBe(before);
  const { figures } = await someone.page();
  expect([figures.payments, figures.paidAmount]).toEqual([0, 0]);
  const tooMuch = await someone.pay({ ...tax, amount: 500, reference: "KRAWHT 2", credit: true });
  expect([tooMuch.status, tooMuch.body.error]).toEqual([
    409,
    "A certificate of withheld tax pays no more than is open.",
  ]);
  await on.product.idle();
  expect((await on.mails(/^Payment received/)).filter(({ to }) => to[0] === someone.client.email)).toEqual(
    [],
  );

  // The rest of the money closes the charge and is confirmed.
  await someone.pay({ amount: 95, reference: "C" });
  expect((await someone.account()).charges[0]).toMatchObject({ paid: 100, state: "paid" });
  await on.product.idle();
  expect(
    (await on.mails(/^Payment received/)).filter(({ to }) => to[0] === someone.client.email),
  ).toHaveLength(1);
});

test("a payment of which a part was refunded keeps its currency, and becomes no withheld tax", async () => {
  const someone = await newDebtor();
  const { payment } = (await someone.pay({ amount: 300, reference: "P", credit: true })).body;
  const refund = { id: crypto.randomUUID(), amount: 90, reference: "EFT 9" };
  await someone.refund(refund);
  const correct = async (body: object) => {
    const answer = await on.call("PUT /api/v1/payments/{id}", { params: { id: payment.id }, body });
    return [answer.status, answer.body.error];
  };
  const refused =
    "A part of this payment was refunded, so its currency stays, and it is no withheld tax. Undo the refund first.";
  expect(await correct({ currency: "KES", credit: true })).toEqual([409, refused]);
  expect(await correct({ method: "withholding_tax" })).toEqual([409, refused]);
  expect(await correct({ amount: 89 })).toEqual([409, "More than this was refunded of the payment already."]);
  expect((await correct({ method: "cash", currency: "USD" }))[0]).toBe(200);
  expect((await someone.account()).credit).toEqual([{ currency: "USD", amount: 10 }]);
  await someone.undo(refund.id);
  expect((await correct({ currency: "KES", credit: true }))[0]).toBe(200);
  expect((await someone.account()).credit).toEqual([{ currency: "KES", amount: 300 }]);
});

test("a certificate of withheld tax is one payment, for all clients and however it is written", async () => {
  const [someone, someoneElse] = [await newDebtor(), await newDebtor()];
  const tax = { amount: 5, method: "withholding_tax" };
  const first = (await someone.pay({ ...tax, reference: "KRAWHT 77" })).body.payment;
  for (const [who, reference] of [
    [someone, "KRAWHT 77"],
    [someoneElse, "krawht77"],
  ] as const) {
    const repeated = await who.pay({ ...tax, reference });
    expect([repeated.status, repeated.body.error]).toEqual([
      409,
      `This certificate is on record already: $5.00, paid on Dec 24, 2026, for ${someone.client.name}.`,
    ]);
  }
  const found = await on.call("GET /api/v1/payments", { query: { certificate: "krawht 77" } });
  expect(found.body.payments).toMatchObject([{ id: first.id, client_id: someone.client.id }]);
  // The same text of another method is no certificate.
  const bank = (await someoneElse.pay({ amount: 5, method: "bank", reference: "KRAWHT 77" })).body.payment;
  const params = { id: bank.id };
  const correct = (body: object) => on.call("PUT /api/v1/payments/{id}", { params, body });
  expect((await correct({ method: "withholding_tax" })).status).toBe(409);
  await someone.undo(first.id);
  expect((await correct({ method: "withholding_tax" })).status).toBe(200);
  expect((await someone.pay({ ...tax, reference: "KRAWHT 77" })).status).toBe(409);
});

test("an erased client gets no payments, refunds, waivers and corrections any more", async () => {
  const someone = await newDebtor();
  const { payment } = (await someone.pay({ amount: 300, reference: "Z", credit: true })).body;
  const params = { id: someone.client.id };
  const { version } = (await someone.page()).client;
  const asAdmin = on.product.callerFor(
    (await on.product.signIn(await on.product.createStaff("admin"))).access,
  );
  expect((await asAdmin("POST /api/v1/clients/{id}/erasure", { params, body: { version } })).status).toBe(
    200,
  );
  const before = await someone.account();
  const period = "2026-12-20";
  const named = { reference: "Amina Wanjiru" };
  const answers = [
    (await someone.pay({ amount: 1, ...named })).status,
    (await someone.refund({ amount: 1, ...named })).status,
    (
      await on.call("PUT /api/v1/clients/{id}/charges/{charge}", {
        params: { ...params, charge: `${someone.subscription.id}#${period}` },
        body: { waived: 10, reason: "Amina Wanjiru moved" },
      })
    ).status,
    (await payPeriods(on.call, someone.subscription.id, { period, ...named })).status,
    (await on.call("PUT /api/v1/payments/{id}", { params: { id: payment.id }, body: named })).status,
  ];
  expect(answers).toEqual([409, 409, 409, 409, 409]);
  expect(await someone.account()).toEqual(before);
});
