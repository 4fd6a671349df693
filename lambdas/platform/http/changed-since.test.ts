import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { databaseOf, referenceAt, seedRows, tableNamed } from "../../../test/seed-rows.ts";
import { aClient, staffedProduct } from "../../../test/staffed.ts";
import { stamped } from "../dynamo/changes.ts";

const running = staffedProduct();

const changedClients = async (since: string) =>
  (await running.asStaff("GET /api/v1/clients", { query: { since } })).body;
const changedSubscriptions = async (since: string) =>
  (await running.asStaff("GET /api/v1/subscriptions", { query: { since } })).body;

/** Makes every change up to now an hour old, and returns a mark after them. */
async function anHourLater(): Promise<string> {
  const database = databaseOf(running.product);
  for (const name of ["Clients", "Subscriptions"]) {
    const TableName = await tableNamed(database, name);
    const { Items = [] } = await database.send(new ScanCommand({ TableName }));
    for (const Item of Items) {
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
  const [one, other] = [await add("One"), await add("Other")];

  const quiet = await anHourLater();
  expect((await changedClients(quiet)).clients).toEqual([]);
  expect(await changedSubscriptions(quiet)).toMatchObject({ subscriptions: [], today: "2026-12-24" });

  await asStaff("PUT /api/v1/clients/{id}", { params: one.params, body: { ...aClient, name: "New name" } });
  await asStaff("POST /api/v1/clients/{id}/payments", {
    params: other.params,
    body: { amount: 10, reference: "A" },
  });
  // The next mark is after these changes, and has them again: the index may have lagged behind.
  for (const since of [quiet, (await changedClients(quiet)).mark ?? ""]) {
    expect((await changedClients(since)).clients.map(({ name }) => name)).toEqual(["New name"]);
    const paid = (await changedSubscriptions(since)).subscriptions;
    expect(paid.map(({ id, next_billing_date }) => [id, next_billing_date])).toEqual([
      [other.subscription.id, "2027-02-15"],
    ]);
  }

  const before = await anHourLater();
  const { version } = (await asStaff("GET /api/v1/clients/{id}", { params: one.params })).body.client;
  await asAdmin("POST /api/v1/clients/{id}/erasure", { params: one.params, body: { version } });
  expect((await changedClients(before)).clients).toMatchObject([
    { id: one.client.id, name: "Erased client", erased_at: expect.any(String) },
  ]);
  // Its charges were waived.
  expect((await changedSubscriptions(before)).subscriptions.map(({ id }) => id)).toEqual([
    one.subscription.id,
  ]);
});

test("what changed has pages, each row once", async () => {
  const ids = await seedRows(running.product, "Clients", 500, (id, index) =>
    stamped({
      ...{ ...aClient, id, payment_reference: referenceAt(index), version: 1 },
      ...{ phone: "", company: "", address: "x".repeat(3_000), status: "active" },
      created_at: "2026-01-01T00:00:00.000Z",
    }),
  );
  const since = new Date().toISOString();
  const seen: string[] = [];
  let pages = 0;
  let cursor: string | undefined;
  do {
    const query = { since, ...(cursor && { cursor }) };
    const { body } = await running.asStaff("GET /api/v1/clients", { query });
    seen.push(...body.clients.map(({ id }) => id));
    pages += 1;
    cursor = body.cursor;
  } while (cursor);
  expect(pages).toBeGreaterThan(1);
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen).toEqual(expect.arrayContaining(ids));
});

test.each<Record<string, string>>([
  { since: "yesterday" },
  { since: "2026-12-24T09:00:00.000Z", part: "1" },
  { since: "2026-12-24T09:00:00.000Z", cursor: "x" },
])("%o is a 400", async (query) => {
  expect((await running.asStaff("GET /api/v1/clients", { query })).status).toBe(400);
});
