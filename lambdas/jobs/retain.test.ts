import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { expiresAt, type RetainedTable } from "../../shared/retention.ts";
import { type TableName, tableVariable } from "../../shared/tables.ts";
import { type AwsCall, type Interceptor, intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { databaseOf, seedRows, tableNamed } from "../../test/product/seed-rows.ts";

let on: ReminderProduct;
let interceptor: Interceptor = (_, pass) => pass();
let written = 0;

beforeAll(async () => {
  on = await startReminderProduct();
  intercept(on.product, (call, pass) => {
    if (isWriteOfRow(call)) written += 1;
    return interceptor(call, pass);
  });
  const { id } = await on.newClient();
  await on.call("POST /api/v1/clients/{id}/notes", { params: { id }, body: { text: "Calls on Friday" } });
  await on.subscribe(id, "2026-12-31");
  await on.sweep();
  const message = { name: "Grace", email: "grace@tumaini.example", phone: "", message: "Hello" };
  await on.product.call("POST /api/send-email", { body: message });
  const line = {
    code: "TJK0000010",
    method: "mpesa" as const,
    paid_on: "2026-11-12",
    amount: 100,
    currency: "KES" as const,
    payer: "Grace",
  };
  const recorded = await on.call("POST /api/v1/payments", { body: { lines: [line] } });
  expect(recorded.status).toBeLessThan(300);
  const at = "2026-12-01T06:00:00.000Z";
  const imported = { row: "00001", at, expires_at: expiresAt("imports", at) };
  await seedRows(on.product, "Imports", 1, (id) => ({ id, ...imported }));
  await on.product.idle();
});
beforeEach(() => {
  written = 0;
  interceptor = (_, pass) => pass();
});
afterAll(() => on?.product.stop());

/** A write to an expiring row, not to the position of the run or the lock of the staff. */
const isWriteOfRow = ({ from, operation, body }: AwsCall) =>
  from?.startsWith("RetentionRetain") &&
  operation === "UpdateItem" &&
  !/"name":\{"S":"retention"\}|DataStaff/.test(body);

async function daily() {
  return on.product.runSchedule(localSchedule("retention"), on.product.now());
}
const instantOf = {
  Messages: ({ received_at }) => String(received_at),
  Reminders: ({ at }) => String(at),
  Activity: ({ at }) => String(at).split("#", 1)[0] ?? "",
  Payments: ({ recorded_at }) => String(recorded_at),
  Imports: ({ at }) => String(at),
} satisfies Record<string, (row: Record<string, unknown>) => string>;
/** The distinct retention periods of the rows of a table, in months. */
async function monthsKept(table: keyof typeof instantOf) {
  const months = (await on.rows(table))
    // Notes do not expire, and the marker of a note has its own expiry. Lines and clients' payments do not expire.
    .filter(({ day, expires_at }) => table !== "Activity" || (day && expires_at))
    .filter(({ state }) => table !== "Payments" || state === "unmatched")
    .map((row) => {
      const name = table.toLowerCase() as RetainedTable;
      return (
        (Number(row.expires_at) - expiresAt(name, instantOf[table](row), 0)) /
        expiresAt(name, "1970-01-01", 1)
      );
    });
  expect(months.length).toBeGreaterThan(0);
  return [...new Set(months)];
}
const all = async () => [
  await monthsKept("Messages"),
  await monthsKept("Reminders"),
  await monthsKept("Activity"),
  await monthsKept("Payments"),
  await monthsKept("Imports"),
];
const rowsWithoutExpiry = async () =>
  (await on.rows("Activity")).filter(({ day, expires_at }) => !day || !expires_at);

test("by default new rows have the default retention, and a run changes nothing", async () => {
  expect(await all()).toEqual([[24], [36], [24], [24], [24]]);
  expect(await daily()).toEqual({
    outcome: { messages: 0, reminders: 0, activity: 0, payments: 0, imports: 0 },
  });
  expect(written).toBe(0);
});

test("a run sets the retention of Settings on every row, also on later ones, but not on notes", async () => {
  const before = await rowsWithoutExpiry();
  expect(before.map(({ kind }) => kind ?? "none").sort()).toEqual(["none", "note"]);
  const chosen = {
    keep_messages_months: 6,
    keep_reminders_months: 24,
    keep_activity_months: 60,
    keep_unmatched_months: 12,
  };
  await on.saveSettings(chosen);
  await on.product.idle();
  await daily();
  expect(await all()).toEqual([[6], [24], [60], [12], [12]]);
  expect(await rowsWithoutExpiry()).toEqual(before);
  written = 0;
  await daily();
  expect(written).toBe(0);

  await on.newClient({ name: "Later", email: "later@client.example" });
  expect((await monthsKept("Activity")).sort()).toEqual([24, 60]);
  await daily();
  expect(await monthsKept("Activity")).toEqual([60]);
  await on.saveSettings({ keep_messages_months: 36, keep_reminders_months: 60, keep_activity_months: 12 });
  await on.product.idle();
  await daily();
  expect(await all()).toEqual([[36], [60], [12], [12], [12]]);
});

test("rows without an expiry get one; a row with an unreadable instant does not change", async () => {
  const oldMessage = { id: "old", email: "a@old.example", received_at: "2026-01-01T00:00:00.000Z" };
  await on.put("Messages", oldMessage);
  await on.put("Messages", { ...oldMessage, id: "odd", received_at: "yesterday" });
  expect(await daily()).toEqual({
    outcome: { messages: 1, reminders: 0, activity: 0, payments: 0, imports: 0 },
  });
  const rows = await on.rows("Messages");
  expect(rows.find(({ id }) => id === "old")?.expires_at).toBe(
    expiresAt("messages", oldMessage.received_at, 36),
  );
  expect(rows.find(({ id }) => id === "odd")).not.toHaveProperty("expires_at");
});

test("a failed run becomes a dead letter, the next one continues it, and a row deleted meanwhile stays deleted", async () => {
  const received_at = "2026-02-01T00:00:00.000Z";
  const ids = await seedRows(on.product, "Messages", 60, (id) => ({
    id,
    email: "b@old.example",
    received_at,
  }));
  const database = databaseOf(on.product);
  const TableName = await tableNamed(database, "Messages");
  const deadLetters = await on.deadLetters();
  interceptor = async (call, pass) => {
    if (!isWriteOfRow(call) || written < 30) return pass();
    return new Response(JSON.stringify({ __type: "com.amazon.coral.validate#ValidationException" }), {
      status: 400,
    });
  };
  expect(await daily()).toMatchObject({ error: expect.anything() });
  expect(await on.deadLetters()).toBe(deadLetters + 1);
  const expiring = async () =>
    (await on.rows("Messages")).filter(({ id, expires_at }) => ids.includes(String(id)) && expires_at);
  expect((await expiring()).length).toBeLessThan(60);
  // Delete a row between the read and the write.
  let deletedId = "";
  interceptor = async (call, pass) => {
    if (isWriteOfRow(call) && !deletedId) {
      deletedId = JSON.parse(call.body).Key.id.S;
      await database.send(new DeleteCommand({ TableName, Key: { id: deletedId } }));
    }
    return pass();
  };
  await daily();
  expect(await expiring()).toHaveLength(59);
  expect((await on.rows("Messages")).map(({ id }) => id)).not.toContain(deletedId);
});

/** Runs the handler in this process; `remaining` returns the time that is left. */
async function retainHere(remaining: () => number) {
  const database = databaseOf(on.product);
  const names = ["Messages", "Reminders", "Activity", "Payments", "Imports", "Accounts", "Settings", "Staff"];
  for (const name of names)
    vi.stubEnv(tableVariable(name.toLowerCase() as TableName), await tableNamed(database, name));
  vi.stubEnv("USER_POOL_ID", on.product.userPoolId);
  vi.stubEnv("AWS_REGION", on.product.region);
  vi.stubEnv("AWS_ENDPOINT_URL", on.product.awsEndpoint);
  vi.stubEnv("AWS_ACCESS_KEY_ID", "LOCALADMIN");
  vi.stubEnv("AWS_SECRET_ACCESS_KEY", "local");
  // Its client may have been made for the product of a file before.
  vi.resetModules();
  const { handler } = await import("./retain.ts");
  const event = { scheduled_at: new Date(on.product.now()).toISOString() };
  return handler(event, { getRemainingTimeInMillis: remaining }).finally(() => vi.unstubAllEnvs());
}

test("a run stops before its time is over, and the next one continues at that page", async () => {
  const received_at = "2026-03-01T00:00:00.000Z";
  const expires_at = expiresAt("messages", received_at, 36);
  await seedRows(on.product, "Messages", 1_100, (id) => ({
    id,
    email: "c@old.example",
    received_at,
    expires_at,
  }));
  await daily();
  const before = (await on.rows("Settings")).find(({ name }) => name === "retention");
  expect(before).toEqual({ name: "retention", finished_at: expect.stringMatching(/^2026-12-24T06/) });

  let remaining = 900_000;
  /** The scans of each table, and whether they continue after a key. */
  let scans: string[] = [];
  interceptor = (call, pass) => {
    if (call.operation === "Scan") {
      const { TableName, ExclusiveStartKey } = JSON.parse(call.body);
      scans.push(`${/Data([A-Z][a-z]+)/.exec(TableName)?.[1]}${ExclusiveStartKey ? ", continued" : ""}`);
      if (scans.length === 2) remaining = 10_000;
    }
    return pass();
  };
  await expect(retainHere(() => remaining)).rejects.toThrow("the next run continues from here");
  expect(scans).toEqual(["Messages", "Messages, continued"]);
  const [stopped] = (await on.rows("Settings")).filter(({ name }) => name === "retention");
  expect(stopped).toMatchObject({ ...before, position: { table: "messages" } });

  scans = [];
  expect(await daily()).toEqual({
    outcome: { messages: 0, reminders: 0, activity: 0, payments: 0, imports: 0 },
  });
  expect(scans).toEqual(["Messages, continued", "Reminders", "Activity", "Payments", "Imports", "Staff"]);
});

test("a run stops writing within its second page; after a change of Settings the next one starts from the beginning", async () => {
  await on.saveSettings({ keep_messages_months: 6 });
  await on.product.idle();
  let remaining = 900_000;
  let writes = 0;
  interceptor = ({ operation }, pass) => {
    if (operation === "UpdateItem") writes += 1;
    if (writes === 1_050) remaining = 10_000;
    return pass();
  };
  await expect(retainHere(() => remaining)).rejects.toThrow("the next run continues from here");
  expect(writes).toBeLessThan(1_100);

  await on.saveSettings({ keep_messages_months: 12 });
  await on.product.idle();
  interceptor = (_, pass) => pass();
  await daily();
  // One row has an unreadable date.
  expect(new Set(await monthsKept("Messages"))).toEqual(new Set([12, Number.NaN]));
});

test("staff see when the last run finished", async () => {
  await daily();
  const { body } = await on.call("GET /api/v1/reminders/status");
  expect(body.last_tidied_at).toMatch(/^2026-12-24T06:/);
});
