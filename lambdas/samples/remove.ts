import * as activity from "../activity/store.ts";
import * as clients from "../clients/store.ts";
import {
  clientCounts,
  readCounters,
  recount,
  recountWhileAllAreSamples,
  subscriptionCounts,
  sumOf,
} from "../counters.ts";
import { type TransactItem, TransactionRefused, table, transact } from "../database.ts";
import { Forbidden } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";

// Each sample goes together with what it added to the counters; a removal that was cut off can be repeated.

const forAdministrators = () =>
  new Forbidden("There are real records by now, so only an administrator can remove the sample data.");

type Removal = { counted: typeof recount; occasion: Occasion };

/** A transaction has at most 100 items: the record, its client, the counters and what is recorded of it are eleven. */
const mostAtOnce = 89;

/** Removes every sample. Beside real records only an administrator may. */
export async function removeSamples(
  admin: boolean,
  occasion: Occasion,
): Promise<{ clients: number; subscriptions: number }> {
  if (!admin && (await readCounters()).counters.real_records > 0) throw forAdministrators();
  // A real record may come while the samples go: each removal looks again, in its own transaction.
  const by: Removal = { counted: admin ? recount : recountWhileAllAreSamples, occasion };
  // Subscriptions first: however far a removal gets, none is left without its client.
  const subscriptions = await removeSubscriptions(by);
  const clients = await removeClients(by);
  // And those that were made while others went; without its client none can be made any more.
  const late = await removeSubscriptions(by);
  return { clients, subscriptions: subscriptions + late };
}

/** Removes every sample among the subscriptions, with the payments on its record, and tells how many there were. */
async function removeSubscriptions(by: Removal): Promise<number> {
  let removed = 0;
  for await (const row of subscriptions.samples()) if (await removeSubscription(row, by)) removed += 1;
  return removed;
}

async function removeClients(by: Removal): Promise<number> {
  let removed = 0;
  for await (const row of clients.samples()) if (await removeClient(row, by)) removed += 1;
  return removed;
}

async function removeSubscription(row: subscriptions.Row, by: Removal): Promise<boolean> {
  const { counted, occasion } = by;
  const payments = await renewals.removals(row.id);
  const gone = (paid: number) =>
    activity.happened("sample-removed", subscriptions.aboutOf(row), occasion, { before: { payments: paid } });
  while (payments.length > mostAtOnce) {
    const some = payments.splice(mostAtOnce, mostAtOnce);
    await transact([...some, gone(some.length)]);
  }
  const failed = await refusalOf([
    subscriptions.deletion(row),
    ofNoRealClient(row),
    ...counted(subscriptionCounts(row), {}),
    ...payments,
    gone(payments.length),
  ]);
  if (!failed) return true;
  const [changed, kept] = failed;
  if (!changed && !kept) throw forAdministrators();
  const now = await subscriptions.get(row.id);
  if (!now?.sample) return false;
  if (!kept) return removeSubscription(now, by);
  // Its client became real, and was cut off before this one could follow.
  await refusalOf([
    subscriptions.replace(now, subscriptions.real(now)),
    ...counted(
      subscriptionCounts(now),
      sumOf([subscriptionCounts(subscriptions.real(now)), await renewals.countsOf(now.id)]),
    ),
    ...subscriptions.recordOf(now, subscriptions.real(now), occasion),
  ]);
  return false;
}

async function removeClient(row: clients.Row, by: Removal): Promise<boolean> {
  const { counted, occasion } = by;
  const failed = await refusalOf([
    clients.deletion(row),
    ...counted(clientCounts(row), {}),
    activity.happened("sample-removed", { subject: row.id }, occasion),
  ]);
  if (!failed) return true;
  if (!failed[0]) throw forAdministrators();
  const now = await clients.get(row.id);
  return now?.sample ? removeClient(now, by) : false;
}

/** Takes the items; answers which of them did not hold, or nothing when all did. */
async function refusalOf(items: TransactItem[]): Promise<boolean[] | undefined> {
  try {
    await transact(items);
    return undefined;
  } catch (error) {
    if (error instanceof TransactionRefused) return error.failed;
    throw error;
  }
}

const ofNoRealClient = ({ client_id }: subscriptions.Row): TransactItem => ({
  ConditionCheck: {
    TableName: table("clients"),
    Key: { id: client_id },
    ConditionExpression: "attribute_not_exists(id) OR attribute_exists(#sample)",
    ExpressionAttributeNames: { "#sample": "sample" },
  },
});
