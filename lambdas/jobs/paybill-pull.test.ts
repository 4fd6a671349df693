import { beforeAll, expect, test } from "vitest";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { paybillOffice } from "../../test/product/paybill-office.ts";
import { line, sum } from "../../test/product/statement-office.ts";

const office = paybillOffice();
const { on, newClient, listed, code, paid, callback, settled, withCode, run } = office;

beforeAll(() => office.registerPull());
const notices = async () =>
  (await on.product.inbox()).filter(({ subject }) => subject === "M-Pesa and the payments on record differ");

test("what callbacks lost is found, once, with its account, in pages", async () => {
  const clients = [await newClient(), await newClient()];
  const lost = Array.from({ length: 110 }, (_, index) => ({ TransID: code(), client: clients[index % 2] }));
  for (const { TransID, client } of lost) paid(TransID, 10, client?.payment_reference ?? "");
  expect(await run("Pull")).toEqual({ outcome: { pulled: 110, added: 110 } });
  expect(await run("Pull")).toEqual({ outcome: { pulled: 110, added: 0 } });
  // They pay the charges in parts, so people decide about them.
  const waiting = (await listed("unmatched")).filter(({ source }) => source === "mpesa");
  expect(waiting.map(({ reference }) => reference).sort()).toEqual(lost.map(({ TransID }) => TransID));
  expect(sum(waiting)).toBe(1_100);
});

test("a lost payment that pays a period to come writes its invoice", async () => {
  const client = await newClient();
  await client.pay({ amount: 300, currency: "KES", reference: code() });
  const TransID = code();
  paid(TransID, 100, client.payment_reference);
  await run("Pull");
  expect(await withCode(TransID)).toMatchObject([{ client_id: client.id, amount: 100 }]);
  expect((await client.invoices()).map(({ due }) => due)).toContain("2027-01-20");
});

test("M-Pesa's list confirms what was announced, and says whose it is if callbacks disagree", async () => {
  const [client, otherClient] = [await newClient(), await newClient()];
  const TransID = code();
  await callback({ TransID, TransAmount: 100, BillRefNumber: otherClient.payment_reference });
  await callback({ TransID, TransAmount: 100, BillRefNumber: client.payment_reference });
  expect(await settled()).toHaveLength(1);
  paid(TransID, 100, client.payment_reference);
  await run("Pull");
  expect(await settled()).toEqual([]);
  expect(await withCode(TransID)).toMatchObject([{ client_id: client.id, source: "mpesa", amount: 100 }]);
});

test("after failed hours a pull looks back to the last that succeeded, at most two days", async () => {
  const client = await newClient();
  const [oldCode, missedCode] = [code(), code()];
  paid(oldCode, 100, client.payment_reference, "2026-12-21T08:00:00");
  paid(missedCode, 100, client.payment_reference, "2026-12-24T09:30:00");
  await office.withoutDaraja(async () =>
    expect(await run("Pull", "2026-12-24T14:00:00")).toMatchObject({ error: expect.anything() }),
  );
  await run("Pull", "2026-12-24T16:00:00");
  expect(await withCode(missedCode)).toHaveLength(1);
  expect(await withCode(oldCode)).toEqual([]);
});

test("a pull that is interrupted at any write loses and doubles nothing", async () => {
  const client = await newClient();
  const codes = [code(), code()];
  for (const code of codes) paid(code, 100, client.payment_reference, "2026-12-24T16:30:00");
  for (let allowed = 0; allowed < 5; allowed += 1) {
    let writes = 0;
    intercept(on.product, async ({ operation }, pass) => {
      if (operation !== "TransactWriteItems") return pass();
      writes += 1;
      return writes > allowed ? undefined : pass();
    });
    await run("Pull", "2026-12-24T17:00:00");
    endInterception(on.product);
  }
  await run("Pull", "2026-12-24T17:00:00");
  await on.product.idle();
  const { payments } = await client.account();
  expect(payments.map(({ reference }) => reference).sort()).toEqual(codes);
});

test("what differs from M-Pesa's list is reported the next day, once, without a name", async () => {
  await office.notifyOffice();
  const client = await newClient();
  const [changed, forged] = [code(), code()];
  paid(changed, 100, client.payment_reference, "2026-12-24T18:00:00");
  await run("Pull", "2026-12-24T19:00:00");
  await callback({ TransID: forged, TransAmount: 77, BillRefNumber: client.payment_reference });
  await settled();
  paid(changed, 50, client.payment_reference, "2026-12-24T18:00:00");
  await run("Compare", "2026-12-25T10:00:00");
  await on.product.idle();
  const [notice] = await notices();
  const text = notice?.text?.replaceAll("\u00a0", " ");
  expect(text).toContain(`${changed}: M-Pesa has KES 50.00, we have KES 100.00.`);
  expect(text).toContain(`${forged}: KES 77.00 announced`);
  expect(text).not.toContain("JANE");
  const status = await office.status();
  expect(status).toMatchObject({
    short_code: "600986",
    registered: { site: "https://mwamba.example" },
    announced: 1,
    last_pull_at: "2026-12-25T07:00:00.000Z",
    compared: { day: "2026-12-24" },
  });
  expect(status?.compared?.differences).toHaveLength(2);
  expect(JSON.stringify(status)).not.toContain("JANE");
});

test("a client gets a receipt, whether a callback or the list brought the payment", async () => {
  await office.notifyOffice({ send_receipts: true });
  const [announced, lost] = [await newClient(), await newClient()];
  const [called, listed] = [code(), code()];
  paid(called, 100, announced.payment_reference);
  await callback({ TransID: called, TransAmount: 100, BillRefNumber: announced.payment_reference });
  await settled();
  paid(listed, 100, lost.payment_reference, "2026-12-26T08:50:00");
  await run("Pull", "2026-12-26T09:00:00");
  await on.product.idle();
  const receipts = (await on.product.inbox()).filter(({ subject }) => subject.startsWith("Payment received"));
  const readers = receipts.flatMap(({ to }) => to);
  for (const { email } of [announced, lost]) expect(readers).toContain(email);
});

test("what M-Pesa has not confirmed in 48 hours is said, until a statement has it", async () => {
  const client = await newClient();
  const TransID = code();
  await callback({ TransID, TransAmount: 100, BillRefNumber: client.payment_reference });
  await settled();
  const doubts = async () =>
    (await listed("announced"))
      .filter(({ reference }) => reference === TransID)
      .map((payment) => payment.doubts);
  expect(await doubts()).toEqual([[]]);
  await on.product.setClock("2026-12-26T09:05");
  expect(await doubts()).toEqual([["unconfirmed"]]);
  await office.record(line(TransID, { amount: 100, client_id: client.id }));
  await run("Pull", "2026-12-26T09:06:00");
  expect(await doubts()).toEqual([]);
});

test("what was announced about a person is found, exported and erased, and the payment can still be confirmed", async () => {
  const client = await newClient();
  const TransID = code();
  await callback({ TransID, TransAmount: 100, BillRefNumber: client.payment_reference });
  await office.result(TransID, "AG_invented", "254700999888 - ZAWADI NJERI");
  await settled();
  const search = async (query: string) =>
    (await on.asAdmin("POST /api/v1/people/search", { body: { query } })).body.found;
  for (const query of ["0700 999 888", "zawadi njeri", client.payment_reference])
    expect((await search(query)).map(({ kind }) => kind)).toContain("statement-line");
  const results = await search("zawadi");
  const items = results.map(({ kind, id }) => ({ kind, id }));
  const { records } = (await on.asAdmin("POST /api/v1/people/export", { body: { items } })).body;
  expect(JSON.stringify(records)).toContain("ZAWADI NJERI");
  const { id, version } = client;
  const own = await on.asAdmin("GET /api/v1/clients/{id}/everything", { params: { id } });
  expect(own.body.statement_lines).toMatchObject([
    { reference: TransID, state: "announced", payer: "JANE", account: client.payment_reference },
  ]);
  await on.asAdmin("POST /api/v1/people/erasure", { body: { items } });
  expect(await search("zawadi")).toEqual([]);
  const otherCode = code();
  await callback({ TransID: otherCode, TransAmount: 100, BillRefNumber: client.payment_reference });
  await settled();
  const erased = await on.asAdmin("POST /api/v1/clients/{id}/erasure", { params: { id }, body: { version } });
  expect(erased.status).toBe(200);
  const remaining = (await listed("announced")).filter(({ reference }) =>
    [TransID, otherCode].includes(reference),
  );
  expect(remaining.map(({ amount, payer, account }) => [amount, payer, account])).toEqual([
    [100, undefined, undefined],
    [100, undefined, undefined],
  ]);
  paid(otherCode, 100, "Rent", "2026-12-26T08:00:00");
  await run("Pull", "2026-12-26T09:10:00");
  expect((await listed("unmatched")).map(({ reference }) => reference)).toContain(otherCode);
});
