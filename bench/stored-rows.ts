import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DescribeTableCommand, type KeySchemaElement } from "@aws-sdk/client-dynamodb";
import { databaseOf, tableNamed } from "../test/product/database.ts";
import { type Product, startProduct } from "../test/product/product.ts";
import type { WriteRows } from "../test/product/seed-rows.ts";

type Row = Record<string, unknown>;
type Fields = Record<string, Record<string, unknown>>;

/**
 * A product, and a function that writes rows straight into the file of its tables, as dynoxide stores them: much faster
 * than through DynamoDB's interface.
 */
export async function startWithFastWrites(): Promise<Product & { writeRows: WriteRows }> {
  const directory = await mkdtemp(join(tmpdir(), "stored-rows-"));
  const product = await startProduct({ directory });
  const file = join(directory, "tables", "tables.sqlite");
  const writeRows: WriteRows = async (table, rows) => {
    const database = databaseOf(product);
    const TableName = await tableNamed(database, table);
    const { Table } = await database.send(new DescribeTableCommand({ TableName }));
    const { GlobalSecondaryIndexes: indexes = [], LocalSecondaryIndexes: localIndexes = [] } = Table ?? {};
    insertRows(file, rows.map(fieldsOf), [
      {
        name: TableName,
        columns: "pk, sk, item_json, item_size, hash_prefix",
        keys: keysOf(Table?.KeySchema),
      },
      ...indexes.map(({ IndexName, KeySchema }) => ({
        name: `${TableName}::gsi::${IndexName}`,
        columns: "gsi_pk, gsi_sk, table_pk, table_sk, item_json",
        keys: keysOf(KeySchema),
      })),
      ...localIndexes.map(({ IndexName, KeySchema }) => ({
        name: `${TableName}::lsi::${IndexName}`,
        columns: "pk, sk, base_pk, base_sk, item_json",
        keys: keysOf(KeySchema),
      })),
    ]);
  };
  const stop = async () => {
    await product.stop();
    await rm(directory, { recursive: true });
  };
  return { ...product, writeRows, stop };
}

const keysOf = (schema: KeySchemaElement[] = []) => schema.map(({ AttributeName = "" }) => AttributeName);

type Place = { name: string; columns: string; keys: readonly string[] };

/** Writes the rows of a table, and those of each of its indexes that have its keys. */
function insertRows(file: string, rows: readonly Fields[], [table, ...indexes]: [Place, ...Place[]]): void {
  const database = new DatabaseSync(file);
  database.exec("PRAGMA synchronous = OFF; PRAGMA cache_size = -500000; BEGIN IMMEDIATE");
  // SQLite builds an index faster when all rows are there.
  const lookups = database
    .prepare("SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql LIKE '%' || ? || '::_si::%'")
    .all(table.name);
  for (const { name } of lookups) database.exec(`DROP INDEX "${name}"`);
  const insert = ({ name, columns }: Place) =>
    database.prepare(`INSERT INTO "${name}" (${columns}) VALUES (${columns.replaceAll(/\w+/g, "?")})`);
  const put = insert(table);
  const puts = indexes.map((index) => ({ ...index, put: insert(index) }));
  for (const row of rows) {
    const [partition, sort] = placeOf(row, table);
    const json = JSON.stringify(row);
    put.run(partition, sort, json, sizeOf(row), hashOf(partition));
    for (const index of puts)
      if (index.keys.every((key) => row[key])) index.put.run(...placeOf(row, index), partition, sort, json);
  }
  for (const { sql } of lookups) database.exec(String(sql));
  database.exec("COMMIT");
  database.close();
}

/** All keys of our tables are texts. */
const placeOf = (row: Fields, { keys: [partition = "", sort] }: Place): [string, string] => [
  `S:${row[partition]?.S}`,
  sort === undefined ? "" : `S:${row[sort]?.S}`,
];

/** Scans return rows in this order. */
const hashOf = (partition: string): string =>
  createHash("md5")
    .update(`Outliers${partition.slice("S:".length)}`)
    .digest("hex")
    .slice(0, 6);

const fieldsOf = (row: Row): Fields =>
  Object.fromEntries(
    Object.entries(row).flatMap(([name, value]) => (value === undefined ? [] : [[name, attributeOf(value)]])),
  );

function attributeOf(value: unknown): Record<string, unknown> {
  if (typeof value === "string") return { S: value };
  if (typeof value === "number") return { N: String(value) };
  if (typeof value === "boolean") return { BOOL: value };
  if (value instanceof Set) return { SS: [...value] };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  return value === null ? { NULL: true } : { M: fieldsOf(value as Row) };
}

/** DynamoDB's size of an item, which its units follow. */
const sizeOf = (fields: Fields): number =>
  Object.entries(fields).reduce((sum, [name, value]) => sum + Buffer.byteLength(name) + bytesOf(value), 0);

function bytesOf({ S, N, SS, L, M }: Record<string, unknown>): number {
  if (typeof S === "string") return Buffer.byteLength(S);
  if (typeof N === "string") return Math.ceil(digitsOf(N).length / 2) + (N.startsWith("-") ? 2 : 1);
  if (Array.isArray(SS)) return SS.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (Array.isArray(L)) return L.reduce((sum, value) => sum + 1 + bytesOf(value), 3);
  if (M) return sizeOf(M as Fields) + 3 + Object.keys(M).length;
  return 1;
}

const digitsOf = (number: string): string => number.replaceAll(/\D/g, "").replaceAll(/^0+|0+$/g, "");
