import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type AwsCall, intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

const today = "2026-12-24";
let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on.product.stop());

async function newClient(more: object = {}) {
  const email = `${randomUUID()}@client.example`;
  const client = await on.newClient({ name: "Amani Traders", email, ...more });
  const params = { id: client.id };
  return {
    client,
    email,
    owe: (amount: number, due = today) =>
      on.call("POST /api/v1/clients/{id}/charges", {
        params,
        body: { id: randomUUID(), service: "Installation", amount, currency: "KES", due },
      }),
    pay: (amount: number) =>
      on.call("POST /api/v1/clients/{id}/payments", {
        params,
        body: { id: randomUUID(), amount, currency: "KES", paid_on: today, reference: randomUUID() },
      }),
    send: (body: object = {}) =>
      on.call("POST /api/v1/clients/{id}/statements", {
        params,
        body: { from: "2026-12-01", to: today, ...body },
      }),
    mails: async () => {
      await on.product.idle();
      const all = (await on.product.inbox()).filter(({ to }) => to.includes(email));
      return all.filter(({ subject }) => /^(Statement of account|Taarifa)/.test(subject));
    },
    timeline: async () =>
      (await on.call("GET /api/v1/clients/{id}/timeline", { params })).body.entries.filter(
        (entry) => entry.kind === "email" && entry.email === "statement",
      ),
  };
}

test("a statement goes out once for each press, with the balance, and stands in the timeline and the send log", async () => {
  const { owe, pay, send, email, mails, timeline } = await newClient();
  await owe(11_600);
  await pay(5_000);
  const id = randomUUID();
  expect(await Promise.all([send({ id }), send({ id })])).toMatchObject([
    { status: 201, body: { to: [email] } },
    { status: 201 },
  ]);
  const [mail, ...more] = await mails();
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("Statement of account, 1 Dec 2026 to 24 Dec 2026");
  for (const part of ["Charges: KES 11,600.00", "Payments: -KES 5,000.00", "Balance due: KES 6,600.00"])
    expect(mail?.text?.replaceAll("\u00a0", " ")).toContain(part);
  expect(mail?.text ?? "").toMatch(/\/account\/\S+\?view=statement/);
  expect(await timeline()).toMatchObject([{ period: today, state: "delivered" }]);
  const log = (await on.call("GET /api/v1/reminders", { query: { day: today } })).body.reminders;
  expect(log.filter(({ kind }) => kind === "statement")).toHaveLength(1);
  await send();
  expect(await mails()).toHaveLength(2);
});

test("a statement goes to the copies too, and to them alone when the client's own address is blocked", async () => {
  const copies = [{ email: "books@client.example", name: "Ann" }, { email: "owner@client.example" }];
  const { client, email, send, mails } = await newClient({ copies });
  expect((await send()).body).toEqual({ to: [email, ...copies.map(({ email }) => email)] });
  expect((await mails()).map(({ cc }) => cc)).toEqual([
    ["Ann <books@client.example>", "owner@client.example"],
  ]);
  expect(client).toMatchObject({ copies });
});

test("a statement of past days says what the balance was then", async () => {
  const { owe, send, mails } = await newClient({ language: "sw" });
  await owe(11_600);
  await send({ from: "2026-11-01", to: "2026-11-30" });
  expect((await mails()).map(({ subject }) => subject)).toEqual([
    "Taarifa ya akaunti, 1 Nov 2026 hadi 30 Nov 2026",
  ]);
  expect((await mails())[0]?.text).toContain("Hakuna ada wala malipo katika kipindi hiki.");
  // At most up to today.
  await send({ to: "2027-06-30" });
  expect((await mails())[0]?.subject).toBe("Taarifa ya akaunti, 1 Des 2026 hadi 24 Des 2026");
});

test("bad days, and a client who gets no emails, are refused in words", async () => {
  const { send } = await newClient();
  const refusals = await Promise.all(
    [{ from: "2026-12-25", to: today }, { from: "yesterday" }, { to: undefined }].map((body) => send(body)),
  );
  expect(refusals.map(({ status }) => status)).toEqual([400, 400, 400]);
  const blocked = await newClient({ email: "bounce@simulator.amazonses.com" });
  expect((await blocked.send()).status).toBe(201);
  await on.product.idle();
  expect(await blocked.send()).toMatchObject({
    status: 409,
    body: {
      error: "Emails to the client's address are blocked. Unblock it on the client's page, or change it.",
    },
  });
  const { status } = await on.call("POST /api/v1/clients/{id}/statements", {
    params: { id: randomUUID() },
    body: { from: "2026-12-01", to: today },
  });
  expect(status).toBe(404);
});

test("a sender that is killed before or after SES takes it sends it once, or waits", async () => {
  const { owe, send, mails } = await newClient();
  await owe(100);
  let kills = 0;
  intercept(on.product, async ({ from, operation }: AwsCall, pass) => {
    if (kills > 0 || !from?.startsWith("RemindersSend") || operation !== "SendRawEmail") return pass();
    kills += 1;
    await pass();
    await on.product.kill(from);
    return undefined;
  });
  await send();
  expect(await mails()).toHaveLength(1);
  expect(kills).toBe(1);
});

test("on the day of the month, each client who owes something gets one, however often the run comes", async () => {
  const [owing, paid, muted, toCome] = [
    await newClient(),
    await newClient(),
    await newClient({ muted: true }),
    await newClient(),
  ];
  await owing.owe(11_600);
  await paid.owe(100);
  await paid.pay(100);
  await muted.owe(100);
  await toCome.owe(100, "2027-02-20");
  await on.saveSettings({ statement_day: 4 });
  await on.sweep("2027-01-03");
  expect(await owing.mails()).toEqual([]);
  // The run of the fourth was missed.
  await on.sweep("2027-01-05");
  await on.sweep("2027-01-05");
  const [mail, ...more] = await owing.mails();
  expect([mail?.subject, more]).toEqual(["Statement of account, 1 Dec 2026 to 4 Jan 2027", []]);
  for (const client of [paid, muted, toCome]) expect(await client.mails()).toEqual([]);
  await on.sweep("2027-01-06");
  expect(await owing.mails()).toHaveLength(1);
});
