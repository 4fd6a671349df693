import { GetCommand, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Day } from "../../shared/day.ts";
import { Cents, Currency, currencyOf, formatCents, fromCents, toCents } from "../../shared/money.ts";
import {
  type IgnoredLine,
  lineKey,
  namesPayer,
  type Payer,
  StatementLine,
  type WaitingLine,
} from "../../shared/payments/statement-line.ts";
import { Id, Instant, invalidCursor, Text } from "../../shared/text.ts";
import * as activity from "../activity/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { cursorOf, placeOf } from "../platform/dynamo/cursor.ts";
import {
  conditionFailed,
  database,
  type TransactItem,
  TransactionRefused,
  table,
  transact,
} from "../platform/dynamo/database.ts";
import { read, readable } from "../platform/dynamo/rows.ts";
import { updateCommand } from "../platform/dynamo/update-if.ts";
import { Conflict } from "../platform/http/errors.ts";

// The status of each statement line, by its key. A payment typed by hand has the same row, so that a later statement does
// not record it again. A row has personal data only while the line waits to be assigned.

const change = { at: Instant, name: Text };
const Row = z.object({
  subject: z.string(),
  /** The number of payments on record: at most one from a statement, and any number typed with its number. */
  recorded: z.optional(z.int()),
  /** The last of these payments. */
  subscription_id: z.optional(Id),
  paid_on: z.optional(Day),
  amount_cents: z.optional(Cents),
  currency: z.optional(Currency),
  undone: z.optional(z.object(change)),
  ignored: z.optional(z.object({ ...change, reason: Text })),
  /** While it waits: what the statement says, and who saved it. */
  line: z.optional(z.object({ ...z.omit(StatementLine, { amount: true }).shape, amount_cents: Cents })),
  kept: z.optional(z.object(change)),
});
export type Row = z.output<typeof Row>;

const prefix = "line#";
const rowKey = (key: string) => ({ subject: `${prefix}${key}`, at: "line" });
export const lineKeyOf = ({ subject }: Row) => subject.slice(prefix.length);
const OPEN = "line";

type Line = Pick<StatementLine, "number" | "method" | "paid_on" | "amount">;
export const keyOfLine = ({ amount, ...line }: Line): string => lineKey({ ...line, cents: toCents(amount) });

/** The rows of the lines with these keys. */
export async function findLines(keys: Iterable<string>): Promise<Row[]> {
  const items = await batchGet("activity", [...new Set(keys)].map(rowKey));
  return readable(Row, items).rows;
}

export async function get(key: string): Promise<Row | undefined> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("activity"), Key: rowKey(key), ConsistentRead: true }),
  );
  return Item && read(Row, Item);
}

/** What a response has room for. */
const PAGE_LINES = 1_000;
const KeyText = z.string().check(z.minLength(1), z.maxLength(300));
const Cursor = z.object({ open: z.literal(OPEN), due_on: Day, subject: KeyText, at: z.literal("line") });

/** One page of the lines that wait, by day of payment. Reads nothing else. */
export async function listWaiting(cursor: string | undefined) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("activity"),
      IndexName: "by-due",
      KeyConditionExpression: "#open = :open",
      ExpressionAttributeNames: { "#open": "open" },
      ExpressionAttributeValues: { ":open": OPEN },
      Limit: PAGE_LINES,
      ...(cursor && { ExclusiveStartKey: placeOf(Cursor, cursor, invalidCursor) }),
    }),
  );
  const { rows, ...left } = readable(Row, Items);
  const lines = rows.flatMap(({ line, kept }): WaitingLine[] => {
    if (!line || !kept) return [];
    const { amount_cents, ...said } = line;
    return [{ ...said, amount: fromCents(amount_cents), kept }];
  });
  return { lines, ...left, ...(LastEvaluatedKey && { cursor: cursorOf(LastEvaluatedKey) }) };
}

/** The waiting lines of a payer. Reads all waiting lines. */
export async function waitingLinesOf(payer: Payer): Promise<(WaitingLine & { key: string })[]> {
  const found: (WaitingLine & { key: string })[] = [];
  let cursor: string | undefined;
  do {
    const page = await listWaiting(cursor);
    const theirs = page.lines.filter((line) => namesPayer(line, payer));
    found.push(...theirs.map((line) => ({ ...line, key: keyOfLine(line) })));
    cursor = page.cursor;
  } while (cursor);
  return found;
}

/** Removes a payer's data from the waiting lines. Number, day and amount stay. */
export async function clearPayer(payer: Payer): Promise<void> {
  for (const { key } of await waitingLinesOf(payer)) {
    const blank = ["payer", "phone", "account", "details"];
    const place = { TableName: table("activity"), Key: rowKey(key) };
    try {
      await database.send(
        new UpdateCommand({
          ...place,
          UpdateExpression: `SET ${blank.map((name) => `#line.#${name} = :none`).join()}`,
          ConditionExpression: "attribute_exists(#line)",
          ExpressionAttributeNames: Object.fromEntries(["line", ...blank].map((name) => [`#${name}`, name])),
          ExpressionAttributeValues: { ":none": "" },
        }),
      );
    } catch (error) {
      // Somebody has assigned the line meanwhile, which removes the same data.
      if (!conditionFailed(error)) throw error;
    }
  }
}

const updateLine = (key: string, change: Parameters<typeof updateCommand>[1]): TransactItem => {
  const { input } = updateCommand({ TableName: table("activity"), Key: rowKey(key) }, change);
  return { Update: { ...input, UpdateExpression: input.UpdateExpression ?? "" } };
};

const NOTHING_RECORDED = "(attribute_not_exists(#recorded) OR #recorded < :one)";
const WAITING_FIELDS = ["open", "due_on", "line", "kept"];

/** Saves lines to be assigned later. Returns their number, without lines that already wait, are recorded or ignored. */
export async function saveLines(lines: readonly StatementLine[], context: ChangeContext): Promise<number> {
  const { now: at, actor } = context;
  let left = [...new Map(lines.map((line) => [keyOfLine(line), line]))];
  while (left.length > 0) {
    const items = left.map(([key, { amount, ...line }]) =>
      updateLine(key, {
        set: {
          ...{ open: OPEN, due_on: line.paid_on, kept: { at, name: actor.name } },
          line: { ...line, amount_cents: toCents(amount) },
        },
        onlyIf: `attribute_not_exists(#open) AND attribute_not_exists(#ignored) AND ${NOTHING_RECORDED}`,
        values: { one: 1 },
      }),
    );
    const about = { subject: activity.linesSubject };
    try {
      await transact([
        ...items,
        activity.eventRecord("lines-kept", about, context, { after: { lines: left.length } }),
      ]);
      return left.length;
    } catch (error) {
      if (!(error instanceof TransactionRefused)) throw error;
      left = left.filter((_, index) => !error.failed[index]);
    }
  }
  return 0;
}

/**
 * Ignores a line: no statement records it any more. Removes its personal data.
 * @throws Conflict if a payment of it is on record
 */
export async function ignoreLine(
  { reason, ...line }: z.output<typeof IgnoredLine>,
  context: ChangeContext,
): Promise<Row> {
  const key = keyOfLine(line);
  const { now: at, actor } = context;
  const { paid_on, amount, currency, number: reference } = line;
  try {
    await transact([
      updateLine(key, {
        set: { ignored: { at, name: actor.name, reason } },
        remove: WAITING_FIELDS,
        onlyIf: `attribute_not_exists(#ignored) AND ${NOTHING_RECORDED}`,
        values: { one: 1 },
      }),
      activity.eventRecord("line-ignored", { subject: activity.linesSubject }, context, {
        after: { amount, currency, paid_on, reference, reason },
      }),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
  const row = await get(key);
  if (!row?.ignored) throw new Conflict("A payment of this line is on record, so it cannot be ignored.");
  return row;
}

type Recorded = {
  key: string;
  subscription_id: string | undefined;
  paid_on: Day;
  cents: number;
  currency: Currency;
};

/**
 * The transaction item that records a payment of a line. A statement can record a line once and, without `again`, not
 * after somebody has undone its payment or ignored it. A payment typed by hand is never refused.
 */
export function recordItem(
  { key, subscription_id, paid_on, cents, currency }: Recorded,
  from: { again?: boolean | undefined } | "hand",
): TransactItem {
  const only = from === "hand" ? [] : [NOTHING_RECORDED];
  if (from !== "hand" && !from.again)
    only.push("attribute_not_exists(#undone) AND attribute_not_exists(#ignored)");
  return updateLine(key, {
    set: { subscription_id, paid_on, amount_cents: cents, currency },
    add: { recorded: 1 },
    remove: [...WAITING_FIELDS, "ignored", "undone"],
    ...(only.length > 0 && { onlyIf: only.join(" AND "), values: { one: 1 } }),
  });
}

/** The transaction item that marks the payment of a line as undone. */
export const undoItem = (key: string, { now: at, actor }: ChangeContext): TransactItem =>
  updateLine(key, { set: { undone: { at, name: actor.name } }, add: { recorded: -1 } });

/** Why a line cannot be recorded: it is recorded already, or somebody has ignored or undone it. */
export function refusalText(
  { recorded = 0, paid_on, amount_cents = 0, currency, undone, ignored }: Row,
  client_name: string | undefined,
  again: boolean | undefined,
): string | undefined {
  if (recorded > 0)
    return `This receipt is on record already: ${formatCents(amount_cents, currencyOf({ currency }))}, paid on ${paid_on}${client_name ? `, for ${client_name}` : ""}.`;
  if (again) return undefined;
  if (ignored)
    return `This receipt was ignored by ${ignored.name} on ${ignored.at.slice(0, 10)} (${ignored.reason}): check it again before you record it.`;
  if (undone)
    return `The payment of this receipt was undone by ${undone.name} on ${undone.at.slice(0, 10)}: check it again before you record it.`;
  return undefined;
}
