import { randomUUID } from "node:crypto";
import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { databaseOf, referenceAt, seedRows, tableNamed } from "../../../test/product/seed-rows.ts";
import { aClient, staffedProduct } from "../../../test/product/staffed.ts";
import { stamped } from "../dynamo/changed-since.ts";

const running = staffedProduct();

const changedClients = async (since: string) =>
  (await running.asStaff("GET /api/v1/clients", { query: { since } })).body;
const changedPayments = async (since: string, span: object = {}) =>
  (await running.asStaff("GET /api/v1/payments", { query: { since, ...span } })).body;
const changedSubscriptions = async (since: string) =>
  (await running.asStaff("GET /api/v1/subscriptions", { query: { since } })).body;

/** Makes every change up to now an hour old, and returns a mark after them. */
async function anHourLater(): Promise<string> {
  const database = databaseOf(running.product);
  for (const name of ["Clients", "Subscriptions", "Payments"]) {
    const TableName = await tableNamed(database, name);
    const { Items = [] } = await database.send(new ScanCommand({ TableName }));
    // The table of payments has rows of statement lines too.
    for (const Item of Items.filter(({ id }) => !String(id).startsWith("line#"))) {
      expect([name, Item.in_list, Item.changed_at]).toEqual([name, "all", expect.any(String)]);
      const changed_at = new Date(Date.parse(String(Item.changed_at)) - 3_600_000).toISOString();
      await database.send(new PutCommand({ TableName, Item: { ...Item, changed_at } }));
    }
  }
  return new Date().toISOString();
}

test("a list answers only what changed since a mark, also a subscription without a save of its own", async () => {
  const { asAdmin, asStaff } = running;
  const add = async (name: string) => {
    const { client } = (await asStaff("POST /api/v1/clients", { body: { ...aClient, name } })).body;
    const { subscription } = (
      await asStaff("POST /api/v1/subscriptions", {
        body: { client_id: client.id, start_date: "2026-01-15", frequency: "monthly", amount: 10 },
      })
    ).body;
    return { client, subscription, params: { id: client.id } };
  };
  const [first, second] = [await add("One"), await add("Other")];

  const quiet = await anHourLater();
  expect((await changedClients(quiet)).clients).toEqual([]);
  expect(await changedSubscriptions(quiet)).toMatchObject({ subscriptions: [], today: "2026-12-24" });

  await asStaff("PUT /api/v1/clients/{id}", { params: first.params, body: { ...aClient, name: "New name" } });
  await asStaff("POST /api/v1/clients/{id}/payments", {
    params: second.params,
    body: { id: crypto.randomUUID(), amount: 10, reference: "A" },
  });
  // The next mark is after these changes, and has them again: the index may have lagged behind.
  for (const since of [quiet, (await changedClients(quiet)).mark ?? ""]) {
    expect((await changedClients(since)).clients.map(({ name }) => name)).toEqual(["New name"]);
    const paid = (await changedSubscriptions(since)).subscriptions;
    expect(paid.map(({ id, next_billing_date }) => [id, next_billing_date])).toEqual([
      [second.subscription.id, "2027-02-15"],
    ]);
  }

  const before = await anHourLater();
  const { version } = (await asStaff("GET /api/v1/clients/{id}", { params: first.params })).body.client;
  await asAdmin("POST /api/v1/clients/{id}/erasure", { params: first.params, body: { version } });
  expect((await changedClients(before)).clients).toMatchObject([
    { id: first.client.id, name: "Erased client", erased_at: expect.any(String) },
  ]);
  // Its charges were waived.
  expect((await changedSubscriptions(before)).subscriptions.map(({ id }) => id)).toEqual([
    first.subscription.id,
  ]);
});

test("a changed payment is in the answer if it counts and was paid between the days, its id in any case", async () => {
  const { asAdmin, asStaff } = running;
  const { client } = (await asStaff("POST /api/v1/clients", { body: aClient })).body;
  const params = { id: client.id };
  const schedule = { start_date: "2026-01-15", frequency: "monthly", amount: 10 };
  await asStaff("POST /api/v1/subscriptions", { body: { client_id: client.id, ...schedule } });
  const [first, second, third] = [randomUUID(), randomUUID(), randomUUID()];
  for (const id of [first, second, third])
    await asStaff("POST /api/v1/clients/{id}/payments", { params, body: { id, amount: 10, reference: id } });
  const code = { code: "SJK4H7L2QP", method: "mpesa", paid_on: "2026-12-03", amount: 10, currency: "USD" };
  const line = { ...code, client_id: client.id };
  const { lines } = (await asStaff("POST /api/v1/payments", { body: { lines: [line] } })).body;
  const fromStatement = lines[0]?.payment_id ?? "";

  const quiet = await anHourLater();
  expect(await changedPayments(quiet)).toMatchObject({ payments: [], changed: [] });
  await asStaff("PUT /api/v1/payments/{id}", { params: { id: first }, body: { reference: "Other" } });
  await asStaff("PUT /api/v1/payments/{id}", { params: { id: second }, body: { paid_on: "2026-11-30" } });
  await asStaff("DELETE /api/v1/payments/{id}", { params: { id: third } });
  await asStaff("DELETE /api/v1/payments/{id}", { params: { id: fromStatement } });
  for (const since of [quiet, (await changedPayments(quiet)).mark ?? ""]) {
    const { payments, changed, ...page } = await changedPayments(since);
    expect(page).toMatchObject({ from: "2026-12-01", to: "2026-12-24" });
    expect(payments.map(({ id, reference }) => [id, reference])).toEqual([[first, "Other"]]);
    expect(changed?.toSorted()).toEqual([first, second, third, fromStatement].sort());
  }
  const november = await changedPayments(quiet, { from: "2026-11-01", to: "2026-11-30" });
  expect(november.payments.map(({ id }) => id)).toEqual([second]);

  const before = await anHourLater();
  const { version } = (await asStaff("GET /api/v1/clients/{id}", { params })).body.client;
  await asAdmin("POST /api/v1/clients/{id}/erasure", { params, body: { version } });
  const { changed, payments } = await changedPayments(before);
  expect(changed).toContain(first);
  expect(payments.find(({ id }) => id === first)?.reference).toBe("");

  // An undone payment waits as a line. When somebody types the payment, the line is deleted.
  const { client: otherClient } = (await asStaff("POST /api/v1/clients", { body: aClient })).body;
  const typed = { amount: 10, method: "mpesa", reference: code.code, credit: true };
  const answer = await asStaff("POST /api/v1/clients/{id}/payments", {
    params: { id: otherClient.id },
    body: { id: crypto.randomUUID(), ...typed },
  });
  expect(answer.status, answer.body.error).toBe(201);
  expect(await changedPayments(quiet)).toMatchObject({ payments: [], reload: true });
});

test("what changed has pages, each row once", async () => {
  const ids = await seedRows(running.product, "Clients", 500, (id, index) =>
    stamped({
      ...aClient,
      id,
      payment_reference: referenceAt(index),
      version: 1,
      phone: "",
      company: "",
      address: "x".repeat(3_000),
      status: "active",
      created_at: "2026-01-01T00:00:00.000Z",
    }),
  );
  const since = new Date().toISOString();
  const idsSeen: string[] = [];
  let pages = 0;
  let cursor: string | undefined;
  do {
    const query = { since, ...(cursor && { cursor }) };
    const { body } = await running.asStaff("GET /api/v1/clients", { query });
    idsSeen.push(...body.clients.map(({ id }) => id));
    pages += 1;
    cursor = body.cursor;
  } while (cursor);
  expect(pages).toBeGreaterThan(1);
  expect(new Set(idsSeen).size).toBe(idsSeen.length);
  expect(idsSeen).toEqual(expect.arrayContaining(ids));
});

test.each<Record<string, string>>([
  { since: "yesterday" },
  { since: "2026-12-24T09:00:00.000Z", part: "1" },
  { since: "2026-12-24T09:00:00.000Z", cursor: "x" },
])("%o is a 400", async (query) => {
  expect((await running.asStaff("GET /api/v1/clients", { query })).status).toBe(400);
});
