import { afterAll, beforeAll, expect, test } from "vitest";
import { ofPeriod } from "../../shared/billing/account.ts";
import { addDays } from "../../shared/day.ts";
import { endInterception } from "../../test/product/interception.ts";
import { meterOf } from "../../test/product/meter.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { seedAccounts, seedRows } from "../../test/product/seed-rows.ts";
import { subscriptionList } from "../../test/product/subscription-list.ts";
import { chargeRow } from "./rows.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on.product.stop());

const owed = async (query: { since?: string } = {}) => (await on.call("GET /api/v1/owed", { query })).body;
const ofClient = async (id: string, query?: { since: string }) =>
  (await owed(query)).accounts.find(({ client_id }) => client_id === id);
const account = async (id: string) =>
  (await on.call("GET /api/v1/clients/{id}/account", { params: { id } })).body;
const pay = (id: string, amount: number) =>
  on.call("POST /api/v1/clients/{id}/payments", {
    params: { id },
    body: { id: crypto.randomUUID(), amount, currency: "USD", credit: true },
  });

test("who owes is listed with all open charges, until all is paid; a promise and credit stand beside", async () => {
  const client = await on.newClient({ name: "Late" });
  const { id } = await on.subscribe(client.id, "2026-11-20");
  const due = (day: string) => ({ charge: `${id}#${day}`, subscription: id, due: day, currency: "USD" });
  const { accounts, today } = await owed();
  expect(today).toBe("2026-12-24");
  expect(accounts).toMatchObject([
    {
      client_id: client.id,
      open: [due("2026-11-20"), due("2026-12-20"), due("2027-01-20")],
      owed: [{ currency: "USD", amount: 2 * (accounts[0]?.open[0]?.left ?? 0) }],
      credit: [],
      oldest_due: "2026-11-20",
    },
  ]);
  const price = accounts[0]?.open[0]?.left ?? 0;

  const promise = { params: { id: client.id }, body: { day: "2026-12-30" } };
  expect((await on.call("POST /api/v1/clients/{id}/promises", promise)).status).toBe(201);
  await pay(client.id, price + 1);
  expect(await ofClient(client.id)).toMatchObject({
    open: [{ ...due("2026-12-20"), left: price - 1, paid: 1 }, due("2027-01-20")],
    owed: [{ amount: price - 1 }],
    promise: "2026-12-30",
  });

  const since = new Date().toISOString();
  await pay(client.id, price - 1);
  expect(await ofClient(client.id)).toBeUndefined();
  const changed = await ofClient(client.id, { since });
  expect(changed).toMatchObject({ open: [due("2027-01-20")], owed: [], oldest_due: "2027-01-20" });
  expect(changed?.promise).toBeUndefined();
});

test("a charge to come is listed within a week, on hold, and if it is not what its subscription says", async () => {
  const client = await on.newClient({ name: "Coming" });
  const { id } = await on.subscribe(client.id, "2027-01-15");
  expect(await ofClient(client.id)).toBeUndefined();
  const soon = await on.newClient({ name: "Soon" });
  await on.subscribe(soon.id, "2026-12-31");
  expect(await ofClient(soon.id)).toMatchObject({ open: [{ due: "2026-12-31" }], owed: [] });

  await on.change(id, { status: "paused" });
  expect(await ofClient(client.id)).toMatchObject({ open: [{ due: "2027-01-15", held: true }], owed: [] });
  await on.change(id, { status: "active" });
  expect(await ofClient(client.id)).toBeUndefined();
  const params = { id: client.id, charge: `${id}#2027-01-15` };
  const change = { params, body: { amount: 7, reason: "agreed" } };
  expect((await on.call("PUT /api/v1/clients/{id}/charges/{charge}", change)).status).toBe(200);
  expect(await ofClient(client.id)).toMatchObject({ open: [{ due: "2027-01-15", left: 7 }], owed: [] });
});

test("a client who owes nothing although a subscription is active is listed: an inactive one", async () => {
  const client = await on.newClient({ name: "Gone" });
  const { id } = await on.subscribe(client.id, "2027-01-15");
  expect((await on.deactivate(client)).status).toBe(200);
  const { charges } = await account(client.id);
  await pay(client.id, charges[0]?.amount ?? 0);
  const listed = await ofClient(client.id);
  expect([listed?.open, listed?.owed]).toEqual([[], []]);
  const { rows } = await subscriptionList(on.call);
  expect(rows.find((row) => row.id === id)?.open).toEqual([]);
});

test("what stays with a client whose subscription another one has now is listed, also before it is due", async () => {
  const [former, present] = [await on.newClient({ name: "Former" }), await on.newClient({ name: "Present" })];
  const { id } = await on.subscribe(former.id, "2027-01-15");
  const to = [{ subscription_id: id, period: "2027-01-15", amount: 1 }];
  const body = { id: crypto.randomUUID(), amount: 1, to };
  await on.call("POST /api/v1/clients/{id}/payments", { params: { id: former.id }, body });
  expect((await on.change(id, { client_id: present.id })).status).toBe(200);
  const { charges } = await account(former.id);
  const [left] = charges.map(({ amount, paid }) => amount - paid);
  expect(await ofClient(former.id)).toMatchObject({ open: [{ charge: `${id}#2027-01-15`, left, paid: 1 }] });
  const { former: rows } = await subscriptionList(on.call);
  expect(rows).toMatchObject([{ id, client_id: former.id, former: true, status: "inactive" }]);
});

test("a charge that an email names is told", async () => {
  const client = await on.newClient({ name: "Told", email: "told@client.example" });
  await on.subscribe(client.id, "2026-12-20");
  await on.saveSettings({ notify_overdue: true });
  await on.sendNow();
  await on.product.idle();
  const listed = await ofClient(client.id);
  const { charges } = await account(client.id);
  expect(listed?.open.map(({ told }) => told)).toEqual(charges.map(({ told_on }) => told_on));
  expect(listed?.open[0]?.told).toBe("2026-12-24");
});

test("of more than a hundred open charges all are listed", async () => {
  const client_id = crypto.randomUUID() as string;
  await seedAccounts(on.product, [client_id], () => ({ next_billing_date: "2026-10-20" }), 60);
  const [row] = (await on.rows("Accounts")).filter((account) => account.client_id === client_id);
  const listed = await ofClient(client_id);
  expect([(row?.open as unknown[] | undefined)?.length, row?.more, listed?.open.length]).toEqual([
    100, 140, 240,
  ]);
  expect(listed?.owed).toEqual([{ currency: "USD", amount: 180 * 149.99 }]);

  // Paid charges are not read.
  const { reads } = await meterOf(on.product)(async () => void (await ofClient(client_id)));
  const due = (index: number) => addDays("2010-01-01", index);
  await seedRows(on.product, "Charges", 600, (id, index) =>
    chargeRow(client_id, { ...ofPeriod(id, due(index)), currency: "USD", cents: 10_00, paid_cents: 10_00 }),
  );
  const { reads: now } = await meterOf(on.product)(async () => void (await ofClient(client_id)));
  endInterception(on.product);
  expect(now).toBe(reads);
});

test("a cursor that no list returned is refused in words", async () => {
  const answer = await on.call("GET /api/v1/owed", { query: { cursor: "e30" } });
  expect([answer.status, answer.body.error]).toEqual([400, "There is no such page of this list."]);
});
