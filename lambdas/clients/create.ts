import { randomUUID } from "node:crypto";
import type { Client, NewClient } from "../../shared/clients/client.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { clientCounts, counterUpdates, counterUpdatesIfOnlySamples } from "../platform/dynamo/counters.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { realRecordsExist, storedWithOtherContent } from "../platform/http/refusals.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as activity from "../stores/activity-store.ts";
import * as store from "../stores/client-store.ts";
import { lookupItems } from "../stores/lookup-store.ts";
import * as outbox from "../stores/outbox-store.ts";
import { referenceFor, reserveReference } from "../stores/reference-store.ts";
import { refuseOwnAddress, storedCopies } from "./copies.ts";

/** Repeated with the same id and content, it returns the client as it is now. */
export async function create(request: NewClient, context: ChangeContext, attempt = 0): Promise<Client> {
  const { id, unannounced, ...input } = request;
  const made_from = id && digestOf(input);
  const existing = id && (await store.get(id));
  if (existing) {
    if (existing.made_from !== made_from) throw storedWithOtherContent("client");
    return store.fromRow(existing);
  }
  await refuseOwnAddress(request.copies);
  const newId = id ?? randomUUID();
  const row: store.Row = {
    ...input,
    copies: storedCopies(input, context.now),
    id: newId,
    payment_reference: referenceFor(newId, attempt),
    created_at: context.now,
    version: 1,
    made_from,
  };
  const counts = clientCounts(row);
  const announcement = row.sample || unannounced ? [] : [outbox.rowOf(announcementOf(row, context))];
  try {
    await transact([
      store.insert(row),
      reserveReference(row),
      ...(row.sample ? counterUpdatesIfOnlySamples({}, counts) : counterUpdates({}, counts)),
      ...(await lookupItems(undefined, row)),
      ...activity.changeRecords(
        "client-added",
        { subject: row.id },
        {},
        store.recorded(store.fromRow(row)),
        context,
      ),
      ...announcement.map(outbox.insert),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const [idTaken, referenceTaken] = error.failed;
    // The same request was stored at the same time.
    if (idTaken) return create(request, context);
    if (referenceTaken) return create({ ...request, id: newId }, context, attempt + 1);
    throw realRecordsExist();
  }
  await outbox.wake(announcement);
  return store.fromRow(row);
}

/** The email to the company about a new client. */
const announcementOf = ({ id: client_id }: store.Row, { now, today: day }: ChangeContext): outbox.Entry => ({
  queue: "emails",
  job: { email: "new-client", client_id, day, at: now },
});
