import { randomUUID } from "node:crypto";
import type { NewNote, Note } from "../../shared/clients/timeline.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { Conflict, storedWithOtherContent } from "../platform/http/refusals.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import { notErased } from "../stores/client-store.ts";
import * as notes from "../stores/note-store.ts";
import { requireClient } from "./client-page.ts";

/** Repeated with the same id and text, it returns the note as it is now. */
export async function addNote(client_id: string, request: NewNote, context: ChangeContext): Promise<Note> {
  const { id = randomUUID(), ...note } = request;
  const made_from = digestOf({ client_id, ...note });
  const { row, items } = notes.newNote(client_id, id, note, made_from, context);
  try {
    await transact([...items, notErased(client_id)]);
    return notes.noteOf(row);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
  const { erased_at } = await requireClient(client_id);
  const existing = await notes.findNote(id);
  if (existing?.made_from === made_from && existing.note) return existing.note;
  if (existing) throw storedWithOtherContent("note");
  if (erased_at) throw new Conflict("This client was erased and cannot be changed any more.");
  throw new Error("DynamoDB refused the note for an unknown reason.");
}

export async function markNoteDone(client_id: string, id: string, context: ChangeContext): Promise<Note> {
  await requireClient(client_id);
  return notes.markNoteDone(client_id, id, context);
}
