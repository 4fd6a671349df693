import type { Client } from "../../shared/clients.ts";
import * as activity from "../activity/store.ts";
import { changedMeanwhile, notFound } from "../errors.ts";
import * as messages from "../messages/store.ts";
import type { Occasion } from "../occasion.ts";
import * as payments from "../payments/store.ts";
import { addressesOf } from "./addresses.ts";
import * as store from "./store.ts";

/**
 * Takes from a client, for good, all that tells of a person. The record itself stays, so that subscriptions, renewals
 * and what was mailed still belong to somebody. Their messages go too, and what statements say of them. One that was erased already stays as it is.
 * @throws Refusal when there is no such client, or another version than the one that was looked at
 */
export async function erase(id: string, version: number, occasion: Occasion): Promise<Client> {
  const before = await store.get(id);
  if (!before) throw notFound("client");
  if (before.erased_at) return forgotten(before);
  if (version !== before.version) throw changedMeanwhile("this client");
  // First, as nobody could find these without the address: an attempt that was cut off begins again.
  await payments.forgetPayer(before);
  for (const address of addressesOf(before.email)) await messages.forgetAddress(address);
  const after = withoutPerson(before, occasion.now);
  try {
    await store.replace(before, after, [activity.happened("client-erased", { subject: id }, occasion)]);
    return await forgotten(after);
  } catch (error) {
    const meanwhile = await store.get(id);
    if (meanwhile?.erased_at) return forgotten(meanwhile);
    throw error;
  }
}

/** Also of one that was erased before: what an attempt that was cut off has left goes now. */
async function forgotten(client: store.Row): Promise<Client> {
  await activity.forgetPerson(client.id);
  return store.fromRow(client);
}

/** What stays is named one by one: a field added later goes, unless somebody decides otherwise. */
const withoutPerson = (
  { id, sample, created_at, payment_reference, version }: Client,
  now: string,
): Client => ({
  ...{ name: "Erased client", email: "", phone: "", company: "", address: "" },
  ...{ id, sample, payment_reference },
  ...{ status: "inactive", created_at, erased_at: now, version: version + 1 },
});
