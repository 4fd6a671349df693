import * as clients from "../clients/store.ts";
import {
  clientCounts,
  readCounters,
  recount,
  recountWhileAllAreSamples,
  subscriptionCounts,
} from "../counters.ts";
import { type TransactItem, TransactionRefused, table, transact } from "../database.ts";
import { Forbidden } from "../errors.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";

// Each sample goes together with what it added to the counters; a removal that was cut off can be repeated.

const forAdministrators = () =>
  new Forbidden("There are real records by now, so only an administrator can remove the sample data.");

type Counted = typeof recount;

/** A transaction has at most 100 items; the record and the counters are some of them. */
const mostAtOnce = 90;

/** Removes every sample. Beside real records only an administrator may. */
export async function removeSamples(admin: boolean): Promise<{ clients: number; subscriptions: number }> {
  if (!admin && (await readCounters()).real_records > 0) throw forAdministrators();
  // A real record may come while the samples go: each removal looks again, in its own transaction.
  const counted = admin ? recount : recountWhileAllAreSamples;
  // Subscriptions first: however far a removal gets, none is left without its client.
  const subscriptions = await removeSubscriptions(counted);
  const clients = await removeClients(counted);
  // And those that were made while others went; without its client none can be made any more.
  const late = await removeSubscriptions(counted);
  return { clients, subscriptions: subscriptions + late };
}

/** Removes every sample among the subscriptions, with the payments on its record, and tells how many there were. */
async function removeSubscriptions(counted: Counted): Promise<number> {
  let removed = 0;
  for await (const row of subscriptions.samples()) if (await removeSubscription(row, counted)) removed += 1;
  return removed;
}

async function removeClients(counted: Counted): Promise<number> {
  let removed = 0;
  for await (const row of clients.samples()) if (await removeClient(row, counted)) removed += 1;
  return removed;
}

async function removeSubscription(row: subscriptions.Row, counted: Counted): Promise<boolean> {
  const payments = await renewals.removals(row.id);
  while (payments.length > mostAtOnce) await transact(payments.splice(mostAtOnce, mostAtOnce));
  const failed = await refusalOf([
    subscriptions.deletion(row),
    ofNoRealClient(row),
    ...counted(subscriptionCounts(row), {}),
    ...payments,
  ]);
  if (!failed) return true;
  const [changed, kept] = failed;
  if (!changed && !kept) throw forAdministrators();
  const now = await subscriptions.get(row.id);
  if (!now?.sample) return false;
  if (!kept) return removeSubscription(now, counted);
  // Its client became real, and was cut off before this one could follow.
  await refusalOf([
    subscriptions.replace(now, subscriptions.real(now)),
    ...counted(subscriptionCounts(now), subscriptionCounts(subscriptions.real(now))),
  ]);
  return false;
}

async function removeClient(row: clients.Row, counted: Counted): Promise<boolean> {
  const failed = await refusalOf([clients.deletion(row), ...counted(clientCounts(row), {})]);
  if (!failed) return true;
  if (!failed[0]) throw forAdministrators();
  const now = await clients.get(row.id);
  return now?.sample ? removeClient(now, counted) : false;
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
