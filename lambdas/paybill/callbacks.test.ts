import { setTimeout as wait } from "node:timers/promises";
import { expect, test } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { endInterception, intercept, throttled } from "../../test/product/interception.ts";
import { paybillOffice } from "../../test/product/paybill-office.ts";
import { secret } from "../../test/product/paybill-secrets.ts";
import { line, sum } from "../../test/product/statement-office.ts";

const office = paybillOffice();
const { on, newClient, code, paid, callback, settled, listed, withCode, record } = office;

/** The payments with these codes that are announced and not confirmed. */
const announced = async (...codes: string[]) =>
  (await settled()).filter(({ reference }) => codes.includes(reference));

test("a payment that M-Pesa announces counts once M-Pesa has confirmed it, with its receipt code and source", async () => {
  const client = await newClient();
  const TransID = code();
  const { status, body } = await callback({
    TransID,
    TransAmount: "100.00",
    BillRefNumber: client.payment_reference,
  });
  expect([status, body]).toEqual([200, { ResultCode: 0, ResultDesc: "Accepted" }]);
  // M-Pesa does not know it yet.
  expect(await announced(TransID)).toMatchObject([
    { state: "announced", source: "mpesa", reference: TransID, amount: 100, paid_on: "2026-12-24" },
  ]);
  expect((await client.account()).payments).toEqual([]);

  paid(TransID, 100, client.payment_reference);
  await callback({ TransID, TransAmount: "100.00", BillRefNumber: client.payment_reference });
  expect(await announced(TransID)).toEqual([]);
  expect(await withCode(TransID)).toMatchObject([
    { client_id: client.id, source: "mpesa", reference: TransID, amount: 100, method: "mpesa" },
  ]);
  const { payments } = await client.account();
  expect(payments).toMatchObject([{ reference: TransID, amount: 100 }]);
});

test("a payment that pays a period to come writes its invoice", async () => {
  const client = await newClient();
  await client.pay({ amount: 300, currency: "KES", reference: code() });
  const TransID = code();
  paid(TransID, 100, client.payment_reference);
  await callback({ TransID, TransAmount: 100, BillRefNumber: client.payment_reference });
  expect(await announced(TransID)).toEqual([]);
  expect(await withCode(TransID)).toMatchObject([{ client_id: client.id, amount: 100 }]);
  expect((await client.invoices()).map(({ due }) => due)).toContain("2027-01-20");
});

test("an announcement whose message was lost is asked about by the sweep of the outbox", async () => {
  const client = await newClient();
  const TransID = code();
  paid(TransID, 100, client.payment_reference);
  // Others, such as the function that numbers invoices, go on.
  let storedBy: string | undefined;
  intercept(on.product, async ({ operation, body, from }, pass) => {
    if (storedBy !== undefined && from === storedBy) return undefined;
    const response = await pass();
    if (operation === "TransactWriteItems" && body.includes(TransID)) storedBy = from;
    return response;
  });
  const fields = { TransID, TransAmount: "100.00", BillRefNumber: client.payment_reference };
  expect((await callback(fields)).status).toBe(200);
  endInterception(on.product);
  expect(await announced(TransID)).toHaveLength(1);
  await on.product.runSchedule(localSchedule("outbox-sweep"), on.product.now() + 45 * 60_000);
  expect(await announced(TransID)).toEqual([]);
  expect((await client.account()).payments).toMatchObject([{ reference: TransID, amount: 100 }]);
});

test("twice, and again after it was booked, in any order: each payment is booked once", async () => {
  const client = await newClient();
  const codes = [code(), code(), code()];
  for (const confirmed of codes) paid(confirmed, 100, client.payment_reference);
  const sent = [...codes, ...codes].map((TransID) =>
    callback({ TransID, TransAmount: 100, BillRefNumber: client.payment_reference }),
  );
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
  await settled();
  await callback({ TransID: codes[1] ?? "", TransAmount: 100, BillRefNumber: client.payment_reference });
  expect(await announced(...codes)).toEqual([]);
  const { payments } = await client.account();
  expect(payments.map(({ reference }) => reference).sort()).toEqual(codes);
});

test("what M-Pesa does not confirm, or says of another paybill number, stays no payment", async () => {
  const client = await newClient();
  const [forged, foreign] = [code(), code()];
  await callback({ TransID: forged, TransAmount: 100, BillRefNumber: client.payment_reference });
  paid(foreign, 100, client.payment_reference);
  const otherShortCode = { BusinessShortCode: "600000" };
  const answer = await callback({ TransID: foreign, TransAmount: 100, BillRefNumber: "1" }, otherShortCode);
  expect(answer.status).toBe(200);
  expect((await announced(forged, foreign)).map(({ reference }) => reference)).toEqual([forged]);
  // A result that names none of our queries.
  paid(forged, 100, client.payment_reference);
  const { status } = await office.result(forged, "AG_invented");
  expect(status).toBe(200);
  expect(await announced(forged)).toHaveLength(1);
  expect((await client.account()).payments).toEqual([]);
  await callback({ TransID: forged, TransAmount: 100, BillRefNumber: client.payment_reference });
  expect(await announced(forged)).toEqual([]);
});

test("the amount that M-Pesa confirms counts, and a callback that says another account decides nothing", async () => {
  const [client, otherClient] = [await newClient(), await newClient()];
  const [inflated, moved] = [code(), code()];
  paid(inflated, 100, client.payment_reference);
  await callback({ TransID: inflated, TransAmount: 99_000, BillRefNumber: client.payment_reference });
  await settled();
  expect(await withCode(inflated)).toMatchObject([{ amount: 100, client_id: client.id }]);

  await callback({ TransID: moved, TransAmount: 100, BillRefNumber: client.payment_reference });
  await settled();
  paid(moved, 100, client.payment_reference);
  await callback({ TransID: moved, TransAmount: 100, BillRefNumber: otherClient.payment_reference });
  expect(await announced(moved)).toMatchObject([{ account: client.payment_reference }]);
  expect((await otherClient.account()).payments).toEqual([]);
});

test("what nobody can be found for waits as an unmatched payment, and a statement with its code adds nothing", async () => {
  const client = await newClient();
  const [unknown, typed] = [code(), code()];
  paid(unknown, 70, "Rent");
  await callback({ TransID: unknown, TransAmount: 70, BillRefNumber: "Rent" });
  await client.pay({ amount: 100, reference: typed, method: "mpesa", paid_on: "2026-12-24" });
  paid(typed, 100, client.payment_reference);
  await callback({ TransID: typed, TransAmount: 100, BillRefNumber: client.payment_reference });
  await settled();
  expect((await listed("unmatched")).filter(({ reference }) => reference === unknown)).toMatchObject([
    { source: "mpesa", amount: 70, account: "Rent", payer: "JANE", phone: "254711222333" },
  ]);
  await record(line(unknown, { amount: 70 }), line(typed, { amount: 100, client_id: client.id }));
  expect((await listed("unmatched")).filter(({ reference }) => reference === unknown)).toHaveLength(1);
  expect(sum(await withCode(typed))).toBe(100);
});

test("a callback is answered within a second while the table is throttled or slow, and the next pull finds the payment", async () => {
  await office.registerPull();
  const client = await newClient();
  const lateAnswers: Promise<unknown>[] = [];
  const slow = (pass: () => Promise<Response>) => {
    const answer = wait(2_000).then(pass);
    lateAnswers.push(answer);
    return answer;
  };
  for (const fault of [async () => throttled(), slow]) {
    const TransID = code();
    paid(TransID, 100, client.payment_reference);
    intercept(on.product, ({ operation, body }, pass) =>
      operation === "PutItem" && body.includes("announced#") ? fault(pass) : pass(),
    );
    const start = performance.now();
    const { status } = await callback({
      TransID,
      TransAmount: 100,
      BillRefNumber: client.payment_reference,
    });
    expect([status, performance.now() - start < 1_000]).toEqual([200, true]);
    await office.run("Pull");
    await settled();
    // A payment can be booked before it is stored as announced.
    await Promise.all(lateAnswers);
    endInterception(on.product);
    await expect.poll(() => announced(TransID)).toEqual([]);
    expect(sum(await withCode(TransID))).toBe(100);
  }
});

test("while M-Pesa cannot be asked, the payment waits, and Settings say why", async () => {
  const client = await newClient();
  const TransID = code();
  paid(TransID, 100, client.payment_reference);
  const send = () => callback({ TransID, TransAmount: 100, BillRefNumber: client.payment_reference });
  await office.withoutDaraja(async () => {
    expect((await send()).status).toBe(200);
    expect(await announced(TransID)).toHaveLength(1);
    // Once M-Pesa answers again, the next try takes both away. What the test before sent may be stored meanwhile.
    const shown = async () => {
      const { length } = await settled();
      const { failure, announced } = (await office.status()) ?? {};
      return { failure, isExact: announced === length };
    };
    await expect.poll(shown).toEqual({ failure: "M-Pesa did not answer.", isExact: true });
  });
  await send();
  expect(await announced(TransID)).toEqual([]);
  expect(sum((await client.account()).payments)).toBe(100);
});

test("a callback from an address that Safaricom does not publish is noted and counts like others", async () => {
  const client = await newClient();
  const [knownSource, unknownSource] = [code(), code()];
  const fields = { TransAmount: 100, BillRefNumber: client.payment_reference };
  await callback({ TransID: knownSource, ...fields }, {}, "196.201.214.200");
  await callback({ TransID: unknownSource, ...fields }, {}, "203.0.113.9");
  const doubts = (await announced(knownSource, unknownSource)).map((payment) => [
    payment.reference,
    payment.doubts,
  ]);
  expect(Object.fromEntries(doubts)).toEqual({ [knownSource]: [], [unknownSource]: ["unknown_source"] });
  expect((await office.status())?.unknown_source_at).toMatch(/^2026-12-24T/);
  paid(unknownSource, 100, client.payment_reference);
  await callback({ TransID: unknownSource, ...fields });
  expect(await announced(unknownSource)).toEqual([]);
  expect(await withCode(unknownSource)).toMatchObject([{ client_id: client.id, amount: 100 }]);
});

test("a callback that names another currency books the shillings that M-Pesa confirms", async () => {
  const client = await newClient();
  const TransID = code();
  const fields = { TransID, TransAmount: "USD 100.00", BillRefNumber: client.payment_reference };
  await callback(fields, { TransCurrency: "USD" });
  expect(await announced(TransID)).toMatchObject([{ amount: 0, currency: "KES" }]);
  paid(TransID, 100, client.payment_reference);
  await callback(fields, { TransCurrency: "USD" });
  await settled();
  expect(await withCode(TransID)).toMatchObject([{ amount: 100, currency: "KES" }]);
});

test("a wrong address, and a body that is no callback, change nothing", async () => {
  const key = "POST /api/v1/paybill/{secret}/confirmation";
  const body = { TransID: code(), TransAmount: "1", BusinessShortCode: "600986", BillRefNumber: "1" };
  expect((await on.product.call(key, { params: { secret: "wrong" }, body })).status).toBe(404);
  expect((await on.product.call(key, { params: { secret }, body: "<xml/>" })).status).toBe(400);
  expect((await on.product.call(key, { params: { secret }, body: { ...body, TransID: "1" } })).status).toBe(
    400,
  );
  expect(await announced(body.TransID)).toEqual([]);
});

test.each([
  ["4821073", "C2B00012"],
  ["482 107 3", "C2B00012"],
  ["4821072", 0],
  ["Rent for May", 0],
  [undefined, 0],
  [{ odd: true }, 0],
])("M-Pesa asks about the account %j: %s", async (BillRefNumber, code) => {
  const { status, body } = await on.product.call("POST /api/v1/paybill/{secret}/validation", {
    params: { secret },
    body: { TransAmount: "5", BillRefNumber },
  });
  expect([status, body.ResultCode]).toEqual([200, code]);
});

test("a validation that cannot be read is accepted: a client who wants to pay can pay", async () => {
  const { status, body } = await on.product.call("POST /api/v1/paybill/{secret}/validation", {
    params: { secret },
    body: "not json",
  });
  expect([status, body.ResultCode]).toEqual([200, 0]);
});
