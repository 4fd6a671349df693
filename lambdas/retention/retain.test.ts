import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { expiryOf, type Kept } from "../../shared/retention.ts";
import { type Between, intercept } from "../../test/interception.ts";
import { type Reminding, startReminding } from "../../test/reminding.ts";
import { databaseOf, seedRows, tableNamed } from "../../test/seed-rows.ts";

let on: Reminding;
let between: Between = (_, pass) => pass();
let written = 0;

beforeAll(async () => {
  on = await startReminding();
  intercept(on.product, (call, pass) => {
    if (call.from?.startsWith("RetentionRetain") && call.operation === "UpdateItem") written += 1;
    return between(call, pass);
  });
  const { id } = await on.newClient();
  await on.call("POST /api/v1/clients/{id}/notes", { params: { id }, body: { text: "Calls on Friday" } });
  await on.subscribe(id, "2026-12-31");
  await on.sweep();
  const message = { name: "Grace", email: "grace@tumaini.example", phone: "", message: "Hello" };
  await on.product.call("POST /api/send-email", { body: message });
  const line = { number: "TJK0000010", method: "mpesa", paid_on: "2026-11-12", amount: 100, payer: "Grace" };
  const kept = await on.call("POST /api/v1/payments/lines", { body: { lines: [line] } });
  expect(kept.status).toBeLessThan(300);
  await on.product.idle();
});
beforeEach(() => {
  written = 0;
  between = (_, pass) => pass();
});
afterAll(() => on?.product.stop());

async function daily() {
  const schedule = on.product.schedules().find(({ expression }) => expression === "rate(1 day)");
  return on.product.runSchedule(schedule?.name ?? "", on.product.now());
}
const instantOf = {
  Messages: ({ received_at }) => String(received_at),
  Reminders: ({ at }) => String(at),
  Activity: ({ at }) => String(at).split("#", 1)[0] ?? "",
} satisfies Record<string, (row: Record<string, unknown>) => string>;
/** For how many months rows are kept, of each table once. */
async function kept(table: keyof typeof instantOf) {
  const months = (await on.rows(table))
    // Notes and lines stay; the mark of a note goes by itself.
    .filter(({ day, expires_at }) => table !== "Activity" || (day && expires_at))
    .map((row) => {
      const name = table.toLowerCase() as Kept;
      return (
        (Number(row.expires_at) - expiryOf(name, instantOf[table](row), 0)) / expiryOf(name, "1970-01-01", 1)
      );
    });
  expect(months.length).toBeGreaterThan(0);
  return [...new Set(months)];
}
const all = async () => [await kept("Messages"), await kept("Reminders"), await kept("Activity")];
const others = async () => (await on.rows("Activity")).filter(({ day, expires_at }) => !day || !expires_at);

test("as long as nobody chose otherwise, rows are written with what is usual, and nothing is moved", async () => {
  expect(await all()).toEqual([[24], [36], [24]]);
  expect(await daily()).toEqual({ outcome: { messages: 0, reminders: 0, activity: 0 } });
  expect(written).toBe(0);
});

test("what is chosen in Settings is given to every row, those that come later too; notes, marks and lines stay as they are", async () => {
  const before = await others();
  expect(before.map(({ kind }) => kind ?? "none").sort()).toEqual(["none", "none", "note"]);
  const chosen = { keep_messages_months: 6, keep_reminders_months: 24, keep_activity_months: 60 };
  await on.saveSettings(chosen);
  await on.product.idle();
  await daily();
  expect(await all()).toEqual([[6], [24], [60]]);
  expect(await others()).toEqual(before);
  written = 0;
  await daily();
  expect(written).toBe(0);

  await on.newClient({ name: "Later", email: "later@client.example" });
  expect((await kept("Activity")).sort()).toEqual([24, 60]);
  await daily();
  expect(await kept("Activity")).toEqual([60]);
  await on.saveSettings({ keep_messages_months: 36, keep_reminders_months: 60, keep_activity_months: 12 });
  await on.product.idle();
  await daily();
  expect(await all()).toEqual([[36], [60], [12]]);
});

test("rows of releases before get their day to go; one whose instant cannot be read is left", async () => {
  const old = { id: "old", email: "a@old.example", received_at: "2026-01-01T00:00:00.000Z" };
  await on.put("Messages", old);
  await on.put("Messages", { ...old, id: "odd", received_at: "yesterday" });
  expect(await daily()).toEqual({ outcome: { messages: 1, reminders: 0, activity: 0 } });
  const rows = await on.rows("Messages");
  expect(rows.find(({ id }) => id === "old")?.expires_at).toBe(expiryOf("messages", old.received_at, 36));
  expect(rows.find(({ id }) => id === "odd")).not.toHaveProperty("expires_at");
});

test("a run that is cut off is gone on with by the next, and what was taken away meanwhile stays away", async () => {
  const received_at = "2026-02-01T00:00:00.000Z";
  const ids = await seedRows(on.product, "Messages", 60, (id) => ({
    id,
    email: "b@old.example",
    received_at,
  }));
  const database = databaseOf(on.product);
  const TableName = await tableNamed(database, "Messages");
  between = async ({ from, operation }, pass) => {
    if (!from?.startsWith("RetentionRetain") || operation !== "UpdateItem" || written < 30) return pass();
    return new Response(JSON.stringify({ __type: "com.amazon.coral.validate#ValidationException" }), {
      status: 400,
    });
  };
  expect(await daily()).toMatchObject({ error: expect.anything() });
  const expiring = async () =>
    (await on.rows("Messages")).filter(({ id, expires_at }) => ids.includes(String(id)) && expires_at);
  expect((await expiring()).length).toBeLessThan(60);
  // Between what was read and what is written, somebody is forgotten.
  let gone = "";
  between = async ({ from, operation, body }, pass) => {
    if (from?.startsWith("RetentionRetain") && operation === "UpdateItem" && !gone) {
      gone = JSON.parse(body).Key.id.S;
      await database.send(new DeleteCommand({ TableName, Key: { id: gone } }));
    }
    return pass();
  };
  await daily();
  expect(await expiring()).toHaveLength(59);
  expect((await on.rows("Messages")).map(({ id }) => id)).not.toContain(gone);
});

test("the shortest time of the send log sends nothing twice: what was reminded of is marked on the subscription, too", async () => {
  const { id } = await on.subscribe((await on.newClient()).id, "2026-12-01", { frequency: "yearly" });
  const sent = async () => (await on.ledger(id)).length;
  await on.sweep();
  expect(await sent()).toBe(1);
  const [line] = await on.ledger(id);
  const database = databaseOf(on.product);
  const Key = { subscription_id: id, period_kind: line?.period_kind };
  await database.send(new DeleteCommand({ TableName: await tableNamed(database, "Reminders"), Key }));
  await on.sweep("2029-01-01");
  expect(await sent()).toBe(0);
});
