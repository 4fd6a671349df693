import type { Client } from "../../shared/clients.ts";
import type { ListPage } from "../../shared/list.ts";
import { logFailure } from "../log.ts";
import * as store from "./store.ts";

/** So many clients of a release before are given their payment reference with one answer, and so many at once. */
const mostGiven = 200;
const atOnce = 25;

/** One page of the clients. What a release before has stored without a payment reference is given one on the way. */
export async function list(page: ListPage) {
  const { clients, ...rest } = await store.list(page);
  const without = clients.filter((client) => !client.payment_reference && !client.erased_at);
  if (without.length === 0) return { clients, ...rest };
  const given = new Map<string, Client>();
  try {
    for (let start = 0; start < Math.min(without.length, mostGiven); start += atOnce)
      for (const client of await Promise.all(
        without.slice(start, start + atOnce).map((client) => store.withReference(client)),
      ))
        given.set(client.id, client);
  } catch (error) {
    // The list is worth more than that: the next look goes on.
    logFailure("payment references not given", error);
  }
  return { clients: clients.map((client) => given.get(client.id) ?? client), ...rest };
}
