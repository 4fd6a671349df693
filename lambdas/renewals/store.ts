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
 * As stored: money in cents, with the schedule at the time; the oldest rows have none. `number` is the number of a part
 * payment of its period; the payment that completes the period has none. `made_from` is the digest of the request.
 * `due_cents` was left to pay before this payment. `more` marks the rows of a payment after its first row; only the first
 * one counts as a payment. `line` is the key of its statement line, or of the line that a statement would have.
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

/** The payment that completes a period has the period as its sort key, a part payment `2026-12-28#001` and so on. */
const sortKeyOf = ({ period, number }: Pick<Row, "period" | "number">): string =>
  number === undefined ? period : `${period}#${String(number).padStart(3, "0")}`;

/** A stored item with period and number as two fields. */
export function splitSortKey(item: Item): Item {
  const [period, number] = String(item.period).split("#");
  return { ...item, period, ...(number !== undefined && { number: Number(number) }) };
}

/** Newest first. Within a period, the payment that completed it comes first, then the last part payment. */
const compareNewestFirst = (one: Row, other: Row): number =>
  one.period === other.period
    ? (other.number ?? Number.POSITIVE_INFINITY) - (one.number ?? Number.POSITIVE_INFINITY)
    : one.period < other.period
      ? 1
      : -1;

const queryNewestFirst = (subscriptionId: string) => ({
  TableName: table("renewals"),
  KeyConditionExpression: "subscription_id = :id",
  ExpressionAttributeValues: { ":id": subscriptionId },
  ScanIndexForward: false,
  ConsistentRead: true,
});

async function itemsOf(subscriptionId: string): Promise<Item[]> {
  const pages = paginateQuery({ client: database }, queryNewestFirst(subscriptionId));
  return (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
}

/** The renewals on record, newest first. */
export async function list(subscriptionId: string): Promise<{ rows: Row[]; unreadable?: number }> {
  const { rows, ...left } = readable(Row, (await itemsOf(subscriptionId)).map(splitSortKey));
  return { rows: rows.sort(compareNewestFirst), ...left };
}

/**
 * The renewals of a subscription, newest first, for a change of it. Read the subscription before.
 * @throws UnreadableRow if a row of the newest period cannot be read
 */
export async function listForChange({ id, renewals }: { id: string; renewals: number }): Promise<Row[]> {
  if (renewals === 0) return [];
  const items = (await itemsOf(id)).map(splitSortKey);
  const newest = items.filter(({ period }) => period === items[0]?.period);
  return [...newest.map((item) => read(Row, item)), ...readable(Row, items.slice(newest.length)).rows].sort(
    compareNewestFirst,
  );
}

/** What the payments of a subscription add to the counters when it is no longer a sample. */
export async function countsOf(subscriptionId: string): Promise<Counts> {
  return sumOf((await list(subscriptionId)).rows.map(paymentCounts));
}

const SCAN_SEGMENTS = 4;

/** The counters of all payments, from a consistent scan of the table. */
export async function countsOfAll(): Promise<Counts> {
  const countSegment = async (Segment: number) => {
    let counts: Counts = {};
    const pages = paginateScan(
      { client: database },
      { TableName: table("renewals"), ConsistentRead: true, Segment, TotalSegments: SCAN_SEGMENTS },
    );
    for await (const { Items } of pages)
      counts = sumOf([counts, ...readable(Row, Items?.map(splitSortKey)).rows.map(paymentCounts)]);
    return counts;
  };
  return sumOf(
    await Promise.all(Array.from({ length: SCAN_SEGMENTS }, (_, segment) => countSegment(segment))),
  );
}

/** The sum of the part payments of a period, in cents; 0 once the period is paid in full. */
export function partPaymentCents(rows: readonly Row[], period: Day): number {
  const parts = rows.filter((row) => row.period === period);
  if (parts.some(({ number }) => number === undefined)) return 0;
  return parts.reduce((cents, row) => cents + row.amount_cents, 0);
}

/** The newest payment that completed a period. */
export const newestPaid = (rows: readonly Row[]): Row | undefined =>
  rows.find(({ number }) => number === undefined);

type Period = { subscription_id: string; period: Day };

/** Whether a period is paid in full. Works even if its row cannot be read. */
export async function isPaid({ subscription_id, period }: Period): Promise<boolean> {
  const Key = { subscription_id, period };
  const { Item } = await database.send(
    new GetCommand({ TableName: table("renewals"), Key, ConsistentRead: true }),
  );
  return Item !== undefined;
}

const keyText = ({ subscription_id, period }: Period) => `${subscription_id} ${period}`;

/** Finds which periods are paid in full. Reading an unpaid one finds no item. */
export async function findPaid(periods: Period[]): Promise<(period: Period) => boolean> {
  const found = await batchGet("renewals", periods, ["subscription_id", "period"]);
  const paid = new Set(found.map((row) => keyText(row as Period)));
  return (period) => paid.has(keyText(period));
}

/** The transaction item that stores a renewal, once for each period or part payment. */
export const insert = ({ number, ...row }: Row): TransactItem => ({
  Put: {
    TableName: table("renewals"),
    Item: { ...row, period: sortKeyOf({ ...row, number }) },
    ConditionExpression: "attribute_not_exists(subscription_id)",
  },
});

/** The transaction item that deletes a renewal. */
export const deletion = (row: Row): TransactItem => ({
  Delete: {
    TableName: table("renewals"),
    Key: { subscription_id: row.subscription_id, period: sortKeyOf(row) },
    ConditionExpression: "attribute_exists(subscription_id)",
  },
});

/** The transaction items that delete all renewals of a subscription, even those that cannot be read. */
export async function deletions(subscriptionId: string): Promise<TransactItem[]> {
  return (await itemsOf(subscriptionId)).map(({ subscription_id, period }) => ({
    Delete: { TableName: table("renewals"), Key: { subscription_id, period } },
  }));
}
