import type { Assignment, Message } from "../../shared/messages/message.ts";
import { omit } from "../../shared/omit.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { changedMeanwhile, notFound } from "../platform/http/refusals.ts";
import { changeRecords, messagesSubject } from "../stores/activity-store.ts";
import * as store from "../stores/message-store.ts";

/**
 * Assigns a message to a person or to nobody, and records the change. Idempotent.
 * @throws Refusal if it does not exist, or is no longer assigned to `seen`
 */
export async function assign(id: string, { to, seen }: Assignment, context: ChangeContext): Promise<Message> {
  const before = await store.get(id);
  if (!before) throw notFound("message");
  const { assigned: current, ...message } = omit(before, "mail_id");
  const currentId = current?.to ?? null;
  if (currentId === to) return { ...message, assigned: current };
  if (currentId !== seen) throw changedMeanwhile("this message");
  const assigned = to === null ? undefined : { to, at: context.now, by: context.actor.id };
  const activityValue = (id: string | null) => (id === null ? {} : { assigned: id });
  try {
    await transact([
      store.messageUpdate(id, {
        set: { assigned },
        remove: assigned ? [] : ["assigned"],
        onlyIf:
          currentId === null
            ? "attribute_exists(#id) AND attribute_not_exists(#assigned)"
            : "#assigned.#to = :seen",
        values: currentId === null ? {} : { seen: currentId },
      }),
      ...changeRecords(
        "message-assigned",
        { subject: messagesSubject, message_id: id },
        activityValue(currentId),
        activityValue(to),
        context,
      ),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // A concurrent request may have assigned it to the same person.
    if ((await store.get(id))?.assigned?.to !== (to ?? undefined)) throw changedMeanwhile("this message");
  }
  return { ...message, assigned };
}
