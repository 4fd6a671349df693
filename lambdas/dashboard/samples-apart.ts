import { paginateScan, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import { Client } from "../../shared/clients.ts";
import {
  type Counters,
  type Counts,
  clientCounts,
  names,
  place,
  subscriptionCounts,
  sumOf,
} from "../counters.ts";
import { conditionFailed, database, table } from "../database.ts";
import { logFailure } from "../log.ts";
import { readable } from "../rows.ts";
import { Row as Subscription } from "../subscriptions/store.ts";

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
  const clients = await samplesIn("clients", Client);
  const subscriptions = await samplesIn("subscriptions", Subscription);
  return sumOf([...clients.map(clientCounts), ...subscriptions.map(subscriptionCounts)]);
}

async function samplesIn<R>(from: "clients" | "subscriptions", Row: z.ZodMiniType<R>): Promise<R[]> {
  const pages = paginateScan(
    { client: database },
    {
      TableName: table(from),
      ConsistentRead: true,
      FilterExpression: "#sample = :true",
      ExpressionAttributeNames: { "#sample": "sample" },
      ExpressionAttributeValues: { ":true": true },
    },
    { abortSignal: AbortSignal.timeout(patience) },
  );
  const rows: R[] = [];
  for await (const { Items } of pages) rows.push(...readable(Row, Items).rows);
  return rows;
}
