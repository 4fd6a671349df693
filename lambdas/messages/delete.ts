import type { ChangeContext } from "../platform/change-context.ts";
import { tryTransact } from "../platform/dynamo/database.ts";
import { notFound } from "../platform/http/refusals.ts";
import { eventRecord, messagesSubject } from "../stores/activity-store.ts";
import * as store from "../stores/message-store.ts";

/** Deletes a message, and records who did and why. Repeated, it changes nothing. @throws NotFound */
export async function deleteMessage(id: string, reason: string, context: ChangeContext): Promise<void> {
  const about = { subject: messagesSubject, message_id: id };
  const record = eventRecord("message-deleted", about, context, { after: { reason } });
  if (await tryTransact([store.deletion(id, context), record])) return;
  if (!(await store.isDeleted(id))) throw notFound("message");
}
