import { clientCounts, recount, subscriptionCounts, sumOf } from "../counters.ts";
import { TransactionRefused, transact } from "../database.ts";
import { changedMeanwhile } from "../errors.ts";
import * as subscriptions from "../subscriptions/store.ts";
import * as store from "./store.ts";

/** A transaction has at most 100 items; the client and the counters are two of them. */
const mostAtOnce = 90;

/**
 * Saves real details over a sample client. From then on it counts and is written to, and so does all that is kept
 * for it: nothing of a real client goes when the samples go.
 * @throws Conflict when somebody else changed the client in between
 */
export async function becomeReal(before: store.Row, after: store.Row): Promise<void> {
  const kept = await keptFor(before.id);
  try {
    await transact([
      store.overwrite(before, after),
      ...kept.map(toReal),
      ...recount(
        sumOf([clientCounts(before), ...kept.map(subscriptionCounts)]),
        sumOf([clientCounts(after), ...kept.map(subscriptions.real).map(subscriptionCounts)]),
      ),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (error.failed[0]) throw changedMeanwhile("this client");
    return becomeReal(before, after);
  }
  await takeAlong(before.id);
}

/** What was added while the client was saved; for a real client no further sample can be made. */
async function takeAlong(clientId: string): Promise<void> {
  const late = await keptFor(clientId);
  if (late.length === 0) return;
  try {
    await transact([
      ...late.map(toReal),
      ...recount(
        sumOf(late.map(subscriptionCounts)),
        sumOf(late.map(subscriptions.real).map(subscriptionCounts)),
      ),
    ]);
  } catch (error) {
    // Somebody saved one of them at the same instant: the next look finds it as it is then.
    if (!(error instanceof TransactionRefused)) throw error;
  }
  return takeAlong(clientId);
}

/** The samples kept for a client, as many as fit into one transaction. */
const keptFor = async (client_id: string): Promise<subscriptions.Row[]> =>
  (await Array.fromAsync(subscriptions.samples({ client_id }))).slice(0, mostAtOnce);

const toReal = (row: subscriptions.Row) => subscriptions.replace(row, subscriptions.real(row));
