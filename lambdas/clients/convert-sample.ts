import { accountChanges } from "../billing/account-changes.ts";
import { countsOfSubscription } from "../billing/counts.ts";
import { readAccount } from "../billing/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { clientCounts, counterUpdates, subscriptionCounts, sumOf } from "../platform/dynamo/counters.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { changedMeanwhile } from "../platform/http/errors.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { lookupItems } from "./lookup-store.ts";
import * as store from "./store.ts";

/**
 * A transaction has at most 100 items: two for each subscription, one for each open charge (usually one or two), a few for
 * the client, and the sums.
 */
const MAX_SUBSCRIPTIONS = 20;

/**
 * Saves real details over a sample client. The client and its subscriptions are converted in one transaction, so removing
 * the samples cannot remove part of a real client.
 * @throws Conflict when somebody else changed the client in between
 */
export async function convertSample(
  before: store.Row,
  after: store.Row,
  context: ChangeContext,
): Promise<void> {
  const rows = await sampleSubscriptions(before.id);
  try {
    await transact([
      store.overwrite(before, after),
      ...(await lookupItems(before, after)),
      ...(await accountItems(before.id, rows, context)),
      ...rows.map(replaceWithReal),
      ...counterUpdates(
        sumOf([clientCounts(before), ...rows.map(subscriptionCounts)]),
        sumOf([clientCounts(after), ...(await realCounts(rows))]),
      ),
      ...store.recordOf(before, after, context),
      ...rows.flatMap((row) => recordOf(row, context)),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (error.failed[0]) throw changedMeanwhile("this client");
    return convertSample(before, after, context);
  }
  await convertSubscriptions(before.id, context);
}

/** Converts the subscriptions that were added meanwhile. From now on, new subscriptions of this client are real. */
async function convertSubscriptions(clientId: string, context: ChangeContext): Promise<void> {
  const rows = await sampleSubscriptions(clientId);
  if (rows.length === 0) return;
  try {
    await transact([
      ...(await accountItems(clientId, rows, context)),
      ...rows.map(replaceWithReal),
      ...counterUpdates(sumOf(rows.map(subscriptionCounts)), sumOf(await realCounts(rows))),
      ...rows.flatMap((row) => recordOf(row, context)),
    ]);
  } catch (error) {
    // Somebody saved one of them at the same time: read them again.
    if (!(error instanceof TransactionRefused)) throw error;
  }
  return convertSubscriptions(clientId, context);
}

/** From now on, the charges of these subscriptions are in the sums and lists of real records. */
async function accountItems(clientId: string, rows: readonly subscriptions.Row[], { today }: ChangeContext) {
  const stored = await readAccount(clientId);
  if (!stored.row) return [];
  const writtenByCaller = rows.map(subscriptions.real);
  return accountChanges(stored, stored.account, { today, writtenByCaller, sample: false }).items;
}

/** A client's sample subscriptions, as many as fit into one transaction. */
const sampleSubscriptions = async (client_id: string): Promise<subscriptions.Row[]> =>
  (await Array.fromAsync(subscriptions.samples({ client_id }))).slice(0, MAX_SUBSCRIPTIONS);

const recordOf = (row: subscriptions.Row, context: ChangeContext) =>
  subscriptions.recordOf(row, subscriptions.real(row), context);

/** The counters of the subscriptions as real ones, with their payments. */
const realCounts = async (rows: subscriptions.Row[]) => [
  ...rows.map(subscriptions.real).map(subscriptionCounts),
  ...(await Promise.all(rows.map(({ id, client_id }) => countsOfSubscription(client_id, id)))),
];

const replaceWithReal = (row: subscriptions.Row) => subscriptions.replace(row, subscriptions.real(row));
