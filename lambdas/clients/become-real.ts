import { clientCounts, recount, subscriptionCounts, sumOf } from "../counters.ts";
import { TransactionRefused, transact } from "../database.ts";
import { changedMeanwhile } from "../http.ts";
import * as subscriptions from "../subscriptions/store.ts";
import * as store from "./store.ts";

/** A transaction has at most 100 steps; the client and the counters are two of them. */
const mostAtOnce = 90;

/**
 * Saves real details over a sample client. From then on it counts and is written to, and so does all that is kept
 * for it: nothing of a real client goes when the samples go.
 * @throws HttpError when somebody else changed the client in between
 */
export async function becomeReal(before: store.Row, after: store.Row): Promise<void> {
  const kept = (await subscriptions.samplesOf(before.id)).slice(0, mostAtOnce);
  try {
    await transact([
      store.overwrite(before, after),
      ...subscriptions.becomingReal(kept),
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
  const late = (await subscriptions.samplesOf(clientId)).slice(0, mostAtOnce);
  if (late.length === 0) return;
  try {
    await transact([
      ...subscriptions.becomingReal(late),
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
