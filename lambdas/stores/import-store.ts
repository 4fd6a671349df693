import { createHash } from "node:crypto";
import { isDeepStrictEqual } from "node:util";
import { GetCommand, PutCommand, type PutCommandInput, QueryCommand } from "@aws-sdk/lib-dynamodb";
import pLimit from "p-limit";
import * as z from "zod/mini";
import {
  Duplicates,
  type Import,
  ImportCounts,
  ImportKind,
  ImportRow,
  type ImportRow as ImportRowOnWire,
  ImportState,
  isWorking,
} from "../../shared/imports/import.ts";
import type { SeenRows } from "../../shared/imports/plan-rows.ts";
import { JOB_ATTEMPTS, JOB_RETRY_SECONDS } from "../../shared/job-queue.ts";
import { omit } from "../../shared/omit.ts";
import { expiresAt } from "../../shared/retention.ts";
import { Id, Instant, Text } from "../../shared/text.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { batchPut } from "../platform/dynamo/batch-put.ts";
import {
  afterTransactions,
  database,
  isAbsent,
  isUnchanged,
  isWritten,
  queryAll,
  queryPages,
  type TransactItem,
  table,
} from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";

// The table of imports. An import has a row about it, one for each row of its file, and one for each part of the file with
// the keys by which rows alike are found.

/** The texts of a file that is not imported are personal data without a use, so they expire soon. */
const PREVIEW_DAYS = 30;
export const previewExpiry = (now: string): number =>
  Math.floor(Date.parse(now) / 1_000) + PREVIEW_DAYS * 86_400;
/** The rows of a finished import expire as Settings say. */
export const expiryOfDone = (at: string) => ({ at, expires_at: expiresAt("imports", at) });

export const ABOUT = "about";
const KEYS = "keys#";
const DIGITS = 5;
const sortKey = (row: number): string => String(row).padStart(DIGITS, "0");

const AboutRow = z.object({
  id: Id,
  row: z.literal(ABOUT),
  /** Counts the writes. */
  version: z.int(),
  kind: ImportKind,
  name: Text,
  columns: z.array(z.string()),
  /** How many rows the file has, if the sender said so. */
  file_rows: z.optional(z.int()),
  state: ImportState,
  counts: ImportCounts,
  emptied: z.record(z.string(), z.int()),
  /** The digest of the request that created it. */
  made_from: z.string(),
  by: z.object({ id: z.string(), name: Text, email: Text }),
  created_at: Instant,
  /** A part that is being stored, from one row to another. */
  arriving: z.optional(z.tuple([z.int(), z.int()])),
  duplicates: z.optional(Duplicates),
  /** Choices for single rows, by their number. They win over `duplicates`. */
  choices: z.optional(z.record(z.string(), Duplicates)),
  /** The fields that keep their values although the file has no value. */
  kept: z.optional(z.array(z.string())),
  /** Who started what is running, when and where. */
  started: z.optional(
    z.object({
      at: Instant,
      by: z.object({ id: z.string(), name: Text, email: Text }),
      screen: z.optional(z.string()),
    }),
  ),
  /** When it was started; absent before. */
  at: z.optional(Instant),
  /** When this was written last, by the machine's clock. */
  saved_at: z.optional(Instant),
  expires_at: z.number(),
});
export type AboutRow = z.output<typeof AboutRow>;

export const Row = z.extend(z.omit(ImportRow, { row: true }), {
  id: Id,
  row: z.string(),
  /** Whether another row is only possibly the same. */
  alike: z.optional(z.literal(true)),
  /** The version of the record that was shown. */
  version: z.optional(z.int()),
  /** The result of the row, once it is finished. */
  result: z.optional(z.object({ action: ImportRow.shape.action })),
  /** The values that the import replaced. */
  before: z.optional(z.record(z.string(), z.unknown())),
  /** The version or fingerprint after the import. It differs if somebody changed the record since. */
  after: z.optional(z.union([z.int(), z.string()])),
  /** The client whose charge the row makes: its key. */
  client_id: z.optional(Id),
  /** When its record was saved. */
  at: z.optional(Instant),
  expires_at: z.number(),
});
export type Row = z.output<typeof Row>;

export const numberOf = ({ row }: Pick<Row, "row">): number => Number(row);

export const importOnWire = (about: AboutRow): Import => ({
  id: about.id,
  kind: about.kind,
  name: about.name,
  columns: about.columns,
  state: about.state,
  counts: about.counts,
  emptied: about.emptied,
  by: about.by.name,
  created_at: about.created_at,
});

export const rowOnWire = (stored: Row): ImportRowOnWire => {
  const { action, why, of, name, changes, cells, record_id, undone, left, result } = stored;
  return { row: numberOf(stored), action, why, of, name, changes, cells, record_id, undone, left, ...result };
};

/** The id of the record that a row makes: the same, however often the row is imported. */
export function recordIdOf({ id, row }: Pick<Row, "id" | "row">): string {
  const bytes = createHash("sha256").update(`${id}#${row}`).digest().subarray(0, 16);
  // UUID version 8 (RFC 9562): custom format.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x80;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}

const TableName = () => table("imports");
const placeOf = (id: string) => ({ TableName: TableName(), Key: { id, row: ABOUT } });

export async function get(id: string): Promise<AboutRow | undefined> {
  const { Item } = await database.send(new GetCommand({ ...placeOf(id), ConsistentRead: true }));
  return Item && read(AboutRow, Item);
}

/**
 * An import as people see it. When its job was cut off each time, or never ran, nothing says that it failed: it has, once the
 * queue has given the job up since the last write.
 */
export async function getSeen(id: string): Promise<AboutRow | undefined> {
  const about = await get(id);
  if (!about?.saved_at || !isWorking(about)) return about;
  const isGivenUp = Date.now() - Date.parse(about.saved_at) > 1_000 * JOB_ATTEMPTS * JOB_RETRY_SECONDS;
  return isGivenUp ? { ...about, state: "failed" } : about;
}

export const insertAbout = (Item: AboutRow): TransactItem => ({
  Put: { TableName: TableName(), Item, ...isAbsent() },
});

/** The transaction item that changes what is stored about an import, unless somebody else did. */
export function replaceAbout(before: AboutRow, change: Partial<AboutRow>): TransactItem {
  return {
    Put: {
      TableName: TableName(),
      Item: {
        ...before,
        ...change,
        version: before.version + 1,
        saved_at: new Date().toISOString(),
      } satisfies AboutRow,
      ...isUnchanged(before),
    },
  };
}

const WAITING = "previews";

/** The transaction items by which an import is listed while it waits in its preview, and no longer. */
export const listAsPreview = ({ id, expires_at }: AboutRow): TransactItem => ({
  Put: { TableName: TableName(), Item: { id: WAITING, row: id, expires_at } },
});
export const unlist = (id: string): TransactItem => ({
  Delete: { TableName: TableName(), Key: { id: WAITING, row: id } },
});

/** The imports whose rows have all arrived and that wait in their preview, newest first. */
export async function previews(kind: ImportKind | undefined): Promise<AboutRow[]> {
  const listed = await queryAll("imports", {
    KeyConditionExpression: "id = :previews",
    ExpressionAttributeValues: { ":previews": WAITING },
    ConsistentRead: true,
  });
  const keys = listed.map(({ row }) => ({ id: String(row), row: ABOUT }));
  const { rows } = readable(AboutRow, await batchGet("imports", keys));
  return rows
    .filter(
      (about) =>
        (kind === undefined || about.kind === kind) && about.state === "preview" && about.counts.rows > 0,
    )
    .filter((about) => !isIncomplete(about))
    .sort((a, b) => (a.created_at < b.created_at ? 1 : -1));
}

/** Whether rows of the file have not arrived. */
export const isIncomplete = ({ arriving, file_rows = 0, counts }: AboutRow): boolean =>
  arriving !== undefined || counts.rows < file_rows;

/** Rows of the file from a number on. */
export async function rowsFrom(id: string, from: number, limit: number): Promise<Row[]> {
  const { Items = [] } = await database.send(
    new QueryCommand({
      TableName: TableName(),
      KeyConditionExpression: "id = :id AND #row BETWEEN :from AND :last",
      ExpressionAttributeNames: { "#row": "row" },
      ExpressionAttributeValues: { ":id": id, ":from": sortKey(from), ":last": "9".repeat(DIGITS) },
      Limit: limit,
      ConsistentRead: true,
    }),
  );
  return Items.map((item) => read(Row, item));
}

export const putRows = (rows: readonly Row[]): Promise<void> => batchPut("imports", rows);

/**
 * Stores rows that are finished. A row whose texts were erased since it was read is stored without them, so that they do not
 * come back.
 */
export async function putFinished(rows: readonly Row[]): Promise<void> {
  const named = rows.filter((row) => stringsIn(textsOfRow(row)).some(Boolean));
  await putRows(rows.filter((row) => !named.includes(row)));
  const stored = await pLimit(PARALLEL_WRITES).map(named, putUnlessErased);
  await putRows(named.filter((_, at) => !stored[at]).map(withoutTexts));
}

const PARALLEL_WRITES = 10;

async function putUnlessErased(Item: Row): Promise<boolean> {
  // A planned row has a name. A finished one can have none, but the values that it replaced.
  const condition: Pick<
    PutCommandInput,
    "ConditionExpression" | "ExpressionAttributeNames" | "ExpressionAttributeValues"
  > = Item.before
    ? { ConditionExpression: "attribute_exists(#before)", ExpressionAttributeNames: { "#before": "before" } }
    : {
        ConditionExpression: "#name <> :erased",
        ExpressionAttributeNames: { "#name": "name" },
        ExpressionAttributeValues: { ":erased": "" },
      };
  const put = new PutCommand({ TableName: TableName(), Item, ...condition });
  return isWritten(afterTransactions(() => database.send(put)));
}

/** A row without anything that can name a person. What it is about, and what became of it, stays. */
export const withoutTexts = (row: Row): Row => ({
  ...omit(row, "cells", "changes", "before", "why"),
  name: "",
});

export const putRow = (Item: Row): TransactItem => ({ Put: { TableName: TableName(), Item } });

export const rowKey = (row: number): string => sortKey(row);

const HASH_LENGTH = 10;
const hashOf = (key: string) => createHash("sha256").update(key).digest("base64url").slice(0, HASH_LENGTH);

/** The keys of the rows that were sent so far, without those of a part. */
export async function seenRows(id: string, except: string): Promise<SeenRows & { added: string[] }> {
  const rowByHash = new Map<string, number>();
  const added: string[] = [];
  const pages = queryPages("imports", {
    KeyConditionExpression: "id = :id AND begins_with(#row, :keys)",
    ExpressionAttributeNames: { "#row": "row" },
    ExpressionAttributeValues: { ":id": id, ":keys": KEYS },
    ConsistentRead: true,
  });
  for await (const items of pages)
    for (const { row, keys } of items as { row: string; keys: string[] }[])
      for (const key of row === KEYS + except ? [] : keys)
        rowByHash.set(key.slice(0, HASH_LENGTH), Number(key.slice(HASH_LENGTH)));
  return {
    added,
    get: (key) => rowByHash.get(hashOf(key)),
    set: (key, row) => {
      const hash = hashOf(key);
      const first = rowByHash.get(hash);
      if (first !== undefined && first < row) return;
      rowByHash.set(hash, row);
      added.push(`${hash}${row}`);
    },
  };
}

/** A part of the file, which its keys are stored with. One row that is corrected is a part of its own. */
export const partKey = (from: number, last: number): string => `${sortKey(from)}-${sortKey(last)}`;

export const putKeys = (id: string, part: string, keys: readonly string[], expires_at: number) =>
  batchPut("imports", [{ id, row: KEYS + part, keys, expires_at }]);

/** Saves a change of what is stored about an import. False if somebody else did in between. */
export async function saveAbout(before: AboutRow, change: Partial<AboutRow>): Promise<AboutRow | undefined> {
  const { Put } = replaceAbout(before, change);
  const after = Put?.Item as AboutRow;
  const put = new PutCommand(Put as ConstructorParameters<typeof PutCommand>[0]);
  if (await isWritten(database.send(put))) return after;
  // The SDK repeats a write whose answer was lost. Then the row is stored already.
  return isSame(await get(before.id), after) ? after : undefined;
}

const isSame = (stored: AboutRow | undefined, written: AboutRow): boolean =>
  isDeepStrictEqual(stored, JSON.parse(JSON.stringify(written)));

/** The texts of a row, or the name of an import's file. */
export const textsOfRow = ({ name, cells, changes, before, why }: Record<string, unknown>) => [
  name,
  cells,
  changes,
  before,
  why,
];

/** Every string in a value. */
export const stringsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return value && typeof value === "object" ? Object.values(value).flatMap(stringsIn) : [];
};
