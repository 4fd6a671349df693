import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { GetCommand, PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, expect, test } from "vitest";
import { rowNames } from "../../lambdas/counters.ts";
import { type Product, startProduct } from "../../test/product.ts";
import { databaseOf, seedRows } from "../../test/seed-rows.ts";
import { staffedProduct } from "../../test/staffed.ts";
import { digestOf } from "./digest.ts";
import { exportTables, fileOf } from "./export.ts";
import { type Existing, importTables } from "./import.ts";
import { recount } from "./recount.ts";
import { linesOf } from "./rows.ts";
import { names, type Places, placesAmong, replaced } from "./tables.ts";

const office = staffedProduct();
const folder = mkdtempSync(join(tmpdir(), "export-"));
let fresh: Product;
afterAll(async () => {
  await fresh?.stop();
  rmSync(folder, { recursive: true });
});

async function open({
  region,
  awsEndpoint: endpoint,
}: Product): Promise<{ client: DynamoDBClient; places: Places }> {
  const credentials = { accessKeyId: "LOCALADMIN", secretAccessKey: "local" };
  const client = new DynamoDBClient({ region, endpoint, credentials });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  return { client, places: placesAmong(TableNames.map((name) => [name, name])) };
}

const everything = async ({ client, places }: Awaited<ReturnType<typeof open>>) =>
  Object.fromEntries(
    await Promise.all(
      names.map(
        async (name) => [name, (await Array.fromAsync(linesOf(client, places[name]))).sort()] as const,
      ),
    ),
  );

const bring = async (place: Awaited<ReturnType<typeof open>>, existing: Existing, only = names) => {
  const said: string[] = [];
  await importTables(place.client, place.places, folder, { existing, only, say: (line) => said.push(line) });
  return said;
};

/** Many at once, as the gateway lets them through. */
async function eachOf<T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let start = 0; start < count; start += 4)
    done.push(
      ...(await Promise.all(Array.from({ length: Math.min(4, count - start) }, (_, i) => work(start + i)))),
    );
  return done;
}

/** Rows that the API wrote, again and again under other ids until there are so many. */
async function multiply({ clients, subscriptions }: { clients: number; subscriptions: number }) {
  const { product } = office;
  const { places } = await open(product);
  const rowsOf = async (TableName: string) =>
    (await databaseOf(product).send(new ScanCommand({ TableName }))).Items ?? [];
  const [made, theirs] = [await rowsOf(places.clients), await rowsOf(places.subscriptions)];
  const ids = await seedRows(product, "Clients", clients - made.length, (id, index) => ({
    ...made[index % made.length],
    id,
  }));
  await seedRows(product, "Subscriptions", subscriptions - theirs.length, (id, index) => ({
    ...theirs[index % theirs.length],
    id,
    client_id: ids[index % ids.length],
  }));
}

const latestOf = async (id: string | undefined) =>
  (await office.asStaff("GET /api/v1/subscriptions")).body.subscriptions.find((one) => one.id === id);

test("a thousand records as the API makes them arrive in an empty product as they were, and are counted", async () => {
  const { product, asStaff } = office;
  const frequencies = ["monthly", "quarterly", "semi-annual", "yearly"] as const;
  const ids = await eachOf(34, async (index) => {
    const email = `accounts${index}@client.example`;
    const { body } = await asStaff("POST /api/v1/clients", {
      body: { name: `Client ${index} “ä”`, email },
    });
    return body.client.id;
  });
  const subscriptions = await eachOf(68, async (index) => {
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
  await eachOf(5, (index) =>
    asStaff("PUT /api/v1/clients/{id}", {
      params: { id: ids[index * 7] ?? "" },
      body: { name: "Gone", email: "gone@client.example", status: "inactive" },
    }),
  );
  for (const { id, next_billing_date: period } of subscriptions.slice(1, 5))
    await asStaff("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body: { period } });
  const [, , twice] = subscriptions;
  await asStaff("POST /api/v1/subscriptions/{id}/renewals", {
    params: { id: twice?.id ?? "" },
    body: { period: (await latestOf(twice?.id))?.next_billing_date ?? "", periods: 2 },
  });
  const part = subscriptions[6];
  const params = { id: part?.id ?? "" };
  await asStaff("POST /api/v1/subscriptions/{id}/renewals", {
    params,
    body: { period: part?.next_billing_date ?? "", amount: 1.23 },
  });
  await asStaff("POST /api/v1/send-notifications");
  await product.idle();

  const from = await open(product);
  expect(await recount(from.client, from.places)).toEqual([]);
  // As a version wrote it that knew no parts.
  const found = await databaseOf(product).send(
    new GetCommand({ TableName: from.places.subscriptions, Key: params }),
  );
  const { paid_cents, ...Item } = found.Item ?? {};
  await databaseOf(product).send(new PutCommand({ TableName: from.places.subscriptions, Item }));
  expect([paid_cents, await recount(from.client, from.places)]).toEqual([
    123,
    [`what is paid in part of the subscription ${params.id} was 0 cents, is 123`],
  ]);
  await multiply({ clients: 340, subscriptions: 680 });
  expect(await recount(from.client, from.places)).toContainEqual("real_records was 102, is 1020");
  const before = await everything(from);
  const manifest = await exportTables(from.client, from.places, folder, () => {});
  expect(Object.keys(manifest).sort()).toEqual([...names].sort());
  expect(manifest.subscriptions).toMatchObject({ count: 680, table: from.places.subscriptions });
  expect(before.reminders?.length).toBeGreaterThan(0);

  fresh = await startProduct();
  const to = await open(fresh);
  await bring(to, "refuse");
  expect(await everything(to)).toEqual(before);
  expect(await recount(to.client, to.places)).toEqual([]);
  const newcomer = fresh.callerFor((await fresh.signIn(await fresh.employ("staff"))).access);
  const { body: stats } = await newcomer("GET /api/v1/dashboard/stats");
  expect(stats).toEqual((await asStaff("GET /api/v1/dashboard/stats")).body);
  expect(stats.stats.realRecords).toBe(1020);
}, 600_000);

test("only empty tables are filled, unless told otherwise; then nothing that is there is touched", async () => {
  const to = await open(fresh);
  await expect(bring(to, "refuse")).rejects.toThrow("The table of clients is not empty.");
  const [line = ""] = await Array.fromAsync(linesOf(to.client, to.places.clients));
  const changed = { id: JSON.parse(line).id.S, name: "Changed here" };
  await databaseOf(fresh).send(new PutCommand({ TableName: to.places.clients, Item: changed }));

  expect(await bring(to, "keep", ["clients"])).toEqual([
    "clients: 339 rows as exported; 1 were there in another form and kept it",
  ]);
  expect(await bring(to, "overwrite", ["clients"])).toEqual(["clients: 340 rows as exported"]);
});

test("counters that do not fit the records are corrected", async () => {
  const { client, places } = await open(fresh);
  const before = await everything({ client, places });
  for (const [row, name] of rowNames.entries()) {
    const Item = { name, active_clients: row === 0 ? 4 : row === 1 ? 3 : 0, kes_monthly: row };
    await databaseOf(fresh).send(new PutCommand({ TableName: places.settings, Item }));
  }
  const corrected = await recount(client, places);
  expect(corrected).toContainEqual("active_clients was 7, is 290");
  expect(corrected).toContainEqual(expect.stringMatching(/^kes_monthly was 28, is [1-9]\d+$/));
  expect(corrected).toContainEqual(expect.stringMatching(/^received_kes_2026-12 was 0, is [1-9]\d+$/));
  expect(await recount(client, places)).toEqual([]);
  expect((await everything({ client, places })).clients).toEqual(before.clients);
});

test("an export goes on where it was cut off, and never mixes two sources", async () => {
  const { client, places } = await open(office.product);
  const said: string[] = [];
  await exportTables(client, places, folder, (line) => said.push(line));
  expect(said).toContain("clients: 340 rows, taken before");
  const other = replaced(places, ["clients=Restored"]);
  await expect(exportTables(client, other, folder, () => {})).rejects.toThrow("of another table");
  expect(() => replaced(places, ["client=x"])).toThrow("Say --table <one of clients,");
});

test("a file that was cut off or changed is refused before anything is written", async () => {
  appendFileSync(fileOf(folder, "renewals"), `{"subscription_id":{"S":"a"},"period":{"S":"b"}}\n`);
  await expect(bring(await open(fresh), "overwrite")).rejects.toThrow(
    "renewals.jsonl is not what was exported",
  );
});

test("the digest does not depend on the order of rows, and tells every difference", () => {
  expect(digestOf(["a", "b"])).toEqual(digestOf(["b", "a"]));
  expect(digestOf(["a", "b"]).digest).not.toBe(digestOf(["a", "c"]).digest);
  expect(digestOf(["a", "a"]).digest).not.toBe(digestOf([]).digest);
});
