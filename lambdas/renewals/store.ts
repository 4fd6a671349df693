import { GetCommand, paginateQuery, paginateScan } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Day, StoredDay } from "../../shared/day.ts";
import { Cents, Currency, fromCents } from "../../shared/money.ts";
import { Renewal } from "../../shared/subscriptions/subscription.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { type Counts, paymentCounts, sumOf } from "../platform/dynamo/counters.ts";
import { database, type TransactItem, table } from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/rows.ts";

/**
 * As stored: money in cents, and the schedule that the renewal was recorded on. The oldest are without it. `number`
 * tells which part of its period it is; what completed the period has none. `made_from` is the digest of the request;
 * `due_cents` is what was left of the period before this payment;
 * `more` marks the rows of a payment after its first, with which it is counted; `line` is the key of the line of a
 * statement that it was, or would be.
 */
export const Row = z.extend(z.omit(Renewal, { amount: true, part: true }), {
  amount_cents: Cents,
  currency: z._default(Currency, "USD"),
  number: z.optional(z.int()),
  more: z.optional(z.literal(true)),
  made_from: z.optional(z.string()),
  due_cents: z.optional(Cents),
  line: z.optional(z.string()),
  next_billing_date: StoredDay,
  billing_anchor: z.optional(Day),
  frequency: z.optional(z.string()),
});
export type Row = z.output<typeof Row>;

export const fromRow = ({
  amount_cents,
  number,
  more: _,
  made_from: __,
  due_cents: ___,
  line: ____,
  billing_anchor: _____,
  frequency: ______,
  ...rest
}: Row): Renewal => ({
  ...rest,
  amount: fromCents(amount_cents),
  ...(number !== undefined && { part: true }),
});

type Item = Record<string, unknown>;

/** A period that was paid at once, or completed, stands under its day; its parts under `2026-12-28#001` and so on. */
const placeOf = ({ period, number }: Pick<Row, "period" | "number">): string =>
  number === undefined ? period : `${period}#${String(number).padStart(3, "0")}`;

/** What is stored as its row has it. */
export function unplaced(item: Item): Item {
  const [period, number] = String(item.period).split("#");
  return { ...item, period, ...(number !== undefined && { number: Number(number) }) };
}

/** The newest first: of a period, what completed it, then the last part. */
const newer = (one: Row, other: Row): number =>
  one.period === other.period
    ? (other.number ?? Number.POSITIVE_INFINITY) - (one.number ?? Number.POSITIVE_INFINITY)
    : one.period < other.period
      ? 1
      : -1;

const newestFirst = (subscriptionId: string) => ({
  TableName: table("renewals"),
  KeyConditionExpression: "subscription_id = :id",
  ExpressionAttributeValues: { ":id": subscriptionId },
  ScanIndexForward: false,
  ConsistentRead: true,
});

async function itemsOf(subscriptionId: string): Promise<Item[]> {
  const pages = paginateQuery({ client: database }, newestFirst(subscriptionId));
  return (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
}

/** The renewals on record, newest first. */
export async function list(subscriptionId: string): Promise<{ rows: Row[]; unreadable?: number }> {
  const { rows, ...left } = readable(Row, (await itemsOf(subscriptionId)).map(unplaced));
  return { rows: rows.sort(newer), ...left };
}

/**
 * What is on record, newest first, to be read after the subscription that it belongs to.
 * @throws UnreadableRow when what was paid of the newest period cannot be told
 */
export async function onRecord({ id, renewals }: { id: string; renewals: number }): Promise<Row[]> {
  if (renewals === 0) return [];
  const items = (await itemsOf(id)).map(unplaced);
  const newest = items.filter(({ period }) => period === items[0]?.period);
  return [...newest.map((item) => read(Row, item)), ...readable(Row, items.slice(newest.length)).rows].sort(
    newer,
  );
}

/** What the payments of a subscription add to the counters once it is real. */
export async function countsOf(subscriptionId: string): Promise<Counts> {
  return sumOf((await list(subscriptionId)).rows.map(paymentCounts));
}

/** So many parts of the table are read at the same time. */
const parts = 4;

/** The counters of all payments. Reads every one, consistently. */
export async function countsOfAll(): Promise<Counts> {
  const ofPart = async (Segment: number) => {
    let counts: Counts = {};
    const pages = paginateScan(
      { client: database },
      { TableName: table("renewals"), ConsistentRead: true, Segment, TotalSegments: parts },
    );
    for await (const { Items } of pages)
      counts = sumOf([counts, ...readable(Row, Items?.map(unplaced)).rows.map(paymentCounts)]);
    return counts;
  };
  return sumOf(await Promise.all(Array.from({ length: parts }, (_, part) => ofPart(part))));
}

/** What was paid in part of a period that is not paid yet, in cents. */
export function partsOf(rows: readonly Row[], period: Day): number {
  const parts = rows.filter((row) => row.period === period);
  if (parts.some(({ number }) => number === undefined)) return 0;
  return parts.reduce((cents, row) => cents + row.amount_cents, 0);
}

/** The newest of what paid a period in full. */
export const newestPaid = (rows: readonly Row[]): Row | undefined =>
  rows.find(({ number }) => number === undefined);

type Period = { subscription_id: string; period: Day };

/** Whether a period is paid in full, by now, however its record reads. */
export async function isPaid({ subscription_id, period }: Period): Promise<boolean> {
  const Key = { subscription_id, period };
  const { Item } = await database.send(
    new GetCommand({ TableName: table("renewals"), Key, ConsistentRead: true }),
  );
  return Item !== undefined;
}

const nameOf = ({ subscription_id, period }: Period) => `${subscription_id} ${period}`;

/** Tells which of the given periods are paid in full. What is not paid is asked for, and costs no item. */
export async function paidAmong(periods: Period[]): Promise<(period: Period) => boolean> {
  const found = await batchGet("renewals", periods, ["subscription_id", "period"]);
  const paid = new Set(found.map((row) => nameOf(row as Period)));
  return (period) => paid.has(nameOf(period));
}

/** The item of a transaction that records a renewal, once for each period or part. */
export const record = ({ number, ...row }: Row): TransactItem => ({
  Put: {
    TableName: table("renewals"),
    Item: { ...row, period: placeOf({ ...row, number }) },
    ConditionExpression: "attribute_not_exists(subscription_id)",
  },
});

/** The item of a transaction that takes a renewal off the record. */
export const remove = (row: Row): TransactItem => ({
  Delete: {
    TableName: table("renewals"),
    Key: { subscription_id: row.subscription_id, period: placeOf(row) },
    ConditionExpression: "attribute_exists(subscription_id)",
  },
});

/** The items of a transaction that take all renewals of a subscription off the record, whether they can be read or not. */
export async function removals(subscriptionId: string): Promise<TransactItem[]> {
  return (await itemsOf(subscriptionId)).map(({ subscription_id, period }) => ({
    Delete: { TableName: table("renewals"), Key: { subscription_id, period } },
  }));
}
