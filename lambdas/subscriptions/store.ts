import { randomUUID } from "node:crypto";
import {
  GetCommand,
  paginateQuery,
  paginateScan,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { BillingRefused, changeBilling, type Paid, startBilling } from "../../shared/billing.ts";
import type { Client } from "../../shared/clients.ts";
import { type Day, StoredDay } from "../../shared/day.ts";
import { Cents, fromCents, toCents } from "../../shared/money.ts";
import { type NewSubscription, Subscription, type SubscriptionChange } from "../../shared/subscriptions.ts";
import { Count } from "../../shared/text.ts";
import * as clients from "../clients/store.ts";
import { recount, recountWhileAllAreSamples, subscriptionCounts } from "../counters.ts";
import { conditionFailed, database, type Step, TransactionRefused, table, transact } from "../database.ts";
import { changedMeanwhile, HttpError, type Moment, notFound } from "../http.ts";
import { digestOf } from "../made-from.ts";
import * as renewals from "../renewals/store.ts";
import { read, readable } from "../rows.ts";

/**
 * As stored: money in cents, how many renewals are on record, `period#kind` of the last reminder sent, and the digest
 * of the request that made it, where that request gave the id.
 */
export const Row = z.extend(z.omit(Subscription, { amount: true }), {
  amount_cents: Cents,
  next_billing_date: StoredDay,
  billing_anchor: StoredDay,
  renewals: Count,
  reminded: z.optional(z.string()),
  made_from: z.optional(z.string()),
});
export type Row = z.output<typeof Row>;

export const fromRow = ({
  amount_cents,
  renewals: _,
  reminded: __,
  made_from: ___,
  ...rest
}: Row): Subscription => ({
  ...rest,
  amount: fromCents(amount_cents),
});

const pageSize = 1_000;

export async function list(cursor?: string) {
  const { Items, LastEvaluatedKey } = await database.send(
    new ScanCommand({
      TableName: table("subscriptions"),
      ConsistentRead: true,
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
  return dueAmong((await Array.fromAsync(items, ({ Items = [] }) => Items)).flat(), last);
}

/** A date beyond the calendar, from before it had an end, may sort before all others. */
function dueAmong(items: Record<string, unknown>[] | undefined, last: Day) {
  const { rows, ...left } = readable(Row, items);
  return { rows: rows.filter(({ next_billing_date }) => next_billing_date <= last), ...left };
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
  return { ...dueAmong(Items, last), next: LastEvaluatedKey };
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

/** The samples kept for a client. Every subscription is looked at: no index knows the latest of them. */
export async function samplesOf(clientId: string): Promise<Row[]> {
  const pages = paginateScan(
    { client: database },
    {
      TableName: table("subscriptions"),
      ConsistentRead: true,
      FilterExpression: "client_id = :client AND #sample = :true",
      ExpressionAttributeNames: { "#sample": "sample" },
      ExpressionAttributeValues: { ":client": clientId, ":true": true },
    },
  );
  const rows: Row[] = [];
  for await (const { Items } of pages) rows.push(...readable(Row, Items).rows);
  return rows;
}

/** Asked again with the same id and the same content, it answers the subscription as it is by then. */
export async function create(request: NewSubscription, moment: Moment): Promise<Subscription> {
  const { id, ...input } = request;
  const made_from = id && digestOf(input);
  const there = id && (await get(id));
  if (there) {
    if (there.made_from !== made_from) throw clients.storedOtherwise("subscription");
    return fromRow(there);
  }
  const { amount, sample, ...fields } = input;
  const client = await clientToBill(input.client_id);
  if (sample && !client.sample) throw new HttpError(400, "Sample subscriptions belong to sample clients.");
  const row: Row = {
    ...fields,
    ...allowed(() => startBilling(input, moment.today)),
    amount_cents: toCents(amount),
    // Whatever is kept for a sample client goes when the samples go.
    sample: client.sample,
    id: id ?? randomUUID(),
    created_at: moment.now,
    version: 1,
    renewals: 0,
    made_from,
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
      stillBillable(client),
      ...(sample ? recountWhileAllAreSamples({}, counts) : recount({}, counts)),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // The same request came first, or the client left or became real: looking again tells what holds now.
    if (error.failed[0] || error.failed[1]) return create(request, moment);
    throw clients.realRecordsExist();
  }
  return fromRow(row);
}

export async function update(id: string, change: SubscriptionChange, today: Day): Promise<Subscription> {
  const before = await get(id);
  if (!before) throw notFound("subscription");
  if (change.version !== undefined && change.version !== before.version)
    throw changedMeanwhile("this subscription");

  const client = change.client_id === before.client_id ? undefined : await clientToBill(change.client_id);
  if (client?.sample && !before.sample)
    throw new HttpError(409, "That client is sample data. Save real details of the client first.");
  // A payment recorded from here on makes a new version, over which this save is refused.
  const paid = await newestPaid(before);
  const row: Row = {
    ...before,
    ...allowed(() => changeBilling(before, change, paid, today)),
    client_id: change.client_id,
    status: change.status ?? before.status,
    muted: change.muted ?? before.muted,
    amount_cents: toCents(change.amount),
    sample: client ? client.sample : before.sample,
    version: before.version + 1,
  };
  try {
    await transact([
      replace(before, row),
      ...(client ? [stillBillable(client)] : []),
      ...recount(subscriptionCounts(before), subscriptionCounts(row)),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (client && error.failed[1]) await clientToBill(client.id);
    throw changedMeanwhile("this subscription");
  }
  return fromRow(row);
}

/** The newest payment on record, to be read after the row that it belongs to. */
export const newestPaid = async ({ id, renewals: count }: Row): Promise<Paid | undefined> =>
  count > 0 ? renewals.newest(id) : undefined;

/** What the rules of billing give, or their refusal to whoever asked. */
export function allowed<T>(billing: () => T): T {
  try {
    return billing();
  } catch (error) {
    throw error instanceof BillingRefused ? new HttpError(400, error.message) : error;
  }
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

/** A sample as it is once its client is real. */
export const real = (row: Row): Row => ({ ...row, sample: undefined, version: row.version + 1 });

export const becomingReal = (rows: Row[]): Step[] => rows.map((row) => replace(row, real(row)));

/**
 * The client that a subscription is to be for.
 * @throws HttpError when nothing can be sold to them
 */
async function clientToBill(id: string) {
  const client = await clients.get(id);
  if (!client) throw new HttpError(400, "That client does not exist.");
  if (client.erased_at) throw new HttpError(400, "That client was erased and can have no new subscription.");
  if (client.status !== "active")
    throw new HttpError(400, "That client is inactive. Make the client active first, or choose another.");
  return client;
}

/** That a client has neither left nor turned from a sample into a real one. */
const stillBillable = ({ id, sample }: Client): Step => ({
  ConditionCheck: {
    TableName: table("clients"),
    Key: { id },
    ConditionExpression: `#status = :active AND ${sample ? "attribute_exists" : "attribute_not_exists"}(#sample)`,
    ExpressionAttributeNames: { "#status": "status", "#sample": "sample" },
    ExpressionAttributeValues: { ":active": "active" },
  },
});
