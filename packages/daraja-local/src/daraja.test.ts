import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import { type Daraja, startDaraja } from "./daraja.ts";

const options = {
  shortCode: "600986",
  consumerKey: "key",
  consumerSecret: "secret",
  passkey: "pass",
  initiator: "api",
  lateMs: 50,
};
const payment = { account: "4821073", amount: 4500, phone: "0712 345 678" };
type Received = Record<string, unknown>;

/** A Daraja and a company that takes its callbacks. `validation` is what it says of an account. */
async function start(validation: unknown = { ResultCode: 0 }) {
  const daraja = await startDaraja(options);
  onTestFinished(daraja.stop);
  const received: { path: string; body: Received }[] = [];
  const company = createServer(async (request, response) => {
    const path = request.url ?? "";
    received.push({ path, body: (await json(request)) as Received });
    response.end(JSON.stringify(path === "/validation" ? validation : { ResultCode: 0 }));
  });
  await new Promise<void>((resolve) => company.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void company.close());
  const own = `http://127.0.0.1:${(company.address() as AddressInfo).port}`;
  const bodies = (path: string) =>
    received.flatMap((request) => (request.path === path ? [request.body] : []));
  return { daraja, own, bodies, call: await signIn(daraja) };
}

async function signIn({ url }: Daraja) {
  const authorization = `Basic ${Buffer.from("key:secret").toString("base64")}`;
  const response = await fetch(`${url}/oauth/v1/generate?grant_type=client_credentials`, {
    headers: { authorization },
  });
  const { access_token } = (await response.json()) as { access_token: string };
  return async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${access_token}` };
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Received };
  };
}

const urls = (own: string, path = "/confirmation") => ({
  ShortCode: "600986",
  ResponseType: "Completed",
  ConfirmationURL: own + path,
  ValidationURL: `${own}/validation`,
});
const Timestamp = "20261124120000";
const Password = Buffer.from(`600986pass${Timestamp}`).toString("base64");
const push = (own: string) => ({
  BusinessShortCode: "600986",
  Password,
  Timestamp,
  TransactionType: "CustomerPayBillOnline",
  Amount: 4500,
  PartyA: "254712345678",
  PartyB: "600986",
  PhoneNumber: "254712345678",
  CallBackURL: `${own}/stk`,
  AccountReference: "4821073",
  TransactionDesc: "Bill",
});

afterEach(() => vi.useRealTimers());

test("a payment is validated, then confirmed as often as asked", async () => {
  const { daraja, own, bodies, call } = await start();
  for (const path of ["/mpesa", "/Safaricom"])
    expect(await call("/mpesa/c2b/v2/registerurl", urls(own, path))).toMatchObject({ status: 400 });
  expect(await call("/mpesa/c2b/v2/registerurl", urls(own))).toMatchObject({ body: { ResponseCode: "0" } });
  expect(await call("/mpesa/c2b/v2/registerurl", urls(own))).toMatchObject({ status: 500 });
  const modes = ["once", "twice", "late", "dropped"];
  const codes: unknown[] = [];
  for (const callback of modes) {
    const { body } = await call("/pay", { ...payment, callback });
    expect(body.TransID).toMatch(/^[A-Z](?=.*\d)[A-Z0-9]{9}$/);
    codes.push(body.TransID);
  }
  await daraja.idle();
  const confirmed = bodies("/confirmation");
  const times = codes.map((code) => confirmed.filter(({ TransID }) => TransID === code).length);
  expect(times).toEqual([1, 2, 1, 0]);
  expect(confirmed.at(-1)).toMatchObject({
    TransID: codes[2],
    TransAmount: "4500.00",
    BillRefNumber: "4821073",
  });
  expect(confirmed[0]).toMatchObject({ MSISDN: expect.stringMatching(/^[0-9a-f]{64}$/), FirstName: "JANE" });
  expect(confirmed[0]?.TransTime).toMatch(/^\d{14}$/);
  expect(bodies("/validation")).toHaveLength(4);
  expect((await call("/pay", { ...payment, amount: 250_001 })).status).toBe(400);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const init = { method: "POST", headers, redirect: "manual" as const };
  expect((await fetch(`${daraja.url}/pay`, { ...init, body: JSON.stringify(payment) })).status).toBe(200);
  const form = await fetch(`${daraja.url}/pay`, { ...init, body: "account=1&amount=0&phone=0712345678" });
  expect(form.headers.get("location")).toContain("Invalid+Amount");
});

test("no money moves if the validation refuses it, and it moves if nobody answers", async () => {
  for (const [answer, paid] of [
    [{ ResultCode: "C2B00012" }, 0],
    [undefined, 1],
  ] as const) {
    const { daraja, own, bodies, call } = await start(answer ?? "");
    await call("/mpesa/c2b/v2/registerurl", urls(own));
    const { body } = await call("/pay", payment);
    await daraja.idle();
    if (!paid) expect(body).toMatchObject({ ResultCode: "C2B00012", error: expect.any(String) });
    expect([daraja.transactions.size, bodies("/confirmation").length]).toEqual([paid, paid]);
  }
});

test("a status query answers at the address of results, in the conversation of the query", async () => {
  const { daraja, own, bodies, call } = await start();
  const { TransID } = await daraja.pay(payment);
  const query = {
    Initiator: "api",
    SecurityCredential: "x",
    CommandID: "TransactionStatusQuery",
    PartyA: "600986",
    TransactionID: TransID,
    ResultURL: `${own}/result`,
    QueueTimeOutURL: `${own}/result`,
  };
  const { body } = await call("/mpesa/transactionstatus/v1/query", query);
  await call("/mpesa/transactionstatus/v1/query", { ...query, TransactionID: "UKO0000000" });
  await daraja.idle();
  const [knownPayment, unknownPayment] = bodies("/result").map(({ Result }) => Result as Received);
  expect(knownPayment).toMatchObject({ ResultCode: 0, ConversationID: body.ConversationID });
  const { ResultParameter } = (knownPayment as Received).ResultParameters as { ResultParameter: unknown[] };
  expect(ResultParameter).toEqual(
    expect.arrayContaining([
      { Key: "ReceiptNo", Value: TransID },
      { Key: "Amount", Value: 4500 },
    ]),
  );
  expect(unknownPayment).not.toHaveProperty("ResultParameters");
  const { SecurityCredential: _, ...without } = query;
  expect((await call("/mpesa/transactionstatus/v1/query", without)).status).toBe(400);
});

test("transactions are pulled in pages, 48 hours back", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.parse("2026-11-20T09:00:00Z") });
  const { daraja, own, call } = await start();
  await daraja.pay(payment);
  vi.setSystemTime("2026-11-24T09:00:00Z");
  const query = { ShortCode: "600986", StartDate: "2026-11-01 8:00:00", EndDate: "2026-11-24 12:00:00" };
  expect((await call("/pulltransactions/v1/query", query)).body.errorCode).toBe("404.001.03");
  const secondCall = await signIn(daraja);
  const register = { ShortCode: "600986", RequestType: "Pull", NominatedNumber: "0712345678" };
  await secondCall("/pulltransactions/v1/register", { ...register, CallBackURL: `${own}/pull` });
  for (let count = 0; count < 101; count++) await daraja.pay(payment);
  const sizes = [0, 100, 101].map(async (OffSetValue) => {
    const { body } = await secondCall("/pulltransactions/v1/query", {
      ...query,
      OffSetValue: String(OffSetValue),
    });
    return (body.Response as Received[][])[0]?.length;
  });
  expect(await Promise.all(sizes)).toEqual([100, 1, 0]);
});

test("a prompt is answered once, by one of the ways of a person", async () => {
  const { daraja, own, bodies, call } = await start();
  const codes = { pin: 0, "wrong-pin": 2001, "no-money": 1, cancel: 1032, timeout: 1037 };
  for (const [answer, code] of Object.entries(codes)) {
    const { body } = await call("/mpesa/stkpush/v1/processrequest", push(own));
    const { CheckoutRequestID } = body;
    const query = { ...push(own), CheckoutRequestID };
    expect((await call("/mpesa/stkpush/v1/processrequest", push(own))).status).toBe(500);
    expect((await call("/mpesa/stkpushquery/v1/query", query)).status).toBe(500);
    expect(await (await fetch(daraja.url)).text()).toContain(String(CheckoutRequestID));
    await call(`/prompts/${CheckoutRequestID}`, { answer });
    expect((await call(`/prompts/${CheckoutRequestID}`, { answer })).status).toBe(404);
    await daraja.idle();
    const { body: queried } = await call("/mpesa/stkpushquery/v1/query", query);
    expect(queried).toMatchObject({ ResultCode: String(code) });
    const received = bodies("/stk").at(-1)?.Body as { stkCallback: Received };
    expect(received.stkCallback).toMatchObject({ CheckoutRequestID, ResultCode: code });
  }
  expect(daraja.transactions.size).toBe(1);
  expect((await call("/mpesa/stkpush/v1/processrequest", { ...push(own), Password: "x" })).status).toBe(500);
});

test("another site cannot pay, and names on the page are text", async () => {
  const { daraja } = await start();
  const headers = { origin: "https://evil.example" };
  const response = await fetch(`${daraja.url}/pay`, {
    method: "POST",
    headers,
    body: JSON.stringify(payment),
  });
  expect([response.status, daraja.transactions.size]).toEqual([403, 0]);
  await daraja.pay({ ...payment, account: "<i>" });
  expect(await (await fetch(daraja.url)).text()).not.toContain("<i>");
});
