import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test } from "vitest";
import { counterRowNames } from "../../lambdas/platform/dynamo/counters.ts";
import { omit } from "../../shared/omit.ts";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type Product, startProduct, today } from "../../test/product/product.ts";
import { databaseOf } from "../../test/product/seed-rows.ts";
import { staffedProduct } from "../../test/product/staffed.ts";
import { allRows, multiply, type OpenTables, open } from "../../test/product/tables-of-product.ts";
import { exportFile, exportTables } from "./export.ts";
import { type Existing, importTables } from "./import.ts";
import { recount } from "./recount.ts";
import { tableLines } from "./rows.ts";
import { EXPORTED_TABLES, withReplacements } from "./tables.ts";

const office = staffedProduct();
const folder = mkdtempSync(join(tmpdir(), "export-"));
let freshProduct: Product;
afterAll(async () => {
  await freshProduct?.stop();
  rmSync(folder, { recursive: true });
});

const runImport = async (target: OpenTables, existing: Existing, only = EXPORTED_TABLES, from = folder) => {
  const lines: string[] = [];
  await importTables(target.client, target.tableNames, from, {
    existing,
    only,
    log: (line) => lines.push(line),
  });
  return lines;
};

/** Four at a time, because the gateway throttles. */
async function repeat<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let start = 0; start < count; start += 4)
    results.push(
      ...(await Promise.all(Array.from({ length: Math.min(4, count - start) }, (_, i) => work(start + i)))),
    );
  return results;
}

const latestOf = async (id: string | undefined) =>
  (await office.asStaff("GET /api/v1/subscriptions")).body.subscriptions.find(
    (subscription) => subscription.id === id,
  );

/** As DynamoDB counts them: names and values. */
const bytesOf = (line: string) => line.replaceAll(/[{}[\]",:]|"[SNML]":|"BOOL":/g, "").length;

test("hundreds of records of the API are exported, imported into an empty product, and counted", async () => {
  const { product, asStaff } = office;
  const frequencies = ["monthly", "quarterly", "semi-annual", "yearly"] as const;
  const ids = await repeat(34, async (index) => {
    const email = `accounts${index}@client.example`;
    const { body } = await asStaff("POST /api/v1/clients", {
      body: { name: `Client ${index} “ä”`, email },
    });
    return body.client.id;
  });
  const subscriptions = await repeat(68, async (index) => {
    const body = {
      client_id: ids[index % ids.length],
      start_date: "2026-01-31",
      frequency: frequencies[index % 4],
      amount: 100 + index / 100,
      currency: index % 3 === 0 ? "KES" : "USD",
      status: index % 5 === 0 ? "paused" : "active",
    };
    return (await asStaff("POST /api/v1/subscriptions", { body })).body.subscription;
  });
  await repeat(5, (index) =>
    asStaff("PUT /api/v1/clients/{id}", {
      params: { id: ids[index * 7] ?? "" },
      body: { name: "Gone", email: "gone@client.example", status: "inactive" },
    }),
  );
  for (const { id, next_billing_date: period } of subscriptions.slice(1, 5))
    await payPeriods(asStaff, id, { period });
  const [, , prepaid] = subscriptions;
  await payPeriods(asStaff, prepaid?.id ?? "", {
    period: (await latestOf(prepaid?.id))?.next_billing_date ?? "",
    periods: 2,
  });
  const partlyPaid = subscriptions[6];
  const params = { id: partlyPaid?.id ?? "" };
  await payPeriods(asStaff, params.id, { period: partlyPaid?.next_billing_date ?? "", amount: 1.23 });
  const debtor = { params: { id: ids[1] ?? "" } };
  await asStaff("POST /api/v1/clients/{id}/payments", {
    ...debtor,
    body: { id: crypto.randomUUID(), amount: 1_000, currency: "USD", reference: "A", to: [], credit: true },
  });
  const refund = { amount: 300.01, currency: "USD" as const, reference: "EFT 1" };
  await asStaff("POST /api/v1/clients/{id}/refunds", {
    ...debtor,
    body: { id: crypto.randomUUID(), ...refund },
  });
  await asStaff("POST /api/v1/send-notifications");
  await product.idle();

  const from = await open(product);
  const credit = async () =>
    (await asStaff("GET /api/v1/dashboard/stats")).body.owed?.find(({ currency }) => currency === "USD")
      ?.credit;
  const [creditBefore] = [await credit()];
  expect(creditBefore).toBeGreaterThan(0);
  expect(await recount(from.client, from.tableNames, today)).toEqual([]);
  expect(await credit()).toBe(creditBefore);
  // Wrong: the date of a subscription, and what its account says of its charges, its credit and its next day.
  const unchanged = await allRows(from);
  const tableNames = from.tableNames;
  const change = async (TableName: string, Key: Record<string, string>, wrong: Record<string, unknown>) => {
    const { Item } = await databaseOf(product).send(new GetCommand({ TableName, Key }));
    await databaseOf(product).send(new PutCommand({ TableName, Item: { ...Item, ...wrong } }));
    return Item;
  };
  const subscription = await change(tableNames.subscriptions, params, { next_billing_date: "2030-01-01" });
  const client_id = subscription?.client_id;
  const account = await change(
    tableNames.accounts,
    { client_id },
    { open: [], credit: { USD: 7 }, writes_on: "2099-01-01" },
  );
  expect(account?.open).toMatchObject([{ left: expect.any(Number), paid: 123 }]);
  expect(await recount(from.client, from.tableNames, today)).toEqual([
    `next_billing_date of the subscription ${params.id}`,
    `credit, open, writes_on of the account of the client ${client_id}`,
  ]);
  // A corrected row is one that changed, for open lists.
  const unstamped = (rows: readonly string[] = []) =>
    rows.map((row) => row.replaceAll(/"changed_at":\{[^}]*\},?/g, "")).sort();
  const corrected = await allRows(from);
  for (const name of EXPORTED_TABLES)
    expect(unstamped(corrected[name]), name).toEqual(unstamped(unchanged[name]));
  await multiply(product, { clients: 102, subscriptions: 204 });
  expect(await recount(from.client, from.tableNames, today)).toContainEqual("real_records: 102, now 306");
  const before = await allRows(from);
  const manifest = await exportTables(from.client, from.tableNames, folder, () => {});
  expect(Object.keys(manifest).sort()).toEqual([...EXPORTED_TABLES].sort());
  expect(manifest.subscriptions).toMatchObject({ count: 204, table: from.tableNames.subscriptions });
  expect(before.reminders?.length).toBeGreaterThan(0);
  // docs/cost.md says how many bytes a row has.
  const bytesInCost = { clients: 330, subscriptions: 450 };
  for (const [name, bytes] of Object.entries(bytesInCost)) {
    const lengths = before[name as keyof typeof bytesInCost]?.map(bytesOf) ?? [];
    const average = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
    expect([name, average <= bytes && average > bytes / 2]).toEqual([name, true]);
  }

  freshProduct = await startProduct();
  const to = await open(freshProduct);
  await runImport(to, "refuse");
  expect(await allRows(to)).toEqual(before);
  expect(await recount(to.client, to.tableNames, today)).toEqual([]);
  const asNewStaff = freshProduct.callerFor(
    (await freshProduct.signIn(await freshProduct.createStaff("staff"))).access,
  );
  const { body: stats } = await asNewStaff("GET /api/v1/dashboard/stats");
  expect(stats).toEqual((await asStaff("GET /api/v1/dashboard/stats")).body);
  expect(stats.stats.realRecords).toBe(306);
}, 600_000);

test("an import refuses tables with rows, keeps existing rows, or overwrites them", async () => {
  const to = await open(freshProduct);
  await expect(runImport(to, "refuse")).rejects.toThrow("The table of clients is not empty.");
  const [line = ""] = await Array.fromAsync(tableLines(to.client, to.tableNames.clients));
  const changed = { id: JSON.parse(line).id.S, name: "Changed here" };
  await databaseOf(freshProduct).send(new PutCommand({ TableName: to.tableNames.clients, Item: changed }));

  expect(await runImport(to, "keep", ["clients"])).toEqual([
    "clients: 101 rows as exported; 1 existing rows differ and were kept",
  ]);
  expect(await runImport(to, "overwrite", ["clients"])).toEqual(["clients: 102 rows as exported"]);
});

test("recount corrects wrong counters", async () => {
  const { client, tableNames } = await open(freshProduct);
  const before = await allRows({ client, tableNames });
  for (const [row, name] of counterRowNames.entries()) {
    const Item = { name, active_clients: row === 0 ? 4 : row === 1 ? 3 : 0, kes_monthly: row };
    await databaseOf(freshProduct).send(new PutCommand({ TableName: tableNames.settings, Item }));
  }
  const corrected = await recount(client, tableNames, today);
  expect(corrected).toContainEqual("active_clients: 7, now 87");
  expect(corrected).toContainEqual(expect.stringMatching(/^kes_monthly: 28, now [1-9]\d+$/));
  expect(corrected).toContainEqual(expect.stringMatching(/^received_kes_2026-12: 0, now [1-9]\d+$/));
  expect(await recount(client, tableNames, today)).toEqual([]);
  expect((await allRows({ client, tableNames })).clients).toEqual(before.clients);
});

test("an export refuses a finished folder, continues an unfinished one, and never mixes two sources", async () => {
  const { client, tableNames } = await open(office.product);
  const manifestFile = join(folder, "export.json");
  const finished = readFileSync(manifestFile, "utf8");
  const unfinished = omit(JSON.parse(finished), "staff");
  const lines: string[] = [];
  const log = (line: string) => lines.push(line);
  await expect(exportTables(client, tableNames, folder, log)).rejects.toThrow(
    `${folder} has a finished export of ${JSON.parse(finished).staff.taken}; nothing was written. Choose another folder, or leave out --to.`,
  );
  expect([lines, readFileSync(manifestFile, "utf8")]).toEqual([[], finished]);
  writeFileSync(manifestFile, JSON.stringify(unfinished));
  await exportTables(client, tableNames, folder, log);
  expect(lines).toContain(`clients: 102 rows, exported before (${unfinished.clients.taken})`);
  expect(lines).toContainEqual(expect.stringMatching(/^staff: \d+ rows$/));
  writeFileSync(manifestFile, JSON.stringify(unfinished));
  const otherTables = withReplacements(tableNames, ["clients=Restored"]);
  await expect(exportTables(client, otherTables, folder, () => {})).rejects.toThrow("from another table");
  writeFileSync(manifestFile, finished);
  expect(() => withReplacements(tableNames, ["client=x"])).toThrow("Use --table <one of clients,");
});

test("an import never restores a person who was erased after the export", async () => {
  const { product, asStaff, asAdmin } = office;
  const email = "Wanjiku@client.example";
  const person = { name: "Wanjikũ Mwangi", email, phone: "+254 712 345 678" };
  const { client } = (await asStaff("POST /api/v1/clients", { body: person })).body;
  const params = { id: client.id };
  await asStaff("POST /api/v1/clients/{id}/notes", { params, body: { text: "Wanjikũ calls on Friday" } });
  const message = { name: "Wanjikũ", email: email.toLowerCase(), phone: "", message: "Hello" };
  await product.call("POST /api/send-email", { body: message });
  const line = {
    code: "TJK0000010",
    method: "mpesa" as const,
    paid_on: "2026-11-12",
    amount: 100,
    currency: "KES" as const,
    payer: "Wanjikũ",
    account: client.payment_reference,
  };
  const assignedLine = { ...line, code: "TJK0000011", client_id: client.id };
  const saved = await asStaff("POST /api/v1/payments", { body: { lines: [line, assignedLine] } });
  expect(saved.body.lines.map(({ state }) => state)).toEqual(["unmatched", "recorded"]);
  await product.idle();
  const target = await open(product);
  const exported = mkdtempSync(join(tmpdir(), "export-"));
  await exportTables(target.client, target.tableNames, exported, () => {});
  const erased = await asAdmin("POST /api/v1/clients/{id}/erasure", {
    params,
    body: { version: client.version },
  });
  expect(erased.status).toBe(200);

  for (const existing of ["overwrite", "keep"] as const) {
    const lines = await runImport(target, existing, EXPORTED_TABLES, exported);
    expect(lines).toContain(`clients: left out, because the person was erased here: ${client.id}`);
    expect(lines).toContainEqual(expect.stringMatching(/^messages: left out, .* erased here: [\w-]{36}$/));
    expect(lines).toContainEqual(expect.stringMatching(/^lookups: left out, .*phone#254712345678/));
    const rows = Object.values(await allRows(target)).flat();
    expect(rows.filter((row) => /wanjik|712.?345/i.test(row))).toEqual([]);
    expect(rows.length).toBeGreaterThan(300);
  }
  rmSync(exported, { recursive: true });
});

test("an incomplete, changed or unreadable file is refused before anything is written", async () => {
  const to = await open(freshProduct);
  appendFileSync(exportFile(folder, "charges"), `{"client_id":{"S":"a"},"id":{"S":"b"}}\n`);
  await expect(runImport(to, "overwrite")).rejects.toThrow(
    "charges.jsonl is incomplete or was changed after the export",
  );
  rmSync(exportFile(folder, "settings"));
  await expect(runImport(to, "keep")).rejects.toThrow(/settings\.jsonl cannot be read: .+/);
  writeFileSync(join(folder, "export.json"), "{");
  await expect(runImport(to, "keep")).rejects.toThrow(/export\.json cannot be read: .+/);
});
