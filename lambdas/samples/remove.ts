import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import {
  clientCounts,
  counterUpdates,
  counterUpdatesIfOnlySamples,
  readCounters,
  subscriptionCounts,
  sumOf,
} from "../platform/dynamo/counters.ts";
import { type TransactItem, TransactionRefused, table, transact } from "../platform/dynamo/database.ts";
import { Forbidden } from "../platform/http/errors.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";

// Each sample is removed in one transaction with its counters. After a failure, the removal can be repeated.

const adminsOnly = () =>
  new Forbidden("There are real records now, so only an administrator can remove the sample data.");

type Removal = { countersOf: typeof counterUpdates; context: ChangeContext };

/** A transaction has at most 100 items. The subscription, its client, the counters and the activity record are eleven. */
const MAX_PAYMENTS = 89;

/** Removes all samples. Once there are real records, only an administrator may. */
export async function removeSamples(
  admin: boolean,
  context: ChangeContext,
): Promise<{ clients: number; subscriptions: number }> {
  if (!admin && (await readCounters()).real_records > 0) throw adminsOnly();
  // Somebody may create a real record meanwhile, so each transaction checks this again.
  const removal: Removal = { countersOf: admin ? counterUpdates : counterUpdatesIfOnlySamples, context };
  // Subscriptions first, so that a failure leaves none without its client.
  const subscriptions = await removeSubscriptions(removal);
  const clients = await removeClients(removal);
  // Those that were created meanwhile. Without their client, no more can be created.
  const createdMeanwhile = await removeSubscriptions(removal);
  return { clients, subscriptions: subscriptions + createdMeanwhile };
}

/** Removes all sample subscriptions with their payments, and returns their number. */
async function removeSubscriptions(removal: Removal): Promise<number> {
  let removed = 0;
  for await (const row of subscriptions.samples()) if (await removeSubscription(row, removal)) removed += 1;
  return removed;
}

async function removeClients(removal: Removal): Promise<number> {
  let removed = 0;
  for await (const row of clients.samples()) if (await removeClient(row, removal)) removed += 1;
  return removed;
}

async function removeSubscription(row: subscriptions.Row, removal: Removal): Promise<boolean> {
  const { countersOf, context } = removal;
  const payments = await renewals.deletions(row.id);
  const removed = (count: number) =>
    activity.eventRecord("sample-removed", subscriptions.aboutOf(row), context, {
      before: { payments: count },
    });
  while (payments.length > MAX_PAYMENTS) {
    const some = payments.splice(MAX_PAYMENTS, MAX_PAYMENTS);
    await transact([...some, removed(some.length)]);
  }
  const failed = await tryTransact([
    subscriptions.deletion(row),
    clientIsNotReal(row),
    ...countersOf(subscriptionCounts(row), {}),
    ...payments,
    removed(payments.length),
  ]);
  if (!failed) return true;
  const [changed, clientIsReal] = failed;
  if (!changed && !clientIsReal) throw adminsOnly();
  const now = await subscriptions.get(row.id);
  if (!now?.sample) return false;
  if (!clientIsReal) return removeSubscription(now, removal);
  // Its client was converted, and a failure left this subscription behind.
  await tryTransact([
    subscriptions.replace(now, subscriptions.real(now)),
    ...countersOf(
      subscriptionCounts(now),
      sumOf([subscriptionCounts(subscriptions.real(now)), await renewals.countsOf(now.id)]),
    ),
    ...subscriptions.recordOf(now, subscriptions.real(now), context),
  ]);
  return false;
}

async function removeClient(row: clients.Row, removal: Removal): Promise<boolean> {
  const { countersOf, context } = removal;
  const failed = await tryTransact([
    clients.deletion(row),
    ...countersOf(clientCounts(row), {}),
    activity.eventRecord("sample-removed", { subject: row.id }, context),
  ]);
  if (!failed) return true;
  if (!failed[0]) throw adminsOnly();
  const now = await clients.get(row.id);
  return now?.sample ? removeClient(now, removal) : false;
}

/** Writes the items. Returns undefined, or for each item whether its condition failed. */
async function tryTransact(items: TransactItem[]): Promise<boolean[] | undefined> {
  try {
    await transact(items);
    return undefined;
  } catch (error) {
    if (error instanceof TransactionRefused) return error.failed;
    throw error;
  }
}

const clientIsNotReal = ({ client_id }: subscriptions.Row): TransactItem => ({
  ConditionCheck: {
    TableName: table("clients"),
    Key: { id: client_id },
    ConditionExpression: "attribute_not_exists(id) OR attribute_exists(#sample)",
    ExpressionAttributeNames: { "#sample": "sample" },
  },
});
