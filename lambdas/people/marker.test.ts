import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ListQueuesCommand, ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { AllRoutes } from "../../shared/api/api.ts";
import type { PersonItem } from "../../shared/people/people.ts";
import { type Table, tables } from "../../shared/tables.ts";
import { textFields, withText } from "../../test/hostile/fields.ts";
import type { Loose } from "../../test/product/product.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";

// A marker goes into every text field of every route, found from the schemas, so that a new field joins by itself. Erasing what
// a search for it finds must leave it nowhere.

const NAME = "Zmarker Zworld";
const ADDRESS = "zmarker@zworld.example";
const CORRECTED = "zmarker.two@zworld.example";
const marker = /zmarker/i;

let on: ReminderProduct;
let asAdmin: ReminderProduct["call"];
const directory = mkdtempSync(join(tmpdir(), "marker-"));
beforeAll(async () => {
  on = await startReminderProduct({ directory });
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.createStaff("admin"))).access);
});
afterAll(async () => {
  await on?.product.stop();
  rmSync(directory, { recursive: true });
});

/** The company's own texts, and those about people in the staff; and what only reads. */
const exempt = new Set<string>([
  // Saves nothing.
  "POST /api/v1/subscriptions/{id}/preview",
  "POST /api/v1/settings",
  "PUT /api/v1/settings/emails/{email}",
  "POST /api/v1/emails/{email}/words/test",
  "POST /api/v1/staff/members",
  "PUT /api/v1/staff/me",
  // They need a connection with M-Pesa.
  ...["confirmation", "result", "stk/{reference}"].map((kind) => `POST /api/v1/paybill/{secret}/${kind}`),
  // Tax law keeps it with its invoice.
  "PUT /api/v1/invoices/{id}/control-unit",
  "POST /api/v1/people/search",
  "POST /api/v1/people/export",
  "POST /api/v1/people/erasure",
]);

const tried = new Set<string>();

/** Calls a route with the marker in every text field that takes it, in addition to the base body. */
async function send<K extends keyof AllRoutes>(
  route: K,
  { body, ...input }: Loose = {},
  { address = ADDRESS, except = [] as string[] } = {},
) {
  tried.add(route);
  let sent = body;
  for (const { path, schema } of textFields.filter(
    (field) => field.route === route && !except.includes(field.path),
  ))
    for (const text of [NAME, address]) {
      const marked = withText(sent, path.split("."), text);
      const issues = schema.safeParse(marked).error?.issues ?? [];
      if (issues.some((issue) => issue.path.join(".") === path)) continue;
      sent = marked;
      break;
    }
  const answer = await asAdmin(route, { ...input, body: sent });
  expect([route, answer.status, answer.body.error]).toEqual([route, expect.any(Number), undefined]);
  return answer.body;
}

/** Everything with the marker: rows of tables and indexes, messages of queues, lines of logs, objects of buckets. */
async function traces(): Promise<string[]> {
  const places: string[] = [];
  const database = databaseOf(on.product);
  for (const [name, { indexes = {} }] of Object.entries<Table>(tables)) {
    const TableName = await tableNamed(database, name[0]?.toUpperCase() + name.slice(1));
    for (const IndexName of [undefined, ...Object.keys(indexes)]) {
      const { Items = [] } = await database.send(
        new ScanCommand({ TableName, ...(IndexName && { IndexName }) }),
      );
      for (const item of Items) {
        // Sets are no JSON.
        const text = JSON.stringify(item, (_, value) => (value instanceof Set ? [...value] : value));
        if (marker.test(text)) places.push(`${name} ${IndexName ?? ""} ${text}`);
      }
    }
  }
  const { QueueUrls = [] } = await on.sqs.send(new ListQueuesCommand({}));
  for (const QueueUrl of QueueUrls) {
    const { Messages = [] } = await on.sqs.send(
      new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10 }),
    );
    for (const { Body = "" } of Messages) if (marker.test(Body)) places.push(`${QueueUrl} ${Body}`);
  }
  for (const file of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    // The files of the database keep pages that are free; the inbox is the mailboxes of others.
    const path = join(file.parentPath, file.name);
    if (!file.isFile() || /\/(tables|queues|mail|inbox)\//.test(path)) continue;
    if (marker.test(readFileSync(path, "latin1"))) places.push(path);
  }
  return places;
}

async function search(query: string) {
  const results = [];
  let cursor: string | undefined;
  do {
    const page = await asAdmin("POST /api/v1/people/search", { body: { query, cursor } });
    expect(page.status).toBe(200);
    results.push(...page.body.found);
    cursor = page.body.cursor;
  } while (cursor);
  return results;
}

test("what a search for a marker in every text field finds can be erased, and then it is nowhere", async () => {
  const today = "2026-12-24";
  const { client } = await send("POST /api/v1/clients", { body: {} });
  const params = { id: client.id };
  // The client's own address is dropped from the copies.
  const copies = [{ email: "zmarker.copy@zworld.example" }];
  const corrected = { address: CORRECTED, except: ["copies.0.email"] };
  await send("PUT /api/v1/clients/{id}", { params, body: { copies } }, corrected);
  const price = { client_id: client.id, start_date: "2026-09-28", frequency: "monthly", amount: 50 };
  const first = { ...price, next_billing_date: "2026-11-28" };
  const { subscription } = await send("POST /api/v1/subscriptions", { body: first });
  await send("PUT /api/v1/subscriptions/{id}", {
    params: { id: subscription.id },
    body: { ...price, amount: 60 },
  });
  await on.sweep();
  const to = [{ subscription_id: subscription.id, period: "2026-11-28", amount: 50 }];
  await send("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: crypto.randomUUID(), amount: 50, paid_on: today, to },
  });
  const charge = `${subscription.id}#2026-12-28`;
  await send("PUT /api/v1/clients/{id}/charges/{charge}", {
    params: { ...params, charge },
    body: { amount: 70 },
  });
  await send("POST /api/v1/clients/{id}/charges", {
    params,
    body: { id: crypto.randomUUID(), amount: 25, currency: "USD" },
  });
  const more = { amount: 500, credit: true, currency: "USD" };
  const { payment } = await send("POST /api/v1/clients/{id}/payments", {
    params,
    body: { id: crypto.randomUUID(), ...more },
  });
  await send("POST /api/v1/clients/{id}/refunds", {
    params,
    body: { id: crypto.randomUUID(), amount: 10, currency: "USD" },
  });
  const correction = { amount: 490, credit: true };
  await send(
    "PUT /api/v1/payments/{id}",
    { params: { id: payment.id }, body: correction },
    { except: ["reason"] },
  );
  await send("POST /api/v1/clients/{id}/notes", { params, body: { due_on: today } });

  const line = { method: "bank", paid_on: today, amount: 5, currency: "KES" };
  await send("POST /api/v1/payments/match", { body: { lines: [line] } });
  for (const amount of [5, 6])
    await send("POST /api/v1/payments", { body: { lines: [{ ...line, amount }] } });
  const { payments } = (await on.call("GET /api/v1/payments", { query: { state: "unmatched" } })).body;
  const ignored = { params: { id: payments[0]?.id ?? "" }, body: { state: "ignored" } };
  await send("PUT /api/v1/payments/{id}", ignored, { except: ["reference"] });

  const columns = ["name", "email", "phone", "company"];
  for (const isRun of [true, false]) {
    const book = { kind: "clients", columns };
    const { import: created } = await send("POST /api/v1/imports", { body: book }, { except: ["columns.0"] });
    const file = { params: { id: created.id } };
    const rows = [["", isRun ? "zmarker.three@zworld.example" : "no address", "Zmarker", NAME]];
    await send("POST /api/v1/imports/{id}/rows", { ...file, body: { rows } });
    tried.add("POST /api/v1/imports/{id}/run");
    if (isRun) await asAdmin("POST /api/v1/imports/{id}/run", { ...file, body: {} });
  }
  await on.product.idle();
  for (const elapsed of [9_000, 9_001]) await send("POST /api/send-email", { body: { elapsed } });
  await on.product.idle();
  const [, message] = (await on.call("GET /api/v1/messages", { query: { box: "spam" } })).body.messages;
  await send("DELETE /api/v1/messages/{id}", { params: { id: message?.id ?? "" }, body: {} });
  await send("POST /api/v1/exports", { body: { rows: 3 } });
  await on.product.idle();

  const open = textFields.filter(({ schema, bodyWith }) =>
    [NAME, ADDRESS].some((text) => schema.safeParse(bodyWith(text)).success),
  );
  expect(
    [...new Set(open.map(({ route }) => route))].filter((route) => !exempt.has(route) && !tried.has(route)),
  ).toEqual([]);
  const before = await traces();
  const marked = new Set(before.map((trace) => trace.split(" ", 1)[0]));
  expect(marked).toEqual(
    new Set([
      "clients",
      "subscriptions",
      "accounts",
      "charges",
      "payments",
      "imports",
      "lookups",
      "messages",
      "activity",
      "reminders",
    ]),
  );

  const results = await search("zmarker");
  const kinds = new Set(results.map(({ kind }) => kind));
  expect(kinds).toEqual(
    new Set([
      "client",
      "former-address",
      "copy",
      "message",
      "statement-line",
      "note",
      "activity",
      "email",
      "import-row",
    ]),
  );
  const items = results.map(({ kind, id }): PersonItem => ({ kind, id }));
  for (let from = 0; from < items.length; from += 50) {
    const body = { items: items.slice(from, from + 50) };
    const { status, body: answer } = await asAdmin("POST /api/v1/people/erasure", { body });
    expect([status, answer.kept.filter(({ kind }) => kind !== "email")]).toEqual([200, []]);
  }
  expect(await traces()).toEqual([]);
  expect((await search("zmarker")).filter(({ kind }) => kind !== "email")).toEqual([]);
});
