import { randomUUID } from "node:crypto";
import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { withCheckDigit } from "../shared/billing/payment-reference.ts";
import type { Product } from "./product.ts";

/** A database client with full access, without the API. */
export function databaseOf({ region, awsEndpoint }: Pick<Product, "region" | "awsEndpoint">) {
  const credentials = { accessKeyId: "LOCALADMIN", secretAccessKey: "local" };
  return DynamoDBDocumentClient.from(new DynamoDBClient({ region, endpoint: awsEndpoint, credentials }));
}

/** A cache: the tables of a running product do not change. */
const tablesOf = new WeakMap<DynamoDBDocumentClient, string[]>();

/** The physical name of a table from the name of its construct ("Clients"). */
export async function tableNamed(database: DynamoDBDocumentClient, name: string): Promise<string> {
  const TableNames =
    tablesOf.get(database) ?? (await database.send(new ListTablesCommand({}))).TableNames ?? [];
  tablesOf.set(database, TableNames);
  const found = TableNames.find((table) => table.startsWith(`Data${name}`));
  if (!found) throw new Error(`There is no table ${name}.`);
  return found;
}

/** A valid payment reference for the client at this index. */
export const referenceAt = (index: number): string => withCheckDigit(String(100_000 + index));

/** The limit of BatchWriteItem. */
const BATCH_ROWS = 25;
const CONCURRENCY = 8;

/** Writes many rows without the API, and returns the ids passed to `row`. */
export async function seedRows(
  product: Pick<Product, "region" | "awsEndpoint">,
  table: string,
  count: number,
  row: (id: string, index: number) => Record<string, unknown>,
): Promise<string[]> {
  const database = databaseOf(product);
  const name = await tableNamed(database, table);
  const ids = Array.from({ length: count }, () => randomUUID() as string);
  let next = 0;
  async function write() {
    while (next < count) {
      const start = next;
      next += BATCH_ROWS;
      const puts = ids
        .slice(start, next)
        .map((id, index) => ({ PutRequest: { Item: row(id, start + index) } }));
      await database.send(new BatchWriteCommand({ RequestItems: { [name]: puts } }));
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, write));
  return ids;
}
