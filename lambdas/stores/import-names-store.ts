import { createHash } from "node:crypto";
import pLimit from "p-limit";
import { keysIn, keysOf, mentions, type Person } from "../../shared/people/person.ts";
import { retention } from "../../shared/retention.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { batchPut } from "../platform/dynamo/batch-put.ts";
import { queryPages, table } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import {
  ABOUT,
  type AboutRow,
  numberOf,
  type Row,
  recordIdOf,
  rowKey,
  stringsIn,
  textsOfRow,
} from "./import-store.ts";

// Which rows of imports name which person. All parts of all files are in one partition, so that an erasure reads some hundred items
// in place of every row. An entry is a digest of what names somebody, and the number of the row.

const PARTITION = "people";
const DIGEST_BYTES = 6;
const ENTRY_BYTES = DIGEST_BYTES + 2;
/** In base64 below DynamoDB's limit for an item, 400 KB. */
const MAX_ENTRIES = 30_000;
/** The number of the row about the import. */
const ABOUT_NUMBER = 0;

const digestOf = (key: string): Buffer => createHash("sha256").update(key).digest().subarray(0, DIGEST_BYTES);

/** Everything by which an erasure finds a row: what its texts name, and the records that it is about or can become. */
const keysOfRow = (row: Row): Set<string> =>
  new Set([
    ...stringsIn(textsOfRow(row)).flatMap(keysIn),
    recordIdOf(row),
    ...[row.record_id, row.of].filter((id) => typeof id === "string"),
  ]);

/** Stores what some rows of an import name. They stay as long as any row can. */
export async function putNames(
  { id, created_at }: AboutRow,
  part: string,
  rows: readonly Row[],
): Promise<void> {
  const entries = rows.flatMap((row) => [...keysOfRow(row)].map((key) => entryOf(key, numberOf(row))));
  await storeNames(id, created_at, part, entries);
}

export const putNameOfFile = ({ id, name, created_at }: AboutRow): Promise<void> =>
  storeNames(
    id,
    created_at,
    ABOUT,
    keysIn(name).map((key) => entryOf(key, ABOUT_NUMBER)),
  );

function entryOf(key: string, number: number): Buffer {
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.set(digestOf(key));
  entry.writeUInt16BE(number, DIGEST_BYTES);
  return entry;
}

async function storeNames(
  id: string,
  created_at: string,
  part: string,
  entries: readonly Buffer[],
): Promise<void> {
  const expires_at = expiryOfNames(created_at);
  const items = Array.from({ length: Math.ceil(entries.length / MAX_ENTRIES) }, (_, at) => ({
    id: PARTITION,
    row: [id, part, at].join("#"),
    names: Buffer.concat(entries.slice(at * MAX_ENTRIES, (at + 1) * MAX_ENTRIES)).toString("base64"),
    expires_at,
  }));
  await batchPut("imports", items);
}

const DAYS_OF_MONTH = 31;
const expiryOfNames = (created_at: string): number =>
  Math.floor(Date.parse(created_at) / 1_000) + (retention.imports.maxMonths + 1) * DAYS_OF_MONTH * 86_400;

/** The keys of the rows that can be about one of these. Each has to be looked at: two texts can have the same digest. */
export async function rowsNaming(keys: Iterable<string>): Promise<{ id: string; row: string }[]> {
  const wantedDigests = new Set(Array.from(keys, (key) => digestOf(key).readUIntBE(0, DIGEST_BYTES)));
  const rowsByKey = new Map<string, { id: string; row: string }>();
  const pages = queryPages("imports", {
    KeyConditionExpression: "id = :people",
    ExpressionAttributeValues: { ":people": PARTITION },
    ConsistentRead: true,
  });
  for await (const items of pages)
    for (const item of items) {
      const [id = ""] = String(item.row).split("#", 1);
      const names = Buffer.from(String(item.names), "base64");
      for (let at = 0; at < names.length; at += ENTRY_BYTES) {
        if (!wantedDigests.has(names.readUIntBE(at, DIGEST_BYTES))) continue;
        const number = names.readUInt16BE(at + DIGEST_BYTES);
        const row = number === ABOUT_NUMBER ? ABOUT : rowKey(number);
        rowsByKey.set(`${id} ${row}`, { id, row });
      }
    }
  return [...rowsByKey.values()];
}

type Key = { id: string; row: string };

/** Removes what a row says about a record whose personal data is erased. What it is about, and what became of it, stays. */
export const clearRow = ({ id, row }: Key): Promise<boolean> =>
  updateIf(
    { TableName: table("imports"), Key: { id, row } },
    {
      set: { name: "" },
      remove: ["cells", "changes", "before", "why"],
      onlyIf: "attribute_exists(id)",
    },
  );

const PARALLEL_WRITES = 10;

/** Clears the rows that name a person, or that made or updated one of these records. */
export async function clearRowsOf(person: Person, records: ReadonlySet<string>): Promise<void> {
  const candidates = await rowsNaming([...keysOf(person), ...records]);
  const rowsOfPerson = (await batchGet("imports", candidates)).filter((item) => {
    const texts = stringsIn(textsOfRow(item));
    const isTheirs = item.record_id
      ? records.has(String(item.record_id))
      : texts.some((text) => mentions(person, text));
    return isTheirs && texts.some(Boolean);
  });
  await pLimit(PARALLEL_WRITES).map(rowsOfPerson, (item) => clearRow(item as Key));
}
