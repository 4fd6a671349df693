import { paginateQuery, paginateScan } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import * as clients from "../clients/store.ts";
import { clientCounts, type recount, subscriptionCounts } from "../counters.ts";
import { database, type Step, TransactionRefused, table, transact } from "../database.ts";
import { HttpError } from "../http.ts";
import { readable } from "../rows.ts";
import * as subscriptions from "../subscriptions/store.ts";

// Each sample goes together with what it added to the counters; a removal that was cut off can be repeated.

export const forAdministrators = () =>
  new HttpError(403, "There are real records by now, so only an administrator can remove the sample data.");

type Counted = typeof recount;

/** A transaction has at most 100 steps; the record and the counters are some of them. */
const mostAtOnce = 90;

/** Removes every sample among the subscriptions, with the payments on its record, and tells how many there were. */
export async function removeSubscriptions(counted: Counted): Promise<number> {
  let removed = 0;
  for await (const row of samplesIn("subscriptions", subscriptions.Row))
    if (await removeSubscription(row, counted)) removed += 1;
  return removed;
}

export async function removeClients(counted: Counted): Promise<number> {
  let removed = 0;
  for await (const row of samplesIn("clients", clients.Row))
    if (await removeClient(row, counted)) removed += 1;
  return removed;
}

async function removeSubscription(row: subscriptions.Row, counted: Counted): Promise<boolean> {
  const payments = await paymentsOf(row.id);
  while (payments.length > mostAtOnce) await transact(payments.splice(mostAtOnce, mostAtOnce));
  const failed = await refusalOf([
    deletion("subscriptions", row),
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
    ...subscriptions.becomingReal([now]),
    ...counted(subscriptionCounts(now), subscriptionCounts(subscriptions.real(now))),
  ]);
  return false;
}

async function removeClient(row: clients.Row, counted: Counted): Promise<boolean> {
  const failed = await refusalOf([deletion("clients", row), ...counted(clientCounts(row), {})]);
  if (!failed) return true;
  if (!failed[0]) throw forAdministrators();
  const now = await clients.get(row.id);
  return now?.sample ? removeClient(now, counted) : false;
}

/** Takes the steps; answers which of them did not hold, or nothing when all did. */
async function refusalOf(steps: Step[]): Promise<boolean[] | undefined> {
  try {
    await transact(steps);
    return undefined;
  } catch (error) {
    if (error instanceof TransactionRefused) return error.failed;
    throw error;
  }
}

async function* samplesIn<R>(from: "clients" | "subscriptions", Row: z.ZodMiniType<R>): AsyncGenerator<R> {
  const pages = paginateScan(
    { client: database },
    {
      TableName: table(from),
      // What was made a moment before its client went must be seen.
      ConsistentRead: true,
      FilterExpression: "#sample = :true",
      ExpressionAttributeNames: { "#sample": "sample" },
      ExpressionAttributeValues: { ":true": true },
    },
  );
  for await (const page of pages) yield* readable(Row, page.Items).rows;
}

const deletion = (
  from: "clients" | "subscriptions",
  { id, version }: { id: string; version: number },
): Step => ({
  Delete: {
    TableName: table(from),
    Key: { id },
    ConditionExpression: "version = :seen",
    ExpressionAttributeValues: { ":seen": version },
  },
});

const ofNoRealClient = ({ client_id }: subscriptions.Row): Step => ({
  ConditionCheck: {
    TableName: table("clients"),
    Key: { id: client_id },
    ConditionExpression: "attribute_not_exists(id) OR attribute_exists(#sample)",
    ExpressionAttributeNames: { "#sample": "sample" },
  },
});

/** The steps that take the payments off a subscription's record. */
async function paymentsOf(subscriptionId: string): Promise<Step[]> {
  const pages = paginateQuery(
    { client: database },
    {
      TableName: table("renewals"),
      KeyConditionExpression: "subscription_id = :id",
      ExpressionAttributeValues: { ":id": subscriptionId },
      ConsistentRead: true,
    },
  );
  const keys: Record<string, unknown>[] = [];
  for await (const { Items = [] } of pages)
    keys.push(...Items.map(({ subscription_id, period }) => ({ subscription_id, period })));
  return keys.map((Key) => ({ Delete: { TableName: table("renewals"), Key } }));
}
