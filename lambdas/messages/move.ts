import { boxOf, type Message, type MessageMove, statesIn } from "../../shared/messages.ts";
import { happened, messagesSubject } from "../activity/store.ts";
import { TransactionRefused, transact } from "../database.ts";
import { changedMeanwhile, notFound } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import * as store from "./store.ts";

/** So often the function that sends it, or a colleague, may be faster. */
const mostTries = 5;

/**
 * Moves a message to another box, and records who did, with it and in the activity. In that box already, it stays as the first one left it.
 * @throws Refusal when it does not exist, or is in a third box by now
 */
export async function move(id: string, { box, seen }: MessageMove, occasion: Occasion): Promise<Message> {
  const { now: at, author } = occasion;
  const moved = { at, by: author.by, name: author.called };
  for (let tries = 1; tries <= mostTries; tries += 1) {
    const before = await store.get(id);
    if (!before) throw notFound("message");
    const { mail_id, ...message } = before;
    if (boxOf(message.state) === box) return message;
    if (boxOf(message.state) !== seen) break;

    const state = box === "waiting" ? (mail_id ? "mailed" : "pending") : statesIn[box][0];
    const after: Message = { ...message, state, moved };
    try {
      await transact([
        store.changing(id, {
          set: { state, moved },
          onlyIf: `#state = :was AND attribute_${mail_id ? "exists" : "not_exists"}(#mail_id)`,
          values: { was: message.state },
        }),
        happened("message-moved", { subject: messagesSubject, message_id: id }, occasion, {
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
