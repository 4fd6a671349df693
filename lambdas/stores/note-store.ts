import * as z from "zod/mini";
import { type NewNote, Note, NoteId } from "../../shared/clients/timeline.ts";
import { Day } from "../../shared/day.ts";
import { omit } from "../../shared/omit.ts";
import { Id, Text } from "../../shared/text.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { getItem, queryAll, type TransactItem, table } from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import { notFound } from "../platform/http/refusals.ts";

// Notes about clients. They are in the table of the activity, among the other records of their client.

export const NoteRow = z.object({
  subject: Id,
  at: NoteId,
  kind: z.literal("note"),
  name: Text,
  text: z._default(Text, ""),
  due_on: z.optional(Day),
  done: Note.shape.done,
});
type NoteRow = z.output<typeof NoteRow>;

/** The instant at the beginning of a record's sort key. */
export const instantOf = (at: string) => at.split("#", 1)[0] ?? "";

export const noteOf = ({ at, ...note }: NoteRow): Note => ({
  ...omit(note, "subject", "kind"),
  id: at,
  at: instantOf(at),
});

/** For this time, a repeated request finds the note that the first one made. */
const REPEAT_SECONDS = 30 * 86_400;

/** The partition of the index with the notes that have a day and are not done. */
const open = "note";

/** A new note, and the transaction items that store it, once for its id. */
export function newNote(
  subject: string,
  id: string,
  { text, due_on }: NewNote,
  made_from: string,
  { now, today, actor }: ChangeContext,
): { row: NoteRow; items: TransactItem[] } {
  const row: NoteRow = {
    subject,
    at: `${now}#${id}`,
    kind: "note",
    name: actor.name,
    text,
    ...(due_on && { due_on }),
  };
  const expires_at = Math.floor(Date.parse(now) / 1_000) + REPEAT_SECONDS;
  const insertion = (Item: Record<string, unknown>): TransactItem => ({
    Put: { TableName: table("activity"), Item, ConditionExpression: "attribute_not_exists(subject)" },
  });
  return {
    row,
    items: [
      insertion({ ...markerKey(id), client_id: subject, place: row.at, made_from, expires_at }),
      insertion({ ...row, day: today, by: actor.id, ...(due_on && { open }) }),
    ],
  };
}

/** The row that shows that a note with this id exists. */
const markerKey = (id: string) => ({ subject: `note ${id}`, at: "made" });
const Marker = z.object({ client_id: Id, place: NoteId, made_from: z.string() });

/** The note with an id, unless it is erased by now, and the digest of the request that made it. */
export async function findNote(id: string): Promise<{ made_from: string; note?: Note } | undefined> {
  const marker = await getItem("activity", markerKey(id));
  if (!marker) return undefined;
  const { client_id, place, made_from } = read(Marker, marker);
  const row = await getItem("activity", { subject: client_id, at: place });
  return { made_from, ...(row && { note: noteOf(read(NoteRow, row)) }) };
}

/** Marks a note as done. Repeated, it keeps the first time and person. @throws NotFound */
export async function markNoteDone(
  subject: string,
  id: string,
  { now, actor }: ChangeContext,
): Promise<Note> {
  const Key = { subject, at: id };
  await updateIf(
    { TableName: table("activity"), Key },
    {
      set: { done: { at: now, name: actor.name } },
      remove: ["open"],
      onlyIf: "#kind = :note AND attribute_not_exists(#done)",
      values: { note: "note" },
    },
  );
  const row = await getItem("activity", Key);
  if (row?.kind !== "note") throw notFound("note");
  return noteOf(read(NoteRow, row));
}

/** The notes that are due by `last` and not done, earliest first. */
export async function dueNotes(last: Day) {
  const items = await queryAll("activity", {
    IndexName: "by-due",
    KeyConditionExpression: "#open = :open AND due_on <= :last",
    ExpressionAttributeNames: { "#open": "open" },
    ExpressionAttributeValues: { ":open": open, ":last": last },
  });
  const { rows, ...rest } = readable(NoteRow, items);
  const notes = rows.flatMap((row) =>
    row.due_on ? [{ ...noteOf(row), due_on: row.due_on, client_id: row.subject }] : [],
  );
  return { notes, ...rest };
}
