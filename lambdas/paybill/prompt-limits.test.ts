import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { promptLimit } from "../../shared/paybill/prompt.ts";
import { promptProblems } from "../../shared/paybill/prompt-texts.ts";
import { intercept } from "../../test/product/interception.ts";
import { promptOffice } from "../../test/product/phone-prompts.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";
import { aClient } from "../../test/product/staffed.ts";

const office = promptOffice();
const { on, newPayer, shown, settle, daraja } = office;
const form = '<form method="post"';

test("one prompt is open at a time, and five an hour are sent for a client and to a phone", async () => {
  const [client, otherPayer] = [await newPayer(), await newPayer()];
  const prompts = daraja().prompts.size;
  const twice = await newPayer();
  const answersToTwice = await Promise.all([twice.ask(twice.phone), twice.ask(twice.phone)]);
  expect([...answersToTwice.map(({ status }) => status), daraja().prompts.size]).toEqual([
    303,
    303,
    prompts + 1,
  ]);
  const [first, repeated] = [await client.ask(client.phone), await client.ask(client.phone)];
  expect([first.status, repeated.status, daraja().prompts.size]).toEqual([303, 303, prompts + 2]);
  for (const refused of [await client.ask(client.phone, 301), await client.ask(otherPayer.phone)]) {
    expect(refused.status).toBe(409);
    for (const text of Object.values(promptProblems.busy)) expect(refused.text).toContain(text);
  }
  // The phone shows one already.
  expect((await otherPayer.ask(client.phone)).status).toBe(303);
  expect((await otherPayer.page()).text).toContain("M-Pesa could not send the request to this phone.");

  daraja().answer(shown().CheckoutRequestID, "cancel");
  await settle();
  for (let count = 2; count < promptLimit.maxCalls; count += 1) {
    expect([count, (await client.ask(client.phone)).status]).toEqual([count, 303]);
    daraja().answer(shown().CheckoutRequestID, "cancel");
    await settle();
  }
  const tooMany = await otherPayer.ask(client.phone);
  expect([tooMany.status, tooMany.text.includes(promptProblems.tooMany.sw)]).toEqual([429, true]);
  expect((await otherPayer.ask(otherPayer.phone)).status).toBe(303);
});

test("a prompt that was sent is recorded, although a transaction writes its row at that moment", async () => {
  const client = await newPayer();
  let refused = 0;
  intercept(on.product, (call, pass) => {
    if (call.operation !== "UpdateItem" || !call.body.includes("prompt#") || refused === 2) return pass();
    refused += 1;
    const __type = "com.amazonaws.dynamodb.v20120810#TransactionConflictException";
    return Promise.resolve(Response.json({ __type, message: "Transaction is ongoing" }, { status: 400 }));
  });
  expect((await client.ask(client.phone)).status).toBe(303);
  expect(refused).toBe(2);
  const { body } = await on.asAdmin("GET /api/v1/clients/{id}/prompt", { params: { id: client.id } });
  expect(body.prompt?.state).toBe("sent");
});

test("the activity says which member of staff asked, and nothing of a client who asks", async () => {
  const [client, otherPayer] = [await newPayer(), await newPayer()];
  const body = { phone: client.phone, amount: 300 };
  // The activity names a person even for their first call.
  const call = on.product.callerFor((await on.product.signIn(await on.product.createStaff("staff"))).access);
  for (let times = 0; times < 2; times += 1) {
    const answer = await call("POST /api/v1/clients/{id}/prompt", { params: { id: client.id }, body });
    expect(answer.body.prompt).toMatchObject({ state: "sent", amount: 300 });
  }
  await otherPayer.ask(otherPayer.phone);
  const { entries } = (await on.asAdmin("GET /api/v1/activity")).body;
  const requests = entries.filter(({ kind }) => kind === "payment-requested");
  expect(requests).toMatchObject([{ client_id: client.id, after: { amount: 300, currency: "KES" } }]);
  expect(requests[0]?.name).not.toBe("The system");
});

test("phone and amount are checked, by form and by program, and nothing is asked", async () => {
  const client = await newPayer();
  const prompts = daraja().prompts.size;
  for (const [phone, amount] of [
    ["", 300],
    ["12345", 300],
    ["020 271 8000", 300],
    ["+256 772 123456", 300],
    [client.phone, ""],
    [client.phone, 0],
    [client.phone, -5],
    [client.phone, 10.5],
    [client.phone, 250_001],
    [client.phone, "many"],
  ] as const)
    expect([phone, amount, (await client.ask(phone, amount)).status]).toEqual([phone, amount, 400]);
  const params = { id: client.id };
  const body = { phone: "12345", amount: 300 };
  expect((await on.asStaff("POST /api/v1/clients/{id}/prompt", { params, body })).status).toBe(400);
  const nobody = { id: crypto.randomUUID() };
  expect(
    (
      await on.asStaff("POST /api/v1/clients/{id}/prompt", {
        params: nobody,
        body: { ...body, phone: client.phone },
      })
    ).status,
  ).toBe(404);
  const wrong = await fetch(`${on.product.site}/account/wrong`, {
    method: "POST",
    body: new URLSearchParams({ phone: client.phone, amount: "300" }),
  });
  expect([wrong.status, (await wrong.text()).includes("This link does not work")]).toEqual([404, true]);
  expect(daraja().prompts.size).toBe(prompts);
});

test("the form is there only if shillings are open and M-Pesa is connected, and sample data is never asked for", async () => {
  const { client } = (
    await on.asStaff("POST /api/v1/clients", { body: { ...aClient, phone: "0712 345 678" } })
  ).body;
  const params = { id: client.id };
  const { url } = (await on.asStaff("GET /api/v1/clients/{id}/link", { params })).body;
  const page = async () => (await fetch(url)).text();
  const plan = { client_id: client.id, start_date: "2026-01-15", frequency: "monthly", amount: 20 };
  await on.asStaff("POST /api/v1/subscriptions", { body: { ...plan, next_billing_date: "2026-12-28" } });
  expect(await page()).not.toContain(form);
  await on.asStaff("POST /api/v1/subscriptions", { body: { ...plan, currency: "KES" } });
  expect(await page()).toContain(form);
  expect((await on.asStaff("GET /api/v1/clients/{id}/prompt", { params })).body).toEqual({
    connected: true,
    phone: "0712 345 678",
  });
});

test("while M-Pesa cannot be reached, the page says that nothing was sent", async () => {
  const client = await newPayer();
  await office.withoutDaraja(async () => {
    expect((await client.ask(client.phone)).status).toBe(303);
  });
  expect(await client.state()).toMatchObject({ state: "refused", reason: "not-sent" });
  expect((await client.ask(client.phone)).status).toBe(303);
  expect(await client.state()).toMatchObject({ state: "sent" });
});

test("the phone of a prompt is exported and erased with its client, or alone, and expires in two days", async () => {
  const rows = async () => {
    const database = databaseOf(on.product);
    const TableName = await tableNamed(database, "Payments");
    const { Items = [] } = await database.send(new ScanCommand({ TableName }));
    return Items.filter(({ id }) => String(id).startsWith("prompt#"));
  };
  const [client, otherPayer] = [await newPayer(), await newPayer()];
  for (const payer of [client, otherPayer]) await payer.ask(payer.phone);
  const phoneOf = ({ phone }: typeof client) => `254${phone.replaceAll(" ", "").slice(1)}`;
  const stored = (await rows()).find(({ phone }) => phone === phoneOf(client));
  expect(stored?.expires_at).toBe(Math.floor(Date.parse(String(stored?.at)) / 1_000) + 48 * 3_600);
  const params = { id: client.id };
  const exported = await on.asAdmin("GET /api/v1/clients/{id}/everything", { params, query: {} });
  expect(exported.body.mpesa_prompts).toMatchObject([{ state: "sent", phone: phoneOf(client), amount: 300 }]);

  const { found } = (await on.asAdmin("POST /api/v1/people/search", { body: { query: otherPayer.phone } }))
    .body;
  const items = found.map(({ kind, id }) => ({ kind, id }));
  expect(items).toEqual([{ kind: "statement-line", id: `prompt#${otherPayer.payment_reference}` }]);
  const saved = await on.asAdmin("POST /api/v1/people/export", { body: { items } });
  expect(saved.body.records[0]?.data).toMatchObject({ phone: phoneOf(otherPayer), cents: 300_00 });
  await on.asAdmin("POST /api/v1/people/erasure", { body: { items } });
  await on.asAdmin("POST /api/v1/clients/{id}/erasure", { params, body: { version: client.version } });
  expect(JSON.stringify(await rows())).not.toMatch(new RegExp(`${phoneOf(client)}|${phoneOf(otherPayer)}`));
});
