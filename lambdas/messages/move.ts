import { boxOf, type Message, type MessageMove, statesIn } from "../../shared/messages/message.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { changedMeanwhile, notFound } from "../platform/http/refusals.ts";
import { eventRecord, messagesSubject } from "../stores/activity-store.ts";
import * as store from "../stores/message-store.ts";

/** The function that sends the message, or a colleague, may change it at the same moment. */
const MAX_TRIES = 5;

/**
 * Moves a message to another box, and records who moved it, on the message and in the activity. A message that is in
 * the box already does not change.
 * @throws Refusal if it does not exist, or is in neither `box` nor `seen`
 */
export async function move(id: string, { box, seen }: MessageMove, context: ChangeContext): Promise<Message> {
  const { now: at, actor } = context;
  const moved = { at, by: actor.id, name: actor.name };
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
    const before = await store.get(id);
    if (!before) throw notFound("message");
    const { mail_id, ...message } = before;
    if (boxOf(message.state) === box) return message;
    if (boxOf(message.state) !== seen) break;

    const stateOfWaiting = mail_id ? "mailed" : "pending";
    const state = box === "waiting" ? stateOfWaiting : statesIn[box][0];
    const after: Message = { ...message, state, moved };
    try {
      await transact([
        store.messageUpdate(id, {
          set: { state, moved },
          onlyIf: `#state = :before AND attribute_${mail_id ? "exists" : "not_exists"}(#mail_id)`,
          values: { before: message.state },
        }),
        eventRecord("message-moved", { subject: messagesSubject, message_id: id }, context, {
          before: { box: boxOf(message.state) },
          after: { box },
        }),
      ]);
      return after;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
    }
  }
  throw changedMeanwhile("this message");
}
