import type { Assignment, Message } from "../../shared/messages.ts";
import { changed, messagesSubject } from "../activity/store.ts";
import { TransactionRefused, transact } from "../database.ts";
import { changedMeanwhile, notFound } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import * as store from "./store.ts";

/**
 * Says whose a message is to answer, and records who said so. Theirs already, it stays as it is.
 * @throws Refusal when it does not exist, or is another's by now than was seen
 */
export async function assign(id: string, { to, seen }: Assignment, occasion: Occasion): Promise<Message> {
  const before = await store.get(id);
  if (!before) throw notFound("message");
  const { mail_id: _, assigned: known, ...message } = before;
  const now = known?.to ?? null;
  if (now === to) return { ...message, assigned: known };
  if (now !== seen) throw changedMeanwhile("this message");
  const assigned = to === null ? undefined : { to, at: occasion.now, by: occasion.author.by };
  const said = (who: string | null) => (who === null ? {} : { assigned: who });
  try {
    await transact([
      store.changing(id, {
        set: { assigned },
        remove: assigned ? [] : ["assigned"],
        onlyIf:
          now === null
            ? "attribute_exists(#id) AND attribute_not_exists(#assigned)"
            : "#assigned.#to = :seen",
        values: now === null ? {} : { seen: now },
      }),
      ...changed(
        "message-assigned",
        { subject: messagesSubject, message_id: id },
        said(now),
        said(to),
        occasion,
      ),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // Asked twice at once, the other may have written the same.
    if ((await store.get(id))?.assigned?.to !== (to ?? undefined)) throw changedMeanwhile("this message");
  }
  return { ...message, assigned };
}
