import { readFile } from "node:fs/promises";
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { type Table, type TableName, tables } from "../../shared/tables.ts";
import { digestOf, lineOf, type Row } from "./digest.ts";
import { erasedSince, withoutErased } from "./erased-clients.ts";
import { exportFile, readManifest } from "./export.ts";
import { isEmpty, tableLines } from "./rows.ts";
import type { TableMap } from "./tables.ts";

/**
 * How to treat rows that already exist. `refuse`: import into empty tables only. `keep`: leave them unchanged, also to
 * continue an interrupted import. `overwrite`: replace them. Rows of people who have been erased are always left out.
 */
export type Existing = "refuse" | "keep" | "overwrite";

/** A new DynamoDB table accepts a thousand writes a second; the SDK waits when throttled. */
const CONCURRENCY = 32;

/** @throws Error when a file was changed, a table is not empty, or a row is missing afterwards */
export async function importTables(
  client: DynamoDBClient,
  tableNames: TableMap,
  folder: string,
  { existing, only, log }: { existing: Existing; only: TableName[]; log(line: string): void },
): Promise<void> {
  const files = await Promise.all(
    only.map(async (name) => ({ name, lines: await readVerified(folder, name) })),
  );
  if (existing === "refuse")
    for (const { name } of files)
      if (!(await isEmpty(client, tableNames[name])))
        throw new Error(
          `The table of ${name} is not empty. Use --existing keep (add missing rows) or --existing overwrite.`,
        );
  const clients = await readVerified(folder, "clients");
  const leftOf = withoutErased(
    (await erasedSince(client, tableNames)).ids,
    clients.map((line) => JSON.parse(line)),
  );
  for (const { name, lines: all } of files) {
    const rows = all.map((line) => ({ line, row: leftOf(name, JSON.parse(line)) }));
    const erased = rows.flatMap(({ line, row }) => (row ? [] : [line]));
    const lines = rows.flatMap(({ row }) => (row ? [lineOf(row)] : []));
    if (erased.length > 0)
      log(
        `${name}: left out, because the person was erased here: ${erased.map((line) => keyOf(name, JSON.parse(line))).join(", ")}`,
      );
    const queue = lines.values();
    const worker = async () => {
      for (const line of queue) await putRow(client, tableNames[name], name, JSON.parse(line), existing);
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, worker));
    const stored = new Set(await Array.fromAsync(tableLines(client, tableNames[name])));
    const differ = lines.filter((line) => !stored.has(line)).length;
    if (differ > 0 && existing !== "keep")
      throw new Error(
        `${differ} rows of ${name} differ from the export: somebody changed the table during the import.`,
      );
    const otherRows = stored.size - lines.length;
    const keptText = differ > 0 ? `; ${differ} existing rows differ and were kept` : "";
    log(
      `${name}: ${lines.length - differ} rows as exported${keptText}${otherRows > 0 ? `; ${otherRows} other rows` : ""}`,
    );
  }
}

const keyOf = (name: TableName, row: Row): string => {
  const { partition, sort }: Table = tables[name];
  return [partition, ...(sort ? [sort] : [])].map((key) => row[key]?.S).join(" ");
};

/** @throws Error when the file is missing or differs from the manifest */
async function readVerified(folder: string, name: TableName): Promise<string[]> {
  const manifest = await readManifest(folder);
  if (Object.keys(manifest).length === 0) throw new Error(`${folder} has no export.`);
  const expected = manifest[name];
  if (!expected) throw new Error(`${folder} has no complete export of ${name}.`);
  const text = await readFile(exportFile(folder, name), "utf8").catch((error: Error) => {
    throw new Error(`${exportFile(folder, name)} cannot be read: ${error.message}`, { cause: error });
  });
  const lines = text.split("\n").filter(Boolean);
  const { count, digest } = digestOf(lines);
  if (count !== expected.count || digest !== expected.digest)
    throw new Error(`${exportFile(folder, name)} is incomplete or was changed after the export.`);
  return lines;
}

/** One row at a time, because BatchWriteItem has no conditions. */
async function putRow(
  client: DynamoDBClient,
  TableName: string,
  name: TableName,
  Item: Row,
  existing: Existing,
) {
  const absent = {
    ConditionExpression: "attribute_not_exists(#key)",
    ExpressionAttributeNames: { "#key": tables[name].partition },
  };
  try {
    await client.send(new PutItemCommand({ TableName, Item, ...(existing !== "overwrite" && absent) }));
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
