import * as clients from "../clients/store.ts";
import {
  type Counters,
  type Counts,
  clientCounts,
  names,
  placeOf,
  readRows,
  rowNames,
  subscriptionCounts,
  sumOf,
} from "../counters.ts";
import { type TransactItem, TransactionRefused, transact } from "../database.ts";
import { logFailure } from "../log.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** The person who looks waits for it, once. */
const patience = 4_000;

const apart = names.filter((name) => name.startsWith("sample_active") || name.startsWith("sample_cents"));

/**
 * Makes counters that an earlier version wrote tell what samples have added, by counting the samples. Where somebody
 * writes meanwhile, or it takes too long, they stay as they are, and the next look tries again.
 */
export async function tellSamplesApart(): Promise<Counters> {
  const { rows } = await readRows();
  const counters = sumOf(rows);
  try {
    const samples = counters.sample_records === 0 ? {} : await countSamples();
    const corrections = apart.map((name) => [name, (samples[name] ?? 0) - counters[name]] as const);
    const [first, ...others] = rows.map(unchanged) as [Unchanged, ...Unchanged[]];
    await transact([
      correct(first, corrections),
      ...others.map((one): TransactItem => ({ ConditionCheck: one })),
    ]);
    return { ...counters, ...Object.fromEntries(apart.map((name) => [name, samples[name] ?? 0])) };
  } catch (error) {
    if (!(error instanceof TransactionRefused)) logFailure("samples not counted apart", error);
    return counters;
  }
}

type Unchanged = ReturnType<typeof unchanged>;

/** That nobody has written a row since it was read. */
const unchanged = (seen: Counters, row: number) => ({
  ...placeOf(rowNames[row] as string),
  ConditionExpression: names
    .map((_, index) => `(attribute_not_exists(#seen${index}) OR #seen${index} = :seen${index})`)
    .join(" AND "),
  ExpressionAttributeNames: Object.fromEntries(names.map((name, index) => [`#seen${index}`, name])),
  ExpressionAttributeValues: Object.fromEntries(names.map((name, index) => [`:seen${index}`, seen[name]])),
});

const correct = (first: Unchanged, corrections: readonly (readonly [string, number])[]): TransactItem => ({
  Update: {
    ...first,
    UpdateExpression: `SET #mark = :true ADD ${corrections.map((_, index) => `#apart${index} :apart${index}`).join(", ")}`,
    ExpressionAttributeNames: {
      ...first.ExpressionAttributeNames,
      "#mark": "samples_apart",
      ...Object.fromEntries(corrections.map(([name], index) => [`#apart${index}`, name])),
    },
    ExpressionAttributeValues: {
      ...first.ExpressionAttributeValues,
      ":true": true,
      ...Object.fromEntries(corrections.map(([, change], index) => [`:apart${index}`, change])),
    },
  },
});

async function countSamples(): Promise<Counts> {
  const soon = AbortSignal.timeout(patience);
  const all = await Promise.all([
    Array.fromAsync(clients.samples(soon), clientCounts),
    Array.fromAsync(subscriptions.samples({}, soon), subscriptionCounts),
  ]);
  return sumOf(all.flat());
}
