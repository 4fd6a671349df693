import * as clients from "../clients/store.ts";
import {
  type Counters,
  type Counts,
  clientCounts,
  corrections,
  names,
  readRows,
  subscriptionCounts,
  sumOf,
} from "../counters.ts";
import { TransactionRefused, transact } from "../database.ts";
import { logFailure } from "../log.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** The person who looks waits for it, once. */
const patience = 4_000;

const apart = names.filter((name) => /^sample_(active|cents|kes)_/.test(name));

/**
 * Makes counters that an earlier version wrote tell what samples have added, by counting the samples. Where somebody
 * writes meanwhile, or it takes too long, they stay as they are, and the next look tries again.
 */
export async function tellSamplesApart(): Promise<Counters> {
  const { rows } = await readRows();
  const counters = sumOf(rows.map((row) => row.counters));
  try {
    const samples = counters.sample_records === 0 ? {} : await countSamples();
    const wrong = apart.map((name): [typeof name, number] => [name, (samples[name] ?? 0) - counters[name]]);
    await transact(corrections(rows, wrong, "samples_apart"));
    return { ...counters, ...Object.fromEntries(apart.map((name) => [name, samples[name] ?? 0])) };
  } catch (error) {
    if (!(error instanceof TransactionRefused)) logFailure("samples not counted apart", error);
    return counters;
  }
}

async function countSamples(): Promise<Counts> {
  const soon = AbortSignal.timeout(patience);
  const all = await Promise.all([
    Array.fromAsync(clients.samples(soon), clientCounts),
    Array.fromAsync(subscriptions.samples({}, soon), subscriptionCounts),
  ]);
  return sumOf(all.flat());
}
