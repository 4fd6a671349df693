import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { TableName } from "../../shared/tables.ts";
import { type Digest, digestOf } from "./digest.ts";
import { linesOf } from "./rows.ts";
import type { Places } from "./tables.ts";

const Manifest = z.record(
  z.string(),
  z.object({ table: z.string(), count: z.int(), digest: z.string(), taken: z.iso.datetime() }),
);
/** What lies in a folder: for each table, how many rows and their digest; a table that is not here is not complete. */
export type Manifest = z.output<typeof Manifest>;

const manifestIn = (folder: string) => join(folder, "export.json");
export const fileOf = (folder: string, name: string) => join(folder, `${name}.jsonl`);

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(manifestIn(folder), "utf8").catch(() => "{}");
  return Manifest.parse(JSON.parse(text));
}

/** Writes the tables as JSON lines. One that is complete in the folder already is left as it is. */
export async function exportTables(
  client: DynamoDBClient,
  places: Places,
  folder: string,
  say: (line: string) => void,
): Promise<Manifest> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const manifest = await readManifest(folder);
  for (const [name, table] of Object.entries(places) as [TableName, string][]) {
    const done = manifest[name];
    if (done && done.table !== table)
      throw new Error(`${folder} holds ${name} of another table, ${done.table}: choose an empty folder.`);
    const taken = done ?? {
      table,
      ...(await write(client, table, fileOf(folder, name))),
      taken: new Date().toISOString(),
    };
    manifest[name] = taken;
    await writeFile(manifestIn(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    say(`${name}: ${taken.count} rows${done ? ", taken before" : ""}`);
  }
  return manifest;
}

async function write(client: DynamoDBClient, table: string, file: string): Promise<Digest> {
  const lines: string[] = [];
  async function* text() {
    for await (const line of linesOf(client, table)) {
      lines.push(line);
      yield `${line}\n`;
    }
  }
  // Under its own name only once it is whole; for its owner alone: it holds people's data.
  await pipeline(Readable.from(text()), createWriteStream(`${file}.part`, { mode: 0o600 }));
  await rename(`${file}.part`, file);
  return digestOf(lines);
}
