import { randomUUID } from "node:crypto";
import type { Client, NewClient } from "../../shared/clients.ts";
import { dayAt } from "../../shared/day.ts";
import * as activity from "../activity/store.ts";
import { clientCounts, recount, recountWhileAllAreSamples } from "../counters.ts";
import { TransactionRefused, transact } from "../database.ts";
import { realRecordsExist, storedOtherwise } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import { digestOf } from "../request-digest.ts";
import { announce } from "./announce.ts";
import { numberFor, reservation } from "./reference.ts";
import * as store from "./store.ts";

/** Asked again with the same id and the same content, it answers the client as it is by then. */
export async function create(request: NewClient, occasion: Occasion): Promise<Client> {
  const client = await stored(request, occasion);
  if (!client.sample && !request.unannounced)
    await announce(client, occasion.now, dayAt(Date.parse(client.created_at)));
  return client;
}

async function stored(request: NewClient, occasion: Occasion, attempt = 0): Promise<Client> {
  const { id, unannounced: _, ...input } = request;
  const made_from = id && digestOf(input);
  const there = id && (await store.get(id));
  if (there) {
    if (there.made_from !== made_from) throw storedOtherwise("client");
    return store.fromRow(there);
  }
  const name = id ?? randomUUID();
  const row: store.Row = {
    ...input,
    id: name,
    payment_reference: numberFor(name, attempt),
    created_at: occasion.now,
    version: 1,
    made_from,
  };
  const counts = clientCounts(row);
  try {
    await transact([
      store.insert(row),
      reservation(row),
      ...(row.sample ? recountWhileAllAreSamples({}, counts) : recount({}, counts)),
      ...activity.changed("client-added", { subject: row.id }, {}, store.fromRow(row), occasion),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // The same request, at the same instant, came first.
    const [there, numberTaken] = error.failed;
    if (there) return stored(request, occasion);
    if (numberTaken) return stored({ ...request, id: name }, occasion, attempt + 1);
    throw realRecordsExist();
  }
  return store.fromRow(row);
}
