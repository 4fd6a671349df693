import { randomUUID } from "node:crypto";
import type { Client, NewClient } from "../../shared/clients/client.ts";
import { dayAt } from "../../shared/day.ts";
import * as activity from "../activity/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { clientCounts, counterUpdates, counterUpdatesIfOnlySamples } from "../platform/dynamo/counters.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { realRecordsExist, storedWithOtherContent } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import { announce } from "./announce.ts";
import { lookupItems } from "./lookup-store.ts";
import { referenceFor, reserveReference } from "./payment-reference.ts";
import * as store from "./store.ts";

/** Repeated with the same id and content, it returns the client as it is now. */
export async function create(request: NewClient, context: ChangeContext): Promise<Client> {
  const client = await insertClient(request, context);
  if (!client.sample && !request.unannounced)
    await announce(client, context.now, dayAt(Date.parse(client.created_at)));
  return client;
}

async function insertClient(request: NewClient, context: ChangeContext, attempt = 0): Promise<Client> {
  const { id, unannounced: _, ...input } = request;
  const made_from = id && digestOf(input);
  const existing = id && (await store.get(id));
  if (existing) {
    if (existing.made_from !== made_from) throw storedWithOtherContent("client");
    return store.fromRow(existing);
  }
  const newId = id ?? randomUUID();
  const row: store.Row = {
    ...input,
    id: newId,
    payment_reference: referenceFor(newId, attempt),
    created_at: context.now,
    version: 1,
    made_from,
  };
  const counts = clientCounts(row);
  try {
    await transact([
      store.insert(row),
      reserveReference(row),
      ...(row.sample ? counterUpdatesIfOnlySamples({}, counts) : counterUpdates({}, counts)),
      ...(await lookupItems(undefined, row)),
      ...activity.changeRecords("client-added", { subject: row.id }, {}, store.fromRow(row), context),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const [idTaken, referenceTaken] = error.failed;
    // The same request was stored at the same time.
    if (idTaken) return insertClient(request, context);
    if (referenceTaken) return insertClient({ ...request, id: newId }, context, attempt + 1);
    throw realRecordsExist();
  }
  return store.fromRow(row);
}
