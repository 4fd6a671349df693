import { clientCounts, recount, subscriptionCounts, sumOf } from "../counters.ts";
import { TransactionRefused, transact } from "../database.ts";
import { changedMeanwhile } from "../errors.ts";
import type { Occasion } from "../occasion.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import * as store from "./store.ts";

/** A transaction has at most 100 items: each subscription and its record, the client and its own, and the counters. */
const mostAtOnce = 48;

/**
 * Saves real details over a sample client. From then on it counts and is written to, and so does all that is kept
 * for it: nothing of a real client goes when the samples go.
 * @throws Conflict when somebody else changed the client in between
 */
export async function becomeReal(before: store.Row, after: store.Row, occasion: Occasion): Promise<void> {
  const kept = await keptFor(before.id);
  try {
    await transact([
      store.overwrite(before, after),
      ...kept.map(toReal),
      ...recount(
        sumOf([clientCounts(before), ...kept.map(subscriptionCounts)]),
        sumOf([clientCounts(after), ...(await realCounts(kept))]),
      ),
      ...store.recordOf(before, after, occasion),
      ...kept.flatMap(recordedIn(occasion)),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (error.failed[0]) throw changedMeanwhile("this client");
    return becomeReal(before, after, occasion);
  }
  await takeAlong(before.id, occasion);
}

/** What was added while the client was saved; for a real client no further sample can be made. */
async function takeAlong(clientId: string, occasion: Occasion): Promise<void> {
  const late = await keptFor(clientId);
  if (late.length === 0) return;
  try {
    await transact([
      ...late.map(toReal),
      ...recount(sumOf(late.map(subscriptionCounts)), sumOf(await realCounts(late))),
      ...late.flatMap(recordedIn(occasion)),
    ]);
  } catch (error) {
    // Somebody saved one of them at the same instant: the next look finds it as it is then.
    if (!(error instanceof TransactionRefused)) throw error;
  }
  return takeAlong(clientId, occasion);
}

/** The samples kept for a client, as many as fit into one transaction. */
const keptFor = async (client_id: string): Promise<subscriptions.Row[]> =>
  (await Array.fromAsync(subscriptions.samples({ client_id }))).slice(0, mostAtOnce);

const recordedIn = (occasion: Occasion) => (row: subscriptions.Row) =>
  subscriptions.recordOf(row, subscriptions.real(row), occasion);

/** What they count for as real ones, with what was paid for them; a payment from here on makes a new version. */
const realCounts = async (rows: subscriptions.Row[]) => [
  ...rows.map(subscriptions.real).map(subscriptionCounts),
  ...(await Promise.all(rows.filter((row) => row.renewals > 0).map(({ id }) => renewals.countsOf(id)))),
];

const toReal = (row: subscriptions.Row) => subscriptions.replace(row, subscriptions.real(row));
