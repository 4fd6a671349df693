import type { Assignment, Message } from "../../shared/messages.ts";
import { changedMeanwhile, notFound } from "../errors.ts";
import { updateIf } from "../update-if.ts";
import * as store from "./store.ts";

type Occasion = { by: string; at: string };

/**
 * Says whose a message is to answer. Theirs already, it stays as it is.
 * @throws Refusal when it does not exist, or is another's by now than was seen
 */
export async function assign(id: string, { to, seen }: Assignment, { by, at }: Occasion): Promise<Message> {
  const before = await store.get(id);
  if (!before) throw notFound("message");
  const { mail_id: _, assigned: known, ...message } = before;
  const now = known?.to ?? null;
  if (now === to) return { ...message, assigned: known };
  if (now !== seen) throw changedMeanwhile("this message");
  const assigned = to === null ? undefined : { to, at, by };
  const isAssigned = await updateIf(store.place(id), {
    set: { assigned },
    remove: assigned ? [] : ["assigned"],
    onlyIf:
      now === null ? "attribute_exists(#id) AND attribute_not_exists(#assigned)" : "#assigned.#to = :seen",
    values: now === null ? {} : { seen: now },
  });
  // Asked twice at once, the other may have written the same.
  if (!isAssigned && (await store.get(id))?.assigned?.to !== (to ?? undefined))
    throw changedMeanwhile("this message");
  return { ...message, assigned };
}
