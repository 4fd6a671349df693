import { execFileSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DescribeTableCommand, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { databaseOf, tableNamed } from "../test/database.ts";
import { type Product, startProduct } from "../test/product.ts";
import type { WriteRows } from "../test/seed-rows.ts";

/**
 * A product whose rows were written straight into the file of its tables, by way of a DynamoDB export: 30 times as fast
 * as through DynamoDB's interface. `seed` gets a product without them, and returns what the caller needs to know.
 */
export async function startWithRows<T>(seed: (product: Product & { writeRows: WriteRows }) => Promise<T>) {
  const directory = await mkdtemp(join(tmpdir(), "stored-rows-"));
  const exported = join(directory, "export");
  const empty = await startProduct({ directory });
  const database = databaseOf(empty);
  const { TableNames = [] } = await database.send(new ListTablesCommand({}));
  const files = new Map<string, ReturnType<typeof createWriteStream>>();
  for (const name of TableNames) {
    await mkdir(join(exported, name, "data"), { recursive: true });
    files.set(name, createWriteStream(join(exported, name, "data", "rows.json")));
  }
  const write = (name: string, row: object) =>
    files.get(name)?.write(`${JSON.stringify({ Item: fieldsOf(row) })}\n`);
  const writeRows: WriteRows = async (table, rows) => {
    const name = await tableNamed(database, table);
    for (const row of rows) write(name, row);
  };
  const seeded = await seed({ ...empty, writeRows });
  await empty.idle();
  const schema: unknown[] = [];
  for (const [name, file] of files) {
    schema.push(await database.send(new DescribeTableCommand({ TableName: name })));
    for await (const { Items = [] } of paginateScan({ client: database }, { TableName: name }))
      for (const row of Items) write(name, row);
    await new Promise<void>((done) => file.end(done));
  }
  await empty.stop();
  await writeFile(join(exported, "schema.json"), JSON.stringify(schema));
  importExport(exported, join(directory, "tables", "tables.sqlite"));
  // The caller creates its own people, with the same addresses.
  await rm(join(directory, "users"), { recursive: true });
  const product = await startProduct({ directory });
  const stop = async () => {
    await product.stop();
    await rm(directory, { recursive: true });
  };
  return { seeded, product: { ...product, stop } };
}

/** Replaces the file of the tables. */
function importExport(source: string, output: string): void {
  const ofAwsLocal = createRequire(createRequire(import.meta.url).resolve("aws-local"));
  const dynoxide = ofAwsLocal.resolve(`@dynoxide/${process.platform}-${process.arch}/dynoxide`);
  const options = [
    "--source",
    source,
    "--schema",
    join(source, "schema.json"),
    "--output",
    output,
    "--force",
  ];
  execFileSync(dynoxide, ["import", ...options], { stdio: "ignore" });
}

const fieldsOf = (row: object): object =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [[name, attributeOf(value)]])),
  );

function attributeOf(value: unknown): object {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (value instanceof Set) return { SS: [...value] };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  return value === null ? { NULL: true } : { M: fieldsOf(value as object) };
}
