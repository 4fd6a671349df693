import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { formatReference } from "../../shared/payment-reference.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { meterOf } from "../../test/product/meter.ts";
import { payPeriods, undoPeriod } from "../../test/product/pay-periods.ts";
import { regularPayer } from "../../test/product/regular-payer.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on?.product.stop());
beforeEach(() => on.saveSettings({ send_receipts: true }));

const unqueued: Parameters<typeof intercept>[1] = async ({ operation }, pass) =>
  operation === "SendMessageBatch" ? undefined : pass();

let people = 0;
async function someonePaying() {
  people += 1;
  const client = await on.newClient({ name: `Client ${people}`, email: `client${people}@client.example` });
  const { id } = await on.subscribe(client.id, "2026-12-28", { service: "Loan system support" });
  const period = "2026-12-28";
  const sent = async (subject: RegExp) =>
    (await on.mails(subject)).filter(({ to }) => to[0] === client.email);
  const reference = `SFT6QX1Z${String(people).padStart(2, "0")}`;
  return {
    client,
    id,
    reference,
    pay(more: object = {}) {
      const body = { period, method: "mpesa", reference, ...more };
      return payPeriods(on.call, id, body);
    },
    undo: () => undoPeriod(on.call, id, period),
    async receipts() {
      await on.product.idle();
      return sent(/^Payment received/);
    },
    corrections: () => sent(/^Correction: the receipt of 24 Dec 2026/),
  };
}

test("no receipt is sent while receipts are switched off", async () => {
  await on.saveSettings({ send_receipts: false });
  const someone = await someonePaying();
  await someone.pay();
  expect(await someone.receipts()).toEqual([]);
  expect((await someone.undo()).body.note).toBeUndefined();
});

test("a receipt has the payment details and the next due date, and is sent once even if the payment is repeated", async () => {
  const someone = await someonePaying();
  await Promise.all([someone.pay(), someone.pay()]);
  await someone.pay();
  const [mail, ...more] = await someone.receipts();
  expect(more).toEqual([]);
  expect(mail?.subject).toMatch(/^Payment received 24 Dec 2026: Loan system support \(receipt 2026-\d{6}\)$/);
  const lines = [
    "$149.99",
    "Service: Loan system support",
    "Period: 28 Dec 2026 to 27 Jan 2027",
    "Paid on: 24 Dec 2026",
    "Method: M-Pesa",
    `Reference: ${someone.reference}`,
    "Next due: 28 Jan 2027",
    `Your payment reference: ${formatReference(someone.client.payment_reference ?? "")}`,
  ];
  expect(mail?.text?.split("\n")).toEqual(expect.arrayContaining(lines));
});

test("the receipt of a part payment shows the rest, and of several periods the days they cover", async () => {
  const someone = await someonePaying();
  await someone.pay({ amount: 100 });
  const [part] = await someone.receipts();
  for (const line of ["$100.00", "Left to pay: $49.99", "Due: 28 Dec 2026"])
    expect(part?.text?.split("\n")).toContain(line);
  const someoneElse = await someonePaying();
  await someoneElse.pay({ periods: 3, amount: 449.97 });
  const [receipt, ...otherReceipts] = await someoneElse.receipts();
  expect(otherReceipts).toEqual([]);
  for (const line of ["$449.97", "Period: 28 Dec 2026 to 27 Mar 2027", "Next due: 28 Mar 2027"])
    expect(receipt?.text?.split("\n")).toContain(line);
});

test("undoing a payment after its receipt corrects it, and a new payment gets its own receipt", async () => {
  const someone = await someonePaying();
  await someone.pay();
  expect((await someone.receipts()).length).toBe(1);
  expect((await someone.undo()).body.note).toBe(
    "The payment was undone. Its receipt had gone out: the client gets an email that it does not count.",
  );
  await on.product.idle();
  const [correction, ...otherCorrections] = await someone.corrections();
  expect(otherCorrections).toEqual([]);
  for (const line of [
    "$149.99",
    "Paid on: 24 Dec 2026",
    `Reference: ${someone.reference}`,
    "Still owed in all: $149.99",
  ])
    expect(correction?.text?.split("\n")).toContain(line);
  await someone.pay({ reference: "SFT6QX1Z9L" });
  const references = (await someone.receipts()).map(
    ({ text }) => /Reference: (SFT\w+)/.exec(text ?? "")?.[1],
  );
  expect(references.sort()).toEqual([someone.reference, "SFT6QX1Z9L"]);
});

test("a receipt is sent once if the response of SES is lost, and does not replace a reminder", async () => {
  const someone = await someonePaying();
  await on.faults({ acceptThenDrop: 1 });
  await someone.pay();
  expect((await someone.receipts()).length).toBe(1);
  await on.faults();
  await someone.undo();
  await on.sweep();
  expect((await on.reminders()).filter(({ to }) => to[0] === someone.client.email).length).toBe(1);
});

test("a receipt or correction that could not be queued is sent by the sweep, once, but no receipt from while they were off", async () => {
  const [someone, someoneElse, third] = [await someonePaying(), await someonePaying(), await someonePaying()];
  await third.pay();
  expect(await third.receipts()).toHaveLength(1);
  intercept(on.product, unqueued);
  expect((await someone.pay()).status).toBe(201);
  await third.undo();
  await on.saveSettings({ send_receipts: false });
  const body = { id: crypto.randomUUID() };
  expect((await someoneElse.pay(body)).status).toBe(201);
  await on.saveSettings({ send_receipts: true });
  intercept(on.product, (_, pass) => pass());
  expect(await someone.receipts()).toEqual([]);
  expect(await on.rows("Outbox")).toHaveLength(2);
  await on.sweepOutbox();
  expect((await someone.receipts()).length).toBe(1);
  expect(await third.corrections()).toHaveLength(1);
  expect(await on.rows("Outbox")).toEqual([]);
  await on.sweepOutbox();
  await on.sweep("2026-12-25");
  expect((await someone.receipts()).length).toBe(1);
  expect(await third.corrections()).toHaveLength(1);
  expect(await someoneElse.receipts()).toEqual([]);
  // A repeat on a later day sends none either.
  const payment = (await on.rows("Payments")).find(({ client_id }) => client_id === someoneElse.client.id);
  await on.put("Payments", { ...payment, recorded_at: "2026-12-23T06:00:00.000Z" });
  expect((await someoneElse.pay(body)).status).toBe(201);
  expect(await someoneElse.receipts()).toEqual([]);
});

test("a payment of a client gets one receipt for all it pays, with what is kept and what is still owed", async () => {
  const someone = await someonePaying();
  await on.subscribe(someone.client.id, "2026-12-01", { service: "Hosting", amount: 50 });
  const record = (body: object) =>
    on.call("POST /api/v1/clients/{id}/payments", {
      params: { id: someone.client.id },
      body: { id: crypto.randomUUID(), ...body },
    });
  const { payment } = (await record({ amount: 180, reference: "A" })).body;
  const [mail, ...more] = await someone.receipts();
  expect(more).toEqual([]);
  expect(mail?.subject).toContain("Payment received 24 Dec 2026: $180.00 (receipt ");
  for (const part of ["Hosting", "Loan system support", "Left to pay: $19.99", "Still owed in all: $19.99"])
    expect(mail?.text).toContain(part);

  // Another amount is another receipt, which says so.
  const params = { id: payment.id };
  await on.call("PUT /api/v1/payments/{id}", { params, body: { amount: 80 } });
  const [second] = await someone.receipts();
  expect(second?.subject).toContain("Payment received 24 Dec 2026: $80.00 (receipt ");
  expect(second?.text).toContain("This receipt replaces receipt 2026-");

  // Back to the amount of before: again another receipt, once. What changes nothing sends none.
  for (const body of [{ amount: 180 }, { amount: 180 }, {}, { reference: "A" }])
    await on.call("PUT /api/v1/payments/{id}", { params, body });
  const [back] = await someone.receipts();
  expect(await someone.receipts()).toHaveLength(3);
  expect(back?.text).toContain("This receipt replaces receipt 2026-");
  await on.call("PUT /api/v1/payments/{id}", { params, body: { reference: "A2" } });
  expect((await someone.receipts())[0]?.text).toContain("Reference: A2");

  await record({ amount: 1_000, reference: "B", credit: true });
  const [third] = await someone.receipts();
  expect(third?.text).toMatch(/Kept for your next payments: \$[\d.]+/);
  expect(third?.text).toContain("Paid in full: nothing more is due now.");
  const { body } = await on.call("DELETE /api/v1/payments/{id}", { params });
  expect(body.note).toContain("the client gets an email that it does not count");
  await on.product.idle();
  expect(await someone.corrections()).toHaveLength(1);
});

test("a payment that is undone between its correction and the next receipt takes back the receipt that went out", async () => {
  const someone = await someonePaying();
  const paid = await someone.pay();
  expect(await someone.receipts()).toHaveLength(1);
  intercept(on.product, unqueued);
  const { id } = paid.body.payment;
  await on.call("PUT /api/v1/payments/{id}", { params: { id }, body: { amount: 100 } });
  intercept(on.product, (_, pass) => pass());
  expect((await someone.undo()).body.note).toContain("Its receipt had gone out");
  await on.product.idle();
  expect((await someone.corrections())[0]?.subject).toContain(
    "receipt of 24 Dec 2026 for $149.99 does not count (receipt 2026-",
  );
});

test("a receipt says what its payment did, also if another one came before it was sent", async () => {
  const someone = await someonePaying();
  const secondSubscription = await on.subscribe(someone.client.id, "2026-12-20", {
    service: "Payroll",
    amount: 50,
  });
  intercept(on.product, unqueued);
  const part = { amount: 100, id: crypto.randomUUID() };
  expect((await someone.pay(part)).status).toBe(201);
  const rest = { amount: 99.99, id: crypto.randomUUID(), reference: "SFT7QX1ZZZ", method: "mpesa" as const };
  const params = { id: someone.client.id };
  expect((await on.call("POST /api/v1/clients/{id}/payments", { params, body: rest })).status).toBe(201);
  intercept(on.product, (_, pass) => pass());
  await on.sweepOutbox();
  const texts = (await someone.receipts()).map(({ text }) => text);
  const [first] = texts.filter((text) => text?.includes("$100.00"));
  const lines = first?.split("\n");
  for (const line of ["Left to pay: $49.99", "Still owed in all: $99.99"]) expect(lines).toContain(line);
  expect(first).not.toContain("Paid in full");
  expect(texts.filter((text) => text?.includes("Paid in full: nothing more is due now."))).toHaveLength(1);
  expect(texts).toHaveLength(2);
  expect(secondSubscription.service).toBe("Payroll");
});

test("a receipt says what its payment did, also if another one came while it was written", async () => {
  const someone = await someonePaying();
  let isFirst = true;
  intercept(on.product, async ({ operation, body, from = "" }, pass) => {
    const isReading = operation === "Query" && body.includes('"open"') && from.startsWith("RemindersSend");
    if (isFirst && isReading) {
      isFirst = false;
      expect((await someone.pay({ amount: 49.99, reference: "SFT8QX1ZZZ" })).status).toBe(201);
    }
    return pass();
  });
  await someone.pay({ amount: 100 });
  const texts = (await someone.receipts()).map(({ text }) => text?.split("\n"));
  const [first] = texts.filter((lines) => lines?.includes("$100.00"));
  for (const line of ["Left to pay: $49.99", "Still owed in all: $49.99"]) expect(first).toContain(line);
  expect([texts.length, isFirst]).toEqual([2, false]);
  endInterception(on.product);
});

test.each([false, true])(
  "the receipt of a line counts what was paid before somebody assigned it, also if another payment came before it was sent: %s",
  async (isLate) => {
    const someone = await someonePaying();
    await on.subscribe(someone.client.id, "2026-12-20", { service: "Payroll", amount: 50 });
    const line = { code: `L${isLate}`, method: "bank", paid_on: "2026-12-24", amount: 100, currency: "USD" };
    const { body } = await on.call("POST /api/v1/payments", { body: { lines: [line as never] } });
    await on.product.idle();
    const pay = (amount: number) =>
      on.call("POST /api/v1/clients/{id}/payments", {
        params: { id: someone.client.id },
        body: { id: crypto.randomUUID(), amount, receipt: false },
      });
    expect((await pay(50)).status).toBe(201);
    intercept(on.product, unqueued);
    const params = { id: body.lines[0]?.payment_id ?? "" };
    await on.call("PUT /api/v1/payments/{id}", { params, body: { client_id: someone.client.id } });
    if (isLate) await pay(10);
    endInterception(on.product);
    await on.sweepOutbox();
    const [receipt] = await someone.receipts();
    expect(receipt?.text?.split("\n")).toContain("Still owed in all: $49.99");
  },
);

test("a line that is assigned to the same client again gets another receipt, and another correction", async () => {
  const someone = await someonePaying();
  const line = {
    code: "TK12345678",
    method: "mpesa",
    paid_on: "2026-12-24",
    amount: 149.99,
    currency: "USD",
  };
  const lines = [{ ...line, client_id: someone.client.id } as never];
  const { body } = await on.call("POST /api/v1/payments", { body: { lines } });
  const params = { id: body.lines[0]?.payment_id ?? "" };
  for (const count of [1, 2]) {
    await on.product.idle();
    expect(await someone.receipts()).toHaveLength(count);
    expect((await on.call("DELETE /api/v1/payments/{id}", { params })).status).toBe(200);
    await on.product.idle();
    expect(await someone.corrections()).toHaveLength(count);
    await on.call("PUT /api/v1/payments/{id}", { params, body: { client_id: someone.client.id } });
  }
  expect((await someone.receipts())[0]?.text).not.toContain("replaces");
});

test("an old payment gets a receipt only if a person decides so, and a recent one can go without", async () => {
  const [withOldPayment, withReceipt, withoutReceipt] = [
    await someonePaying(),
    await someonePaying(),
    await someonePaying(),
  ];
  await withOldPayment.pay({ paid_on: "2026-11-23" });
  await withReceipt.pay({ paid_on: "2026-11-23", receipt: true });
  await withoutReceipt.pay({ receipt: false });
  const counts = [
    await withOldPayment.receipts(),
    await withReceipt.receipts(),
    await withoutReceipt.receipts(),
  ];
  expect(counts.map(({ length }) => length)).toEqual([0, 1, 0]);
  const recent = await someonePaying();
  await recent.pay({ paid_on: "2026-11-24" });
  expect(await recent.receipts()).toHaveLength(1);
});

test("a payment that is undone before its receipt goes out gets neither receipt nor correction", async () => {
  const isReceipt = ({ MessageBody }: { MessageBody: string }) => JSON.parse(MessageBody).email === "receipt";
  let heldMessages: unknown[] = [];
  intercept(on.product, async ({ operation, body }, pass) => {
    if (operation !== "SendMessageBatch") return pass();
    heldMessages = [...heldMessages, ...JSON.parse(body).Entries.filter(isReceipt)];
    return pass(body.replaceAll('"DelaySeconds":0', '"DelaySeconds":3'));
  });
  const someone = await someonePaying();
  await someone.pay();
  expect(heldMessages).toHaveLength(1);
  expect((await someone.undo()).body.note).toBeUndefined();
  intercept(on.product, (_, pass) => pass());
  const outcome = async () =>
    (await on.sendLog(someone.client.id)).map(({ state, reason }) => [state, reason]);
  await expect.poll(outcome, { timeout: 20_000 }).toEqual([["skipped", "the payment was undone"]]);
  expect([...(await someone.receipts()), ...(await someone.corrections())]).toEqual([]);
});

test("a payment of an account with 400 paid and 3 open charges gets its receipt for at most 20 read units in all, and its correction for at most 10", async () => {
  const client_id = await regularPayer(on.product);
  const readsOf = async (work: () => Promise<{ status: number }>, without?: RegExp) => {
    const { reads } = await meterOf(
      on.product,
      without,
    )(async () => {
      expect((await work()).status).toBeLessThan(300);
      await on.product.idle();
    });
    endInterception(on.product);
    return reads;
  };
  const id = crypto.randomUUID();
  const body = { id, amount: 200, reference: "Regular" };
  const params = { id: client_id };
  expect(
    await readsOf(() => on.call("POST /api/v1/clients/{id}/payments", { params, body })),
  ).toBeLessThanOrEqual(20);
  const mailOf = async (subject: RegExp) =>
    (await on.mails(subject)).find(({ text }) => text?.includes("$200.00"))?.text?.split("\n");
  const receipt = await mailOf(/^Payment received/);
  for (const line of [
    "Period: 24 Nov 2026 to 14 Jan 2027",
    "Left to pay: $99.98",
    "Still owed in all: $99.98",
  ])
    expect(receipt).toContain(line);
  // Undoing it reads the whole account.
  expect(
    await readsOf(() => on.call("DELETE /api/v1/payments/{id}", { params: { id } }), /^Api/),
  ).toBeLessThanOrEqual(10);
  expect(await mailOf(/^Correction/)).toContain("Still owed in all: $299.98");
});
