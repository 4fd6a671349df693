import { PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Day } from "../../shared/day.ts";
import { Cents, Currency, fromCents } from "../../shared/money.ts";
import { expiresAt } from "../../shared/retention.ts";
import type { PriceRow } from "../../shared/subscriptions/price-change.ts";
import { Id, Instant } from "../../shared/text.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import {
  afterTransactions,
  database,
  getItem,
  isAbsent,
  isWritten,
  queryAll,
  type TransactItem,
  table,
} from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { updateIf, updateItem } from "../platform/dynamo/update-if.ts";

// Changes of many prices, in the table of imports: for each change, a row about it, and one for each subscription that it
// changed. They name nobody, and are kept as long as the rows of imports, from the day of the prices on (ADR 084).

const ABOUT = "about";
const partition = (id: string) => `prices#${id}`;
const TableName = () => table("imports");

const expiring = { at: Instant, expires_at: z.number() };

const AboutRow = z.object({
  from: Day,
  /** The digest of what is to be changed, without the subscriptions. */
  made_from: z.string(),
  taken_back: z.optional(z.literal(true)),
  ...expiring,
});
export type AboutRow = z.output<typeof AboutRow>;

const Row = z.object({
  /** The subscription. */
  row: Id,
  client_id: Id,
  from: Day,
  before_cents: Cents,
  after_cents: Cents,
  currency: Currency,
  /** Somebody took the change back. `why`: this price did not wait any more. */
  taken_back: z.optional(z.object({ why: z.optional(z.string()) })),
  ...expiring,
});
export type Row = z.output<typeof Row>;

export type NewRow = Omit<Row, "taken_back" | "at" | "expires_at">;

/** The change can be taken back until the day of its prices, so it is kept from then on. */
function expiryOf(from: Day) {
  const at = `${from}T00:00:00.000Z`;
  return { at, expires_at: expiresAt("imports", at) };
}

export async function get(id: string): Promise<AboutRow | undefined> {
  const item = await getItem("imports", { id: partition(id), row: ABOUT });
  return item && read(AboutRow, item);
}

/** The change as it is stored: this one, unless a request with its id came first. */
export async function putAbout(
  id: string,
  about: Pick<AboutRow, "from" | "made_from">,
): Promise<AboutRow | undefined> {
  const row = { ...about, ...expiryOf(about.from) };
  const Item = { id: partition(id), row: ABOUT, ...row };
  const put = new PutCommand({ TableName: TableName(), Item, ...isAbsent() });
  return (await isWritten(afterTransactions(() => database.send(put)))) ? row : get(id);
}

/** The transaction item that stores what changes for a subscription. */
export const insert = (id: string, row: NewRow): TransactItem => ({
  Put: {
    TableName: TableName(),
    Item: { id: partition(id), ...row, ...expiryOf(row.from) },
    ...isAbsent(),
  },
});

/** The transaction item that checks that nobody has taken the change back. */
export const stillWanted = (id: string): TransactItem => ({
  ConditionCheck: {
    TableName: TableName(),
    Key: { id: partition(id), row: ABOUT },
    ConditionExpression: "attribute_not_exists(taken_back)",
  },
});

/** From now on, no request adds a subscription to the change. */
export const markTakenBack = (id: string): Promise<boolean> =>
  updateIf(
    { TableName: TableName(), Key: { id: partition(id), row: ABOUT } },
    { set: { taken_back: true }, onlyIf: "attribute_exists(id)" },
  );

/** The transaction item that stores that a price was withdrawn with the change, or why it was not. */
export const takenBack = (id: string, { row }: Row, why?: string): TransactItem =>
  updateItem(
    { TableName: TableName(), Key: { id: partition(id), row } },
    { set: { taken_back: { ...(why !== undefined && { why }) } }, onlyIf: "attribute_exists(id)" },
  );

/** The rows of some subscriptions in a change, by subscription. */
export async function rowsFor(id: string, subscription_ids: readonly string[]): Promise<Map<string, Row>> {
  const keys = subscription_ids.map((row) => ({ id: partition(id), row }));
  const { rows } = readable(Row, await batchGet("imports", keys));
  return new Map(rows.map((row) => [row.row, row]));
}

/** The rows of all subscriptions of a change. */
export async function rowsOf(id: string): Promise<Row[]> {
  const items = await queryAll("imports", {
    KeyConditionExpression: "id = :id",
    ExpressionAttributeValues: { ":id": partition(id) },
    ConsistentRead: true,
  });
  return readable(
    Row,
    items.filter(({ row }) => row !== ABOUT),
  ).rows;
}

export const onWire = ({ row, from, before_cents, after_cents, currency }: NewRow): PriceRow => ({
  subscription_id: row,
  from,
  before: fromCents(before_cents),
  after: fromCents(after_cents),
  currency,
});
