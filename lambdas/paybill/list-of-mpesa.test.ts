import { beforeAll, expect, test, vi } from "vitest";
import { paybillOffice } from "../../test/product/paybill-office.ts";
import { line } from "../../test/product/statement-office.ts";

const office = paybillOffice();
const { on, newClient, code, paid, callback, settled, withCode, run } = office;

beforeAll(() => office.registerPull());

test("a time in any form is on its day in Nairobi, and what cannot be read is listed", async () => {
  const at = "2026-12-23T22:30:00";
  const forms: (string | number)[] = [
    "2026-12-23 22:30:00",
    "20261223223000",
    20261223223000,
    "23/12/2026 22:30:00",
    "23-12-2026 22:30:00",
  ];
  const codes = forms.map(() => code());
  for (const [index, TransID] of codes.entries()) {
    office.daraja().plays.pullTime = () => forms[index] ?? "";
    paid(TransID, 100, (await newClient()).payment_reference, at);
    await run("Compare", "2026-12-24T17:05:00");
    expect([forms[index], await withCode(TransID)]).toMatchObject([
      forms[index],
      [{ paid_on: "2026-12-23" }],
    ]);
  }
  office.daraja().plays.pullTime = () => "half past ten";
  const [unread, client] = [code(), await newClient()];
  paid(unread, 100, client.payment_reference, "2026-12-24T17:00:00");
  const { outcome } = (await run("Pull", "2026-12-24T17:05:00")) as { outcome: { listed: string[] } };
  expect(outcome.listed.join()).toContain(`${unread}: we cannot read the time “half past ten”`);
  expect((await office.status())?.failure).toContain(unread);
  office.daraja().plays.pullTime = undefined;
  expect(await run("Pull", "2026-12-24T17:06:00")).toMatchObject({ outcome: { added: 1 } });
  expect(await withCode(unread)).toMatchObject([{ client_id: client.id, paid_on: "2026-12-24" }]);
});

test("a row in another form takes no other along, and an answer in another form is a failure", async () => {
  const client = await newClient();
  const good = code();
  const row = {
    transactionId: good,
    trxDate: "2026-12-24 08:00:00",
    amount: "100.00",
    billreference: "Rent",
  };
  const answerWith = (Response: unknown) => {
    const { fetch } = globalThis;
    return vi.spyOn(globalThis, "fetch").mockImplementation(async (...args) => {
      if (!String(args[0]).endsWith("/pulltransactions/v1/query")) return fetch(...args);
      const isFirst = String(args[1]?.body).includes('"OffSetValue":"0"');
      return globalThis.Response.json({ Response: isFirst ? Response : [[]] });
    });
  };
  const odd = { ...row, transactionId: code(), trxDate: { odd: true } };
  let spy = answerWith([
    ["text", odd, row, { ...row, billreference: client.payment_reference, amount: null }],
  ]);
  const { outcome } = (await run("Pull")) as { outcome: { pulled: number; listed: string[] } };
  spy.mockRestore();
  expect([outcome.pulled, outcome.listed.length]).toEqual([1, 3]);
  expect(outcome.listed.join()).toContain(odd.transactionId);
  for (const response of [{ rows: [row] }, 5]) {
    spy = answerWith(response);
    expect(await run("Pull")).toMatchObject({ error: expect.stringContaining("a form that we do not know") });
    spy.mockRestore();
  }
});

test("an altered callback does not decide the account: the list does, and says what differs", async () => {
  const [client, otherClient] = [await newClient(), await newClient()];
  const [knownCode, lateCode] = [code(), code()];
  paid(knownCode, 100, client.payment_reference, "2026-12-24T17:30:00");
  await on.product.setClock("2026-12-24T17:31");
  await callback({ TransID: knownCode, TransAmount: 100, BillRefNumber: otherClient.payment_reference });
  expect((await settled()).filter(({ reference }) => reference === knownCode)).toEqual([]);
  expect(await withCode(knownCode)).toMatchObject([{ client_id: client.id }]);

  // The list has it late: the callback's account stands until then, and the comparison tells.
  paid(lateCode, 100, client.payment_reference, "2026-12-24T17:30:00");
  office.daraja().plays.unlisted.add(lateCode);
  await callback({ TransID: lateCode, TransAmount: 100, BillRefNumber: otherClient.payment_reference });
  await settled();
  expect(await withCode(lateCode)).toMatchObject([{ client_id: otherClient.id }]);
  office.daraja().plays.unlisted.clear();
  await run("Compare", "2026-12-25T08:00:00");
  const { differences = [] } = (await office.status())?.compared ?? {};
  expect(differences).toContain(
    `${lateCode}: M-Pesa has another account number than we have. Check whose payment it is.`,
  );
  expect(differences.join()).not.toContain(knownCode);
  const [match] = await office.match(line(lateCode, { amount: 100, account: client.payment_reference }));
  expect(match?.why).toContain("The statement has the account number of");
});
