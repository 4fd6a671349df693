import { randomUUID } from "node:crypto";
import { GetCommand, paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { ActivityKind } from "../../shared/activity.ts";
import { Day } from "../../shared/day.ts";
import { expiryOf } from "../../shared/retention.ts";
import { Id, Text } from "../../shared/text.ts";
import { type NewNote, Note, NoteId, type TimelineEntry } from "../../shared/timeline.ts";
import { database, type TransactItem, table } from "../database.ts";
import { notFound } from "../errors.ts";
import { newest } from "../newest.ts";
import type { Occasion } from "../occasion.ts";
import { read, readable } from "../rows.ts";
import { updateIf } from "../update-if.ts";

// What happened, by what it happened to: a client, with all that is kept for it, visitors' messages, the settings or the staff. Each record is written
// in the transaction of the change it tells of, and goes by itself as Settings say (ADR 062).

type Fields = Record<string, unknown>;
/** What the changes of the settings happened to. */
export const settingsSubject = "settings";
/** What happens to lines of statements before it is known whose they are. */
export const linesSubject = "statements";
/** What the changes of the staff happened to. */
export const staffSubject = "staff";
/** What is done with visitors' messages. A record names none of what they wrote, as a message may be taken away. */
export const messagesSubject = "messages";

type About = {
  subject: string;
  subscription_id?: string;
  message_id?: string;
  receipt?: true;
  member?: string;
  member_id?: string;
};

/** What tells nothing to a person, or stands on the record anyway. */
const bookkeeping = new Set([
  ...["id", "client_id", "subscription_id", "payment_reference", "version", "created_at", "recorded_at"],
]);
const isSaid = (value: unknown) => value !== undefined && value !== "";

/** Neither says anything without the other; what says an amount alone is in dollars. */
const money = ["amount", "currency"];
const isMoney = (name: string) => money.includes(name);
const inDollars = ({ currency = "USD" }: Fields) => currency === "USD";

/** Of two states of a record, the fields in which they differ. */
function difference(before: Fields, after: Fields) {
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      (!bookkeeping.has(name) || (name === "client_id" && isSaid(before[name]))) &&
      (isSaid(before[name]) || isSaid(after[name])) &&
      JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const names =
    inDollars(before) && inDollars(after)
      ? differing.filter((name) => name !== "currency")
      : differing.some(isMoney)
        ? [...differing.filter((name) => !isMoney(name)), ...money]
        : differing;
  const of = (fields: Fields) =>
    Object.fromEntries(names.filter((name) => isSaid(fields[name])).map((name) => [name, fields[name]]));
  return { differs: names.length > 0, before: of(before), after: of(after) };
}

/** The item of a transaction that records what happened in it. */
export const happened = (
  kind: ActivityKind,
  about: About,
  { now, today, author, screen }: Occasion,
  fields: { before?: Fields; after?: Fields } = {},
  TableName = table("activity"),
): TransactItem => ({
  Put: {
    TableName,
    Item: {
      ...about,
      // No two at the same instant take each other's place.
      at: `${now}#${randomUUID().slice(0, 8)}`,
      day: today,
      kind,
      by: author.by,
      name: author.called,
      ...(screen && { screen }),
      ...fields,
      expires_at: expiryOf("activity", now),
    },
    ConditionExpression: "attribute_not_exists(subject)",
  },
});

/** The items of a transaction, one, or none where nothing differs, that record a change in it. */
export function changed(
  kind: ActivityKind,
  about: About,
  before: Fields,
  after: Fields,
  occasion: Occasion,
  TableName?: string,
): TransactItem[] {
  const { differs, ...fields } = difference(before, after);
  return differs ? [happened(kind, about, occasion, fields, TableName)] : [];
}

/** A record as it is stored; of a note, what was written. */
const Record = z.object({
  subject: z.string(),
  at: z.string(),
  kind: ActivityKind,
  name: Text,
  screen: z.optional(z.string()),
  subscription_id: z.optional(Id),
  message_id: z.optional(Id),
  member: z.optional(Text),
  before: z.optional(z.record(z.string(), z.unknown())),
  after: z.optional(z.record(z.string(), z.unknown())),
});
const NoteRow = z.object({
  subject: Id,
  at: NoteId,
  kind: z.literal("note"),
  name: Text,
  text: z._default(Text, ""),
  due_on: z.optional(Day),
  done: Note.shape.done,
});
type NoteRow = z.output<typeof NoteRow>;
export const Row = z.discriminatedUnion("kind", [Record, NoteRow]);

export const instantOf = (at: string) => at.split("#", 1)[0] ?? "";

/** The newest of what happened to a client, up to an instant. A payment stands for itself as long as it is on record. */
export async function ofSubject(subject: string, until: string | undefined, { payments = false } = {}) {
  const part = { TableName: table("activity"), of: ["subject", subject] as [string, string], sort: "at" };
  const { items, horizon } = await newest(part, until);
  const { rows, ...left } = readable(Row, items);
  const entries = rows
    .filter((row) => payments || row.kind !== "payment-recorded")
    .map((row): TimelineEntry => {
      if (row.kind === "note") return { ...noteOf(row), kind: "note" };
      const { subject: _, at, kind: what, screen: __, ...rest } = row;
      return { ...rest, kind: "change", what, id: at, at: instantOf(at) };
    });
  return { entries, ...left, horizon };
}

export const noteOf = ({ subject: _, kind: __, at, ...note }: NoteRow): Note => ({
  ...note,
  id: at,
  at: instantOf(at),
});

const Acknowledged = z.object({ subscription_id: Id, at: z.string(), after: z.object({ period: Day }) });

/** The payments that were recorded on a day, and of which a receipt was wanted. */
export async function receiptsOf(day: Day) {
  const pages = paginateQuery(
    { client: database },
    {
      TableName: table("activity"),
      IndexName: "by-day",
      KeyConditionExpression: "#day = :day",
      FilterExpression: "#receipt = :wanted",
      ExpressionAttributeNames: { "#day": "day", "#receipt": "receipt" },
      ExpressionAttributeValues: { ":day": day, ":wanted": true },
    },
  );
  const items = (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
  return readable(Acknowledged, items).rows.map(({ subscription_id, at, after: { period } }) => ({
    ...{ subscription_id, period },
    recorded_at: instantOf(at),
  }));
}

/** For how long a note that is sent again is known to be the same, in seconds. */
const repeated = 30 * 86_400;

/** A note as it is stored, and the items of a transaction that store it, once for its id. */
export function note(
  subject: string,
  id: string,
  { text, due_on }: NewNote,
  made_from: string,
  { now, today, author: { by, called: name } }: Occasion,
): { row: NoteRow; items: TransactItem[] } {
  const row: NoteRow = { subject, at: `${now}#${id}`, kind: "note", name, text, ...(due_on && { due_on }) };
  const expires_at = Math.floor(Date.parse(now) / 1_000) + repeated;
  const put = (Item: Fields): TransactItem => ({
    Put: { TableName: table("activity"), Item, ConditionExpression: "attribute_not_exists(subject)" },
  });
  return {
    row,
    items: [
      put({ ...markOf(id), client_id: subject, place: row.at, made_from, expires_at }),
      put({ ...row, day: today, by, ...(due_on && { open }) }),
    ],
  };
}

const open = "note";
/** Where it stands that a note of that id was made. */
const markOf = (id: string) => ({ subject: `note ${id}`, at: "made" });
const Mark = z.object({ client_id: Id, place: NoteId, made_from: z.string() });

/** The note that was made under an id, and the digest of what it was made from. */
export async function noteMade(id: string): Promise<{ made_from: string; note?: Note } | undefined> {
  const mark = await itemAt(markOf(id));
  if (!mark) return undefined;
  const { client_id, place, made_from } = read(Mark, mark);
  const row = await itemAt({ subject: client_id, at: place });
  return { made_from, ...(row && { note: noteOf(read(NoteRow, row)) }) };
}

async function itemAt(Key: { subject: string; at: string }) {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("activity"), Key, ConsistentRead: true }),
  );
  return Item;
}

/** @throws NotFound */
export async function settle(subject: string, id: string, { now, author }: Occasion): Promise<Note> {
  const Key = { subject, at: id };
  await updateIf(
    { TableName: table("activity"), Key },
    {
      set: { done: { at: now, name: author.called } },
      remove: ["open"],
      onlyIf: "#kind = :note AND attribute_not_exists(#done)",
      values: { note: "note" },
    },
  );
  const row = await itemAt(Key);
  if (row?.kind !== "note") throw notFound("note");
  return noteOf(read(NoteRow, row));
}

/** The notes for a day up to the last and that are not dealt with, the earliest first; nothing else is read. */
export async function dueNotes(last: Day) {
  const pages = paginateQuery(
    { client: database },
    {
      TableName: table("activity"),
      IndexName: "by-due",
      KeyConditionExpression: "#open = :open AND due_on <= :last",
      ExpressionAttributeNames: { "#open": "open" },
      ExpressionAttributeValues: { ":open": open, ":last": last },
    },
  );
  const { rows, ...left } = readable(
    NoteRow,
    (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat(),
  );
  const notes = rows.flatMap((row) =>
    row.due_on ? [{ ...noteOf(row), due_on: row.due_on, client_id: row.subject }] : [],
  );
  return { notes, ...left };
}

/** So many updates under way at once. */
const atOnce = 25;

/** Takes out what tells of the person from all that happened to a client, notes too; who did what and when stays. */
export async function forgetPerson(subject: string): Promise<void> {
  const pages = paginateQuery(
    { client: database, pageSize: atOnce },
    {
      TableName: table("activity"),
      KeyConditionExpression: "subject = :subject",
      FilterExpression: "begins_with(#kind, :client) OR #kind = :note",
      ProjectionExpression: "subject, #at",
      ExpressionAttributeNames: { "#kind": "kind", "#at": "at" },
      ExpressionAttributeValues: { ":subject": subject, ":client": "client-", ":note": "note" },
      ConsistentRead: true,
    },
  );
  for await (const { Items = [] } of pages)
    await Promise.all(
      Items.map(({ subject, at }) =>
        database.send(
          new UpdateCommand({
            TableName: table("activity"),
            Key: { subject, at },
            UpdateExpression: "REMOVE #before, #after, #text, #open",
            ConditionExpression: "attribute_exists(subject)",
            ExpressionAttributeNames: {
              ...{ "#before": "before", "#after": "after" },
              ...{ "#text": "text", "#open": "open" },
            },
          }),
        ),
      ),
    );
}
