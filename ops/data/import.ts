import { readFile } from "node:fs/promises";
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
} from "@aws-sdk/client-dynamodb";
import { type TableName, tables } from "../../shared/tables.ts";
import { digestOf, type Row } from "./digest.ts";
import { fileOf, readManifest } from "./export.ts";
import { isEmpty, linesOf } from "./rows.ts";
import type { Places } from "./tables.ts";

/**
 * What happens to rows that are there already: `refuse` takes empty tables only, `keep` leaves them as they are (so it
 * also goes on after an import that was cut off), `overwrite` puts the exported row in their place.
 */
export type Existing = "refuse" | "keep" | "overwrite";

/** Rows at once; DynamoDB takes a thousand writes a second for a new table, and the SDK waits when it says so. */
const atOnce = 32;

/** @throws Error when a file is not what was exported, a table is not empty, or a row is missing afterwards */
export async function importTables(
  client: DynamoDBClient,
  places: Places,
  folder: string,
  { existing, only, say }: { existing: Existing; only: TableName[]; say(line: string): void },
): Promise<void> {
  const files = await Promise.all(only.map(async (name) => ({ name, lines: await checked(folder, name) })));
  if (existing === "refuse")
    for (const { name } of files)
      if (!(await isEmpty(client, places[name])))
        throw new Error(
          `The table of ${name} is not empty. Say --existing keep (add what is missing) or --existing overwrite.`,
        );
  for (const { name, lines } of files) {
    const queue = lines.values();
    const work = async () => {
      for (const line of queue) await put(client, places[name], name, JSON.parse(line), existing);
    };
    await Promise.all(Array.from({ length: atOnce }, work));
    const there = new Set(await Array.fromAsync(linesOf(client, places[name])));
    const differ = lines.filter((line) => !there.has(line)).length;
    if (differ > 0 && existing !== "keep")
      throw new Error(
        `${differ} rows of ${name} are not there as they were exported: somebody writes meanwhile.`,
      );
    const others = there.size - lines.length + differ;
    const kept = differ > 0 ? `; ${differ} were there in another form and kept it` : "";
    say(
      `${name}: ${lines.length - differ} rows as exported${kept}${others > differ ? `; ${others - differ} others beside them` : ""}`,
    );
  }
}

/** The lines of a file, which must be those that were exported. */
async function checked(folder: string, name: TableName): Promise<string[]> {
  const expected = (await readManifest(folder))[name];
  if (!expected) throw new Error(`${folder} has no complete export of ${name}.`);
  const lines = (await readFile(fileOf(folder, name), "utf8")).split("\n").filter(Boolean);
  const { count, digest } = digestOf(lines);
  if (count !== expected.count || digest !== expected.digest)
    throw new Error(`${fileOf(folder, name)} is not what was exported: it was cut off or changed.`);
  return lines;
}

async function put(
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
