import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { recount } from "../../ops/data/recount.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { open } from "../../test/product/tables-of-product.ts";

// A charge that does not recur is in each place where charges are.

const today = "2026-12-24";
let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ send_receipts: true });
});
afterAll(() => on.product.stop());

async function addCharge(id: string, body: object): Promise<void> {
  const charge = { params: { id }, body: body as never };
  expect((await on.call("POST /api/v1/clients/{id}/charges", charge)).status).toBe(201);
}

test("an installation fee is listed, counted, reminded of once, paid, and in the statement", async () => {
  const client = await on.newClient({ name: "Amani Traders", email: "amani@client.example" });
  const params = { id: client.id };
  const fee = { id: randomUUID(), due: "2026-12-20", service: "Installation", currency: "KES" } as const;
  await addCharge(client.id, { ...fee, amount: 5_000 });

  const { body: next } = await on.call("GET /api/v1/reminders/upcoming");
  expect(next).toMatchObject({ sending: 1, skipping: 0 });
  expect(next.reminders).toMatchObject([
    { charge_id: fee.id, service: "Installation", period: fee.due, amount: 5_000 },
  ]);
  const { body: owed } = await on.call("GET /api/v1/owed");
  expect(owed.accounts).toMatchObject([{ client_id: client.id, oldest_due: fee.due }]);
  const { status, body: dashboard } = await on.call("GET /api/v1/dashboard/stats");
  expect(status).toBe(200);
  expect(dashboard.owed).toMatchObject([{ currency: "KES", overdue: 5_000 }]);
  // Its row has no actions of a subscription.
  expect(dashboard.overdue.map(({ oldest }) => [oldest.id, oldest.subscription_id])).toEqual([
    [fee.id, undefined],
  ]);

  await on.sweep();
  await on.sweep("2026-12-25");
  const mails = (await on.reminders()).filter(({ to }) => to[0] === client.email);
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toMatch(/KES.5,000.00[\s\S]*Service: Installation \(One-off\)/);
  expect(mails[0]?.text).toContain("The payment for a one-off charge (Installation) was due");
  const [digest] = await on.mails(/^Renewals on 24 Dec/);
  expect(digest?.text).toContain("Installation (One-off); due");

  // The next email goes out from the charge itself, and the client's own page asks for the same.
  const { url } = (await on.call("GET /api/v1/clients/{id}/link", { params })).body;
  const page = await (await fetch(url)).text();
  expect(page).toMatch(/Installation \(One-off\)[\s\S]*class="late"/);
  expect((await on.call("GET /api/v1/clients/{id}", { params })).body.figures).toMatchObject({
    overdueAmount: 5_000,
    overdueSubscriptions: 0,
    yearlyAmount: 0,
  });
  expect(dashboard.stats).toMatchObject({
    overdueAmount: 5_000,
    overdueSubscriptions: 0,
    renewalsThisWeek: 0,
    renewalsThisMonth: 0,
    totalActiveSubscriptions: 0,
    monthlyRecurringRevenue: 0,
  });

  const account = async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body;
  expect((await account()).charges).toMatchObject([{ id: fee.id, told_on: today, state: "open" }]);
  const to = [{ charge_id: fee.id, amount: 5_000 }];
  const paid = await on.call("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: randomUUID(), amount: 5_000, currency: "KES", to },
  });
  expect(paid.status).toBe(201);
  await on.product.idle();
  const [receipt] = await on.mails(/^Payment received/);
  expect(receipt?.text).toMatch(/your payment for a one-off charge \(Installation\)[\s\S]*KES.5,000.00/);
  expect(receipt?.text).toContain("Service: Installation (One-off)");
  expect(receipt?.text).not.toContain("credit");
  expect((await account()).charges).toMatchObject([{ id: fee.id, state: "paid" }]);
  expect((await on.call("GET /api/v1/clients/{id}", { params })).status).toBe(200);
  expect((await on.call("GET /api/v1/clients/{id}/timeline", { params })).status).toBe(200);
  const { body: list } = await on.call("GET /api/v1/payments", { query: { from: today, to: today } });
  expect(list.payments).toMatchObject([{ charge_id: fee.id, service: "Installation", amount: 5_000 }]);
  const { body: statement } = await on.call("GET /api/v1/clients/{id}/statement", { params, query: {} });
  expect(statement.entries).toMatchObject([
    { day: fee.due, kind: "charge", amount: 5_000 },
    { day: today, kind: "payment", amount: -5_000 },
  ]);
  const { client: database, tableNames } = await open(on.product);
  expect(await recount(database, tableNames, today)).toEqual([]);
});

test("a period whose due day moved after its reminder is asked for again before the new day", async () => {
  const client = await on.newClient({ name: "Chui Ltd", email: "chui@client.example" });
  const { id } = await on.subscribe(client.id, "2026-12-28");
  const charge = `${id}#2026-12-28`;
  const mails = async () =>
    (await on.reminders()).filter(({ to }) => to[0] === client.email).map(({ text }) => text);
  await on.sweep("2026-12-26");
  expect(await mails()).toHaveLength(1);
  // Also to a day that the first reminder would have been for.
  const change = { params: { id: client.id, charge }, body: { due: "2026-12-31", reason: "Agreed" } };
  expect((await on.call("PUT /api/v1/clients/{id}/charges/{charge}", change)).status).toBe(200);
  await on.sweep("2026-12-27");
  await on.sweep("2026-12-28");
  const texts = await mails();
  expect([texts.length, texts.filter((text) => text?.includes("31 Dec 2026")).length]).toEqual([2, 1]);
});

test("a client whose only debt is a fee is reminded from it by hand, once a day, and for the new day after it moved", async () => {
  const client = await on.newClient({ name: "Baraka Shop", email: "baraka@client.example" });
  const id = randomUUID();
  await addCharge(client.id, { id, due: "2026-12-30", service: "Training", amount: 80, currency: "USD" });
  const params = { id: client.id, charge: id };
  const remind = () =>
    on.call("POST /api/v1/clients/{id}/charges/{charge}/reminders", { params, query: { once: "day" } });
  const mails = async () => (await on.reminders()).filter(({ to }) => to[0] === client.email);
  for (const _ of [1, 2]) {
    const { status, body } = await remind();
    expect([status, body.reminder]).toMatchObject([201, { client_id: client.id, period: "2026-12-30" }]);
  }
  expect(await mails()).toHaveLength(1);
  const settle = { ...params, charge: randomUUID() };
  const unknown = await on.call("POST /api/v1/clients/{id}/charges/{charge}/reminders", { params: settle });
  expect(unknown.status).toBe(409);

  const change = { params, body: { due: "2027-01-20", reason: "Agreed" } };
  expect((await on.call("PUT /api/v1/clients/{id}/charges/{charge}", change)).status).toBe(200);
  await on.sweep("2026-12-31");
  expect(await mails()).toHaveLength(1);
  await on.sweep("2027-01-13");
  await on.sweep("2027-01-14");
  const texts = (await mails()).map(({ text }) => text);
  expect([texts.length, texts.filter((text) => text?.includes("20 Jan 2027")).length]).toEqual([2, 1]);
  await on.sweep("2027-01-21");
  expect(await mails()).toHaveLength(3);
});

test("one-offs of two clients can have one id, and each client is reminded, by the daily run and by hand", async () => {
  const id = randomUUID();
  const addresses = ["duma@client.example", "faru@client.example"];
  const [duma, faru] = await Promise.all(
    addresses.map(async (email) => {
      const client = await on.newClient({ name: email.slice(0, 4), email });
      await addCharge(client.id, { id, due: today, service: `Visit ${email}`, amount: 90, currency: "USD" });
      return client.id;
    }),
  );
  const mails = async () => (await on.reminders()).filter(({ to }) => addresses.includes(to[0] ?? ""));
  await on.sweep("2027-01-22");
  expect((await mails()).map(({ to }) => to[0]).sort()).toEqual(addresses);
  for (const client of [duma, faru]) {
    const params = { id: client ?? "", charge: id };
    const { body } = await on.call("POST /api/v1/clients/{id}/charges/{charge}/reminders", { params });
    expect(body.reminder).toMatchObject({ client_id: client });
  }
  expect(await mails()).toHaveLength(4);
});
