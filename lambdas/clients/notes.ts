import { randomUUID } from "node:crypto";
import type { NewNote, Note } from "../../shared/timeline.ts";
import * as activity from "../activity/store.ts";
import { TransactionRefused, transact } from "../database.ts";
import { Conflict, storedOtherwise } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import { digestOf } from "../request-digest.ts";
import { clientOf } from "./page.ts";
import { notErased } from "./store.ts";

/** Asked again with the same id and the same text, it answers the note as it is by then. */
export async function addNote(client_id: string, request: NewNote, occasion: Occasion): Promise<Note> {
  const { id = randomUUID(), ...note } = request;
  const made_from = digestOf({ client_id, ...note });
  const { row, items } = activity.note(client_id, id, note, made_from, occasion);
  try {
    await transact([...items, notErased(client_id)]);
    return activity.noteOf(row);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
  const { erased_at } = await clientOf(client_id);
  const there = await activity.noteMade(id);
  if (there?.made_from === made_from && there.note) return there.note;
  if (there) throw storedOtherwise("note");
  if (erased_at) throw new Conflict("This client was erased and cannot be changed any more.");
  throw new Error("The note was refused for no reason.");
}

/** Marks a note as dealt with. Asked again it stays as the first one left it. */
export async function settleNote(client_id: string, id: string, occasion: Occasion): Promise<Note> {
  await clientOf(client_id);
  return activity.settle(client_id, id, occasion);
}
