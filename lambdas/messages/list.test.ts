import { randomUUID } from "node:crypto";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { intercept } from "../../test/product/interception.ts";
import { messageInbox } from "../../test/product/message-inbox.ts";
import { databaseOf, seedRows, tableNamed } from "../../test/product/seed-rows.ts";

const { running, send, list, all } = messageInbox();

/** A stored message without optional fields. */
const row = (id: string, received_at: string, state: string) => ({
  id,
  name: "Old",
  email: "old@example.com",
  phone: "",
  message: "Old",
  state,
  day: received_at.slice(0, 10),
  received_at,
  mail_id: "earlier",
});
async function putMessage(received_at: string, state = "mailed"): Promise<string> {
  const database = databaseOf(running.product);
  const id = randomUUID();
  const TableName = await tableNamed(database, "Messages");
  await database.send(new PutCommand({ TableName, Item: row(id, received_at, state) }));
  return id;
}

test("all waiting messages are listed, oldest first, with the server's clock and without internal fields", async () => {
  const newId = await send("Fresh");
  const oldId = await putMessage("2025-01-05T08:00:00.000Z");
  const { body } = await list({});
  const ids = body.messages.map(({ id }) => id);
  expect(ids.indexOf(oldId)).toBe(0);
  expect(ids).toContain(newId);
  expect(Math.abs(Date.parse(body.now) - running.product.now())).toBeLessThan(60_000);
  expect(Object.keys(body.messages[0] ?? {}).sort()).toEqual(
    ["day", "email", "id", "message", "name", "phone", "received_at", "state"].sort(),
  );
});

test("pages have at most 100 messages of a state, in one order, each message once, and read only what they show", async () => {
  const at = (index: number) => new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString();
  // Answered messages are not read for the waiting ones.
  await seedRows(running.product, "Messages", 300, (id, index) => row(id, at(index), "answered"));
  await seedRows(running.product, "Messages", 250, (id, index) =>
    row(id, at(2 * index), index % 3 ? "mailed" : "pending"),
  );
  const operations: string[] = [];
  intercept(running.product, (call, pass) => {
    // The authorizer also reads its cached table now and then.
    if (!call.body.includes("DataStaff")) operations.push(call.operation);
    return pass();
  });
  const first = await list({ box: "waiting" });
  expect(operations).toEqual(["Query", "Query"]);
  expect(first.body.messages.length).toBeLessThanOrEqual(200);

  const waiting = await all("waiting");
  expect(waiting.length).toBeGreaterThanOrEqual(250);
  expect(new Set(waiting.map(({ id }) => id)).size).toBe(waiting.length);
  const times = waiting.map(({ received_at }) => received_at);
  expect(times).toEqual([...times].sort());
  const answered = (await all("answered")).map(({ received_at }) => received_at);
  expect(answered).toEqual([...answered].sort().reverse());
  expect(answered.length).toBeGreaterThanOrEqual(300);
});

test.each([
  [{ box: "gone" }, "A message is waiting, answered or spam."],
  [{ cursor: "!" }, "There is no such page of this list."],
  [{ cursor: "abc" }, "There is no such page of this list."],
  [
    { cursor: Buffer.from('{"mailed":["now","7"]}').toString("base64url") },
    "There is no such page of this list.",
  ],
  [{ day: "2026-12-24" }, 'There is no field called "day".'],
])("an invalid query is refused: %j", async (query, error) => {
  expect(await list(query as Record<string, string>)).toMatchObject({ status: 400, body: { error } });
});
