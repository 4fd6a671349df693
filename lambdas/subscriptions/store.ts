import { randomUUID } from "node:crypto";
import { GetCommand, paginateQuery, QueryCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { changeBilling, startBilling } from "../../shared/billing.ts";
import type { Day } from "../../shared/day.ts";
import { Cents, fromCents, toCents } from "../../shared/money.ts";
import { type NewSubscription, Subscription, type SubscriptionChange } from "../../shared/subscriptions.ts";
import { Count } from "../../shared/text.ts";
import * as clients from "../clients/store.ts";
import { recount, recountWhileAllAreSamples, subscriptionCounts } from "../counters.ts";
import { conditionFailed, database, type Step, TransactionRefused, table, transact } from "../database.ts";
import { changedMeanwhile, HttpError, type Moment, notFound } from "../http.ts";
import { read, readable } from "../rows.ts";

/** As stored: money in cents, how many renewals are on record, and `period#kind` of the last reminder sent. */
export const Row = z.extend(z.omit(Subscription, { amount: true }), {
  amount_cents: Cents,
  renewals: Count,
  reminded: z.optional(z.string()),
});
export type Row = z.output<typeof Row>;

export const fromRow = ({ amount_cents, renewals: _, reminded: __, ...rest }: Row): Subscription => ({
  ...rest,
  amount: fromCents(amount_cents),
});

const pageSize = 1_000;

export async function list(cursor?: string) {
  const { Items, LastEvaluatedKey } = await database.send(
    new ScanCommand({
      TableName: table("subscriptions"),
      Limit: pageSize,
      ...(cursor && { ExclusiveStartKey: { id: cursor } }),
    }),
  );
  const { rows, ...left } = readable(Row, Items);
  return {
    subscriptions: rows.map(fromRow),
    ...left,
    cursor: LastEvaluatedKey?.id as string | undefined,
  };
}

export async function get(id: string): Promise<Row | undefined> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("subscriptions"), Key: { id }, ConsistentRead: true }),
  );
  return Item && read(Row, Item);
}

/** The active subscriptions due on `last` or before, earliest first; nothing else is read. */
export async function dueUntil(last: Day): Promise<{ rows: Row[]; unreadable?: number }> {
  const items = paginateQuery({ client: database }, dueQuery(last));
  return readable(Row, (await Array.fromAsync(items, ({ Items = [] }) => Items)).flat());
}

const dueQuery = (last: Day) => ({
  TableName: table("subscriptions"),
  IndexName: "by-next-billing",
  KeyConditionExpression: "#status = :active AND next_billing_date <= :last",
  ExpressionAttributeNames: { "#status": "status" },
  ExpressionAttributeValues: { ":active": "active", ":last": last },
});

/** One page of what `dueUntil` lists, from where the page before ended; `next` is absent on the last. */
export async function duePage(last: Day, limit: number, from?: Record<string, unknown>) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({ ...dueQuery(last), Limit: limit, ExclusiveStartKey: from }),
  );
  return { ...readable(Row, Items), next: LastEvaluatedKey };
}

/**
 * Marks what a subscription was last reminded of, which spares the daily run from looking at it again. It is no
 * more than a mark: losing it to somebody's save costs a look at the ledger, so it makes no new version.
 */
export async function markReminded(id: string, reminded: string): Promise<void> {
  try {
    await database.send(
      new UpdateCommand({
        TableName: table("subscriptions"),
        Key: { id },
        UpdateExpression: "SET reminded = :reminded",
        ConditionExpression: "attribute_exists(id)",
        ExpressionAttributeValues: { ":reminded": reminded },
      }),
    );
  } catch (error) {
    if (!conditionFailed(error)) throw error;
  }
}

export async function create(input: NewSubscription, { now, today }: Moment): Promise<Subscription> {
  const { amount, sample, ...fields } = input;
  const client = await clientOf(input.client_id);
  if (sample && !client.sample) throw new HttpError(400, "Sample subscriptions belong to sample clients.");
  const row: Row = {
    ...fields,
    ...startBilling(input, today),
    amount_cents: toCents(amount),
    // Whatever is kept for a sample client goes when the samples go.
    sample: client.sample,
    id: randomUUID(),
    created_at: now,
    version: 1,
    renewals: 0,
  };
  const counts = subscriptionCounts(row);
  try {
    await transact([
      {
        Put: {
          TableName: table("subscriptions"),
          Item: row,
          ConditionExpression: "attribute_not_exists(id)",
        },
      },
      stillThere(row.client_id),
      ...(sample ? recountWhileAllAreSamples(counts) : recount({}, counts)),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    throw error.failed[1] ? unknownClient() : clients.realRecordsExist();
  }
  return fromRow(row);
}

export async function update(id: string, change: SubscriptionChange, today: Day): Promise<Subscription> {
  const before = await get(id);
  if (!before) throw notFound("subscription");
  if (change.version !== undefined && change.version !== before.version)
    throw changedMeanwhile("this subscription");

  const moved = change.client_id !== before.client_id;
  const row: Row = {
    ...before,
    ...changeBilling(before, change, before.renewals > 0, today),
    client_id: change.client_id,
    status: change.status,
    muted: change.muted ?? before.muted,
    amount_cents: toCents(change.amount),
    sample: moved ? (await clientOf(change.client_id)).sample : before.sample,
    version: before.version + 1,
  };
  try {
    await transact([
      replace(before, row),
      ...recount(subscriptionCounts(before), subscriptionCounts(row)),
      ...(moved ? [stillThere(row.client_id)] : []),
    ]);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("this subscription") : error;
  }
  return fromRow(row);
}

/** The step that writes `after` over exactly the version that was read as `before`. */
export const replace = (before: Row, after: Row): Step => ({
  Put: {
    TableName: table("subscriptions"),
    Item: after,
    ConditionExpression: "version = :seen",
    ExpressionAttributeValues: { ":seen": before.version },
  },
});

const unknownClient = () => new HttpError(400, "That client does not exist.");

async function clientOf(id: string) {
  const client = await clients.get(id);
  if (!client) throw unknownClient();
  return client;
}

const stillThere = (clientId: string): Step => ({
  ConditionCheck: {
    TableName: table("clients"),
    Key: { id: clientId },
    ConditionExpression: "attribute_exists(id)",
  },
});
