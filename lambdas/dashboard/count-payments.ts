import {
  type Counters,
  type Counts,
  corrections,
  differences,
  isMonthly,
  readRows,
  sumOf,
} from "../counters.ts";
import { TransactionRefused, transact } from "../database.ts";
import { logFailure } from "../log.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** The person who looks waits for it, once. */
const patience = 8_000;

/**
 * Counts what came in as long as an earlier version recorded it, month by month. Where somebody writes meanwhile, or it
 * takes too long, nothing is told of it, and the next look tries again.
 */
export async function countPayments({ sample_records }: Counters): Promise<Counts | undefined> {
  const soon = AbortSignal.timeout(patience);
  try {
    const { rows } = await readRows();
    const stored = sumOf(rows.map(({ counters }) => counters));
    const samples = sample_records > 0 ? await Array.fromAsync(subscriptions.samples({}, soon)) : [];
    const counted = await renewals.countsOfAll(new Set(samples.map(({ id }) => id)), soon);
    const wrong = differences(stored, counted).filter(([name]) => isMonthly(name));
    await transact(corrections(rows, wrong, "payments_counted"));
    return counted;
  } catch (error) {
    if (!(error instanceof TransactionRefused)) logFailure("payments not counted", error);
    return undefined;
  }
}
