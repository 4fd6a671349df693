import { BatchGetCommand, GetCommand, paginateQuery, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Day, StoredDay } from "../../shared/day.ts";
import { Cents, fromCents } from "../../shared/money.ts";
import { Renewal } from "../../shared/subscriptions.ts";
import { database, type TransactItem, table } from "../database.ts";
import { read, readable } from "../rows.ts";

/** As stored: money in cents, and the schedule that the renewal was recorded on. The oldest are without it. */
export const Row = z.extend(z.omit(Renewal, { amount: true }), {
  amount_cents: Cents,
  next_billing_date: StoredDay,
  billing_anchor: z.optional(Day),
  frequency: z.optional(z.string()),
});
export type Row = z.output<typeof Row>;

export const fromRow = ({ amount_cents, billing_anchor: _, frequency: __, ...rest }: Row): Renewal => ({
  ...rest,
  amount: fromCents(amount_cents),
});

const newestFirst = (subscriptionId: string) => ({
  TableName: table("renewals"),
  KeyConditionExpression: "subscription_id = :id",
  ExpressionAttributeValues: { ":id": subscriptionId },
  ScanIndexForward: false,
  ConsistentRead: true,
});

/** The renewals on record, newest first. */
export async function list(subscriptionId: string): Promise<{ rows: Row[]; unreadable?: number }> {
  const pages = paginateQuery({ client: database }, newestFirst(subscriptionId));
  return readable(Row, (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat());
}

/** The renewal of the newest period that is paid, to be read after the subscription that it belongs to. */
export async function newestPaid({
  id,
  renewals,
}: {
  id: string;
  renewals: number;
}): Promise<Row | undefined> {
  if (renewals === 0) return undefined;
  const { Items } = await database.send(new QueryCommand({ ...newestFirst(id), Limit: 1 }));
  return Items?.[0] && read(Row, Items[0]);
}

type Period = { subscription_id: string; period: Day };

const itemOf = async ({ subscription_id, period }: Period) => {
  const { Item } = await database.send(
    new GetCommand({
      TableName: table("renewals"),
      Key: { subscription_id, period },
      ConsistentRead: true,
    }),
  );
  return Item;
};

export async function find(period: Period): Promise<Row | undefined> {
  const Item = await itemOf(period);
  return Item && read(Row, Item);
}

/** Whether a period is paid, by now, however its record reads. */
export const isPaid = async (period: Period): Promise<boolean> => (await itemOf(period)) !== undefined;

/** DynamoDB's own limit. */
const mostOfABatch = 100;

const nameOf = ({ subscription_id, period }: Period) => `${subscription_id} ${period}`;

/** Tells which of the given periods are paid. What is not paid is asked for, and costs no item. */
export async function paidAmong(periods: Period[]): Promise<(period: Period) => boolean> {
  const paid = new Set<string>();
  let keys: Period[] = periods;
  while (keys.length > 0) {
    const { Responses, UnprocessedKeys } = await database.send(
      new BatchGetCommand({
        RequestItems: {
          [table("renewals")]: {
            Keys: keys.slice(0, mostOfABatch),
            ProjectionExpression: "subscription_id, #period",
            ExpressionAttributeNames: { "#period": "period" },
          },
        },
      }),
    );
    for (const row of Responses?.[table("renewals")] ?? []) paid.add(nameOf(row as Period));
    const left = UnprocessedKeys?.[table("renewals")]?.Keys ?? [];
    keys = [...keys.slice(mostOfABatch), ...(left as Period[])];
  }
  return (period) => paid.has(nameOf(period));
}

/** The item of a transaction that records a renewal, once for each period. */
export const record = (row: Row): TransactItem => ({
  Put: {
    TableName: table("renewals"),
    Item: row,
    ConditionExpression: "attribute_not_exists(subscription_id)",
  },
});

/** The item of a transaction that takes a renewal off the record. */
export const remove = ({ subscription_id, period }: Period): TransactItem => ({
  Delete: {
    TableName: table("renewals"),
    Key: { subscription_id, period },
    ConditionExpression: "attribute_exists(subscription_id)",
  },
});

/** The items of a transaction that take all renewals of a subscription off the record, whether they can be read or not. */
export async function removals(subscriptionId: string): Promise<TransactItem[]> {
  const pages = paginateQuery({ client: database }, newestFirst(subscriptionId));
  const items = (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
  return items.map(({ subscription_id, period }) => ({
    Delete: { TableName: table("renewals"), Key: { subscription_id, period } },
  }));
}
