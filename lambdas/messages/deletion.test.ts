import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { RECOVERY_DAYS } from "../../shared/tables.ts";
import { intercept } from "../../test/product/interception.ts";
import { messageInbox } from "../../test/product/message-inbox.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";

const { running, send, find, mails } = messageInbox();
const remove = (id: string, body: unknown = { reason: "Spam" }, as = running.asAdmin) =>
  as("DELETE /api/v1/messages/{id}", { params: { id }, body });
async function stored(id: string) {
  const database = databaseOf(running.product);
  const { Items = [] } = await database.send(
    new ScanCommand({ TableName: await tableNamed(database, "Messages"), ConsistentRead: true }),
  );
  return Items.find((row) => row.id === id);
}

test("an administrator deletes a message for good, with a reason in the activity; a repeat changes nothing", async () => {
  const body = { email: "K.iprop+site@Example.co.ke", phone: "0711 222 333", message: "Call me" };
  const id = await send("Unwanted", body);
  expect(await stored(id)).toMatchObject({
    email: body.email,
    address_key: "k.iprop@example.co.ke",
    phone_key: "254711222333",
  });
  for (const answer of [await remove(id), await remove(id, { reason: "Again" })])
    expect([answer.status, answer.body]).toEqual([200, { deleted: true }]);
  expect(await find("waiting", id)).toBeUndefined();
  const remainingRow = { id, deleted_at: expect.any(String), expires_at: expect.any(Number) };
  expect(await stored(id)).toEqual(remainingRow);
  const { deleted_at, expires_at } = (await stored(id)) as { deleted_at: string; expires_at: number };
  expect(expires_at - Date.parse(deleted_at) / 1_000).toBeGreaterThan(RECOVERY_DAYS * 86_400);

  const { entries } = (await running.asAdmin("GET /api/v1/activity")).body;
  const about = entries.filter(({ message_id }) => message_id === id);
  expect(about.map(({ kind, name, after }) => [kind, name, after])).toEqual([
    ["message-deleted", "Person 2", { reason: "Spam" }],
  ]);
  // The browser of the visitor sends it again, because its answer was lost.
  await running.product.call("POST /api/send-email", {
    body: { id, name: "Unwanted", email: "a@b.example", message: "Call me" },
  });
  expect(await stored(id)).toEqual(remainingRow);
});

test("it needs an administrator, a reason and a message", async () => {
  const id = await send("Kept");
  const refused = async (answer: ReturnType<typeof remove>) => {
    const { status, body } = await answer;
    return [status, body.error];
  };
  expect(await refused(remove(id, undefined, running.asStaff))).toEqual([
    403,
    "Only an administrator can do this.",
  ]);
  for (const reason of ["", "  ", undefined])
    expect(await refused(remove(id, { reason }))).toEqual([400, "Please give the reason."]);
  expect(await refused(remove(randomUUID()))).toEqual([404, "That message does not exist."]);
  expect(await find("waiting", id)).toBeDefined();
});

test("a message that is being mailed is deleted, and does not come back or fail", async () => {
  const id = randomUUID();
  let deleted = false;
  intercept(running.product, async ({ operation }, pass) => {
    if (!deleted && operation === "SendRawEmail") {
      deleted = true;
      expect((await remove(id)).status).toBe(200);
    }
    return pass();
  });
  await send("Overtaken", { id });
  expect(deleted).toBe(true);
  expect(await stored(id)).not.toHaveProperty("name");
  expect((await mails("Overtaken")).length).toBe(1);
});
