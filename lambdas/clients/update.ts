import { type Client, type ClientChange, hasSameDetails } from "../../shared/clients.ts";
import { Conflict, changedMeanwhile, notFound } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import { announce } from "./announce.ts";
import { becomeReal } from "./become-real.ts";
import * as store from "./store.ts";

/** @throws Refusal when there is no such client, it was erased, or somebody else changed it in between */
export async function update(
  id: string,
  { version, ...fields }: ClientChange,
  occasion: Occasion,
): Promise<Client> {
  const before = await store.get(id);
  if (!before) throw notFound("client");
  if (before.erased_at) throw new Conflict("This client was erased and cannot be changed any more.");
  if (version !== undefined && version !== before.version) throw changedMeanwhile("this client");

  const sameAddress = fields.email === before.email;
  const after: store.Row = {
    ...before,
    ...fields,
    mail_problem: sameAddress ? before.mail_problem : undefined,
    version: before.version + 1,
  };
  if (!hasSameDetails(before, after)) after.sample = undefined;
  if (before.sample && !after.sample) {
    await becomeReal(before, after, occasion);
    await announce(after, occasion.now, occasion.today);
  } else {
    await store.replace(before, after, store.recordOf(before, after, occasion));
  }
  return store.fromRow(after);
}
