import type { Client } from "../../shared/clients.ts";
import { changedMeanwhile, notFound } from "../errors.ts";
import * as store from "./store.ts";

/**
 * Takes from a client, for good, all that tells of a person. The record itself stays, so that subscriptions, renewals
 * and what was mailed still belong to somebody. One that was erased already stays as it is.
 * @throws Refusal when there is no such client, or another version than the one that was looked at
 */
export async function erase(id: string, version: number, now: string): Promise<Client> {
  const before = await store.get(id);
  if (!before) throw notFound("client");
  if (before.erased_at) return store.fromRow(before);
  if (version !== before.version) throw changedMeanwhile("this client");
  const after = withoutPerson(before, now);
  try {
    await store.replace(before, after);
    return after;
  } catch (error) {
    const meanwhile = await store.get(id);
    if (meanwhile?.erased_at) return store.fromRow(meanwhile);
    throw error;
  }
}

/** What stays is named one by one: a field added later goes, unless somebody decides otherwise. */
const withoutPerson = ({ id, sample, created_at, version }: Client, now: string): Client => ({
  ...{ name: "Erased client", email: "", phone: "", company: "", address: "" },
  ...{ id, sample, status: "inactive", created_at, erased_at: now, version: version + 1 },
});
