import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as clients from "../clients/store.ts";
import {
  type Counters,
  type Counts,
  clientCounts,
  names,
  place,
  subscriptionCounts,
  sumOf,
} from "../counters.ts";
import { conditionFailed, database } from "../database.ts";
import { logFailure } from "../log.ts";
import * as subscriptions from "../subscriptions/store.ts";

/** The person who looks waits for it, once. */
const patience = 4_000;

/**
 * Makes counters that an earlier version wrote tell what samples have added, by counting the samples. Where somebody
 * writes meanwhile, or it takes too long, they stay as they are, and the next look tries again.
 */
export async function tellSamplesApart(counters: Counters): Promise<Counters> {
  try {
    const samples = counters.sample_records === 0 ? {} : await countSamples();
    const apart = names.filter((name) => name.startsWith("sample_active") || name.startsWith("sample_cents"));
    const corrected = { ...counters, ...Object.fromEntries(apart.map((name) => [name, samples[name] ?? 0])) };
    await database.send(
      new UpdateCommand({
        ...place(),
        UpdateExpression: `SET ${apart.map((_, index) => `#new${index} = :new${index}`).join(", ")}, #mark = :true`,
        ConditionExpression: names
          .map((_, index) => `(attribute_not_exists(#seen${index}) OR #seen${index} = :seen${index})`)
          .join(" AND "),
        ExpressionAttributeNames: {
          "#mark": "samples_apart",
          ...Object.fromEntries(apart.map((name, index) => [`#new${index}`, name])),
          ...Object.fromEntries(names.map((name, index) => [`#seen${index}`, name])),
        },
        ExpressionAttributeValues: {
          ":true": true,
          ...Object.fromEntries(apart.map((name, index) => [`:new${index}`, corrected[name]])),
          ...Object.fromEntries(names.map((name, index) => [`:seen${index}`, counters[name]])),
        },
      }),
    );
    return corrected;
  } catch (error) {
    if (!conditionFailed(error)) logFailure("samples not counted apart", error);
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
