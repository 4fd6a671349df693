import { randomUUID } from "node:crypto";
import type { Client, NewClient } from "../../shared/clients.ts";
import { dayAt } from "../../shared/day.ts";
import { clientCounts, recount, recountWhileAllAreSamples } from "../counters.ts";
import { TransactionRefused, transact } from "../database.ts";
import { realRecordsExist, storedOtherwise } from "../errors.ts";
import { digestOf } from "../request-digest.ts";
import { announce } from "./announce.ts";
import * as store from "./store.ts";

/** Asked again with the same id and the same content, it answers the client as it is by then. */
export async function create(request: NewClient, now: string): Promise<Client> {
  const client = await stored(request, now);
  if (!client.sample) await announce(client, now, dayAt(Date.parse(client.created_at)));
  return client;
}

async function stored(request: NewClient, now: string): Promise<Client> {
  const { id, ...input } = request;
  const made_from = id && digestOf(input);
  const there = id && (await store.get(id));
  if (there) {
    if (there.made_from !== made_from) throw storedOtherwise("client");
    return store.fromRow(there);
  }
  const row: store.Row = { ...input, id: id ?? randomUUID(), created_at: now, version: 1, made_from };
  const counts = clientCounts(row);
  try {
    await transact([
      store.insert(row),
      ...(row.sample ? recountWhileAllAreSamples({}, counts) : recount({}, counts)),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // The same request, at the same instant, came first.
    if (error.failed[0]) return stored(request, now);
    throw realRecordsExist();
  }
  return store.fromRow(row);
}
