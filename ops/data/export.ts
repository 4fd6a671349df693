import { createWriteStream } from "node:fs";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import type { TableName } from "../../shared/tables.ts";
import { type Digest, digestOf } from "./digest.ts";
import { tableLines } from "./rows.ts";
import type { TableMap } from "./tables.ts";

const Manifest = z.record(
  z.string(),
  z.object({ table: z.string(), count: z.int(), digest: z.string(), taken: z.iso.datetime() }),
);
/** For each complete table in a folder: its name, the number of rows, their digest and the time of the export. */
export type Manifest = z.output<typeof Manifest>;

const manifestIn = (folder: string) => join(folder, "export.json");
export const exportFile = (folder: string, name: string) => join(folder, `${name}.jsonl`);

/** @throws Error naming the file, when it cannot be read or is not a manifest */
export async function readManifest(folder: string): Promise<Manifest> {
  const file = manifestIn(folder);
  try {
    return Manifest.parse(JSON.parse(await readFile(file, "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return {};
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new Error(`${file} cannot be read: ${reason}`, { cause: error });
  }
}

/** `exports/Mwamba-prod-2026-12-24T04-30-00Z` */
export const defaultExportFolder = (source: string, instant: Date): string =>
  join("exports", `${source}-${instant.toISOString().replace(/\.\d+/, "").replaceAll(":", "-")}`);

/**
 * Writes the tables as JSON lines. In a folder with an unfinished export, skips the tables that are complete.
 * @throws Error when the folder has a finished export, or one of another table
 */
export async function exportTables(
  client: DynamoDBClient,
  tableNames: TableMap,
  folder: string,
  log: (line: string) => void,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  if (Object.keys(tableNames).every((name) => manifest[name])) {
    const times = Object.values(manifest).map(({ taken }) => taken);
    throw new Error(
      `${folder} has a finished export of ${times.sort().at(-1)}; nothing was written. Choose another folder, or leave out --to.`,
    );
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [name, table] of Object.entries(tableNames) as [TableName, string][]) {
    const exported = manifest[name];
    if (exported && exported.table !== table)
      throw new Error(`${folder} has ${name} from another table, ${exported.table}. Choose an empty folder.`);
    const entry = exported ?? {
      table,
      ...(await write(client, table, exportFile(folder, name))),
      taken: new Date().toISOString(),
    };
    manifest[name] = entry;
    await writeFile(manifestIn(folder), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    log(`${name}: ${entry.count} rows${exported ? `, exported before (${exported.taken})` : ""}`);
  }
  return manifest;
}

async function write(client: DynamoDBClient, table: string, file: string): Promise<Digest> {
  const lines: string[] = [];
  async function* text() {
    for await (const line of tableLines(client, table)) {
      lines.push(line);
      yield `${line}\n`;
    }
  }
  // Renamed only when complete. Readable by the owner only, because it has personal data.
  await pipeline(Readable.from(text()), createWriteStream(`${file}.part`, { mode: 0o600 }));
  await rename(`${file}.part`, file);
  return digestOf(lines);
}
