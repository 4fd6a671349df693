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

// What became of each line of a statement, by its key. A payment that is typed by hand leaves the same row, so that a
// statement in which it stands afterwards does not record it again. A row holds what tells of a person only as long as
// the line waits for somebody to say whose it is.

const by = { at: Instant, name: Text };
const Row = z.object({
  subject: z.string(),
  /** So many payments of it are on record: one of a statement, as many as people typed with its number. */
  recorded: z.optional(z.int()),
  /** The last of them. */
  subscription_id: z.optional(Id),
  paid_on: z.optional(Day),
  amount_cents: z.optional(Cents),
  currency: z.optional(Currency),
  undone: z.optional(z.object(by)),
  aside: z.optional(z.object({ ...by, reason: Text })),
  /** As long as it waits: what the statement says, and who kept it. */
  line: z.optional(z.object({ ...z.omit(StatementLine, { amount: true }).shape, amount_cents: Cents })),
  kept: z.optional(z.object(by)),
});
export type Row = z.output<typeof Row>;

const prefix = "line#";
const keyOf = (key: string) => ({ subject: `${prefix}${key}`, at: "line" });
export const nameOf = ({ subject }: Row) => subject.slice(prefix.length);
const open = "line";

type Line = Pick<StatementLine, "number" | "method" | "paid_on" | "amount">;
export const keyOfLine = ({ amount, ...line }: Line): string => lineKey({ ...line, cents: toCents(amount) });

/** What is known of some lines. */
export async function known(keys: Iterable<string>): Promise<Row[]> {
  const items = await batchGet("activity", [...new Set(keys)].map(keyOf));
  return readable(Row, items).rows;
}

export async function get(key: string): Promise<Row | undefined> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("activity"), Key: keyOf(key), ConsistentRead: true }),
  );
  return Item && read(Row, Item);
}

/** As many lines as an answer has room for. */
const ofAPage = 1_000;
const KeyText = z.string().check(z.minLength(1), z.maxLength(300));
const Place = z.object({ open: z.literal(open), due_on: Day, subject: KeyText, at: z.literal("line") });

/** The lines that wait, by the day they were paid on; nothing else is read. */
export async function waiting(cursor: string | undefined) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("activity"),
      IndexName: "by-due",
      KeyConditionExpression: "#open = :open",
      ExpressionAttributeNames: { "#open": "open" },
      ExpressionAttributeValues: { ":open": open },
      Limit: ofAPage,
      ...(cursor && { ExclusiveStartKey: placeOf(Place, cursor, invalidCursor) }),
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

/** The lines that wait and name somebody; all that wait are read. */
export async function waitingOf(payer: Payer): Promise<(WaitingLine & { key: string })[]> {
  const found: (WaitingLine & { key: string })[] = [];
  let cursor: string | undefined;
  do {
    const page = await waiting(cursor);
    const theirs = page.lines.filter((line) => namesPayer(line, payer));
    found.push(...theirs.map((line) => ({ ...line, key: keyOfLine(line) })));
    cursor = page.cursor;
  } while (cursor);
  return found;
}

/** Takes out of the lines that wait what tells of somebody; number, day and amount wait on. */
export async function forgetPayer(payer: Payer): Promise<void> {
  for (const { key } of await waitingOf(payer)) {
    const blank = ["payer", "phone", "account", "details"];
    const place = { TableName: table("activity"), Key: keyOf(key) };
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
      // Meanwhile somebody said whose it is: that takes out the same.
      if (!conditionFailed(error)) throw error;
    }
  }
}

const update = (key: string, change: Parameters<typeof updateCommand>[1]): TransactItem => {
  const { input } = updateCommand({ TableName: table("activity"), Key: keyOf(key) }, change);
  return { Update: { ...input, UpdateExpression: input.UpdateExpression ?? "" } };
};

const nothingRecorded = "(attribute_not_exists(#recorded) OR #recorded < :one)";
const whereItWaited = ["open", "due_on", "line", "kept"];

/** Keeps lines to be assigned later, and says how many; those that wait, are recorded or set aside already stay so. */
export async function keep(lines: readonly StatementLine[], context: ChangeContext): Promise<number> {
  const { now: at, actor } = context;
  let left = [...new Map(lines.map((line) => [keyOfLine(line), line]))];
  while (left.length > 0) {
    const items = left.map(([key, { amount, ...line }]) =>
      update(key, {
        set: {
          ...{ open, due_on: line.paid_on, kept: { at, name: actor.name } },
          line: { ...line, amount_cents: toCents(amount) },
        },
        onlyIf: `attribute_not_exists(#open) AND attribute_not_exists(#aside) AND ${nothingRecorded}`,
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
 * Sets a line aside for good: nothing is recorded of it. What tells of a person goes.
 * @throws Conflict when a payment of it is on record
 */
export async function setAside(
  { reason, ...line }: z.output<typeof IgnoredLine>,
  context: ChangeContext,
): Promise<Row> {
  const key = keyOfLine(line);
  const { now: at, actor } = context;
  const { paid_on, amount, currency, number: reference } = line;
  try {
    await transact([
      update(key, {
        set: { aside: { at, name: actor.name, reason } },
        remove: whereItWaited,
        onlyIf: `attribute_not_exists(#aside) AND ${nothingRecorded}`,
        values: { one: 1 },
      }),
      activity.eventRecord("line-set-aside", { subject: activity.linesSubject }, context, {
        after: { amount, currency, paid_on, reference, reason },
      }),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
  }
  const row = await get(key);
  if (!row?.aside) throw new Conflict("A payment of this line is on record, so it cannot be set aside.");
  return row;
}

type Recorded = { key: string; subscription_id: string; paid_on: Day; cents: number; currency: Currency };

/**
 * The item of a transaction that notes a payment of a line. Of a statement it is the only one, and takes no payment back
 * that somebody has undone, and nothing that was set aside, unless `again`; what people type by hand is noted, and never refused.
 */
export function recording(
  { key, subscription_id, paid_on, cents, currency }: Recorded,
  from: { again?: boolean | undefined } | "hand",
): TransactItem {
  const only = from === "hand" ? [] : [nothingRecorded];
  if (from !== "hand" && !from.again)
    only.push("attribute_not_exists(#undone) AND attribute_not_exists(#aside)");
  return update(key, {
    set: { subscription_id, paid_on, amount_cents: cents, currency },
    add: { recorded: 1 },
    remove: [...whereItWaited, "aside", "undone"],
    ...(only.length > 0 && { onlyIf: only.join(" AND "), values: { one: 1 } }),
  });
}

/** The item of a transaction that takes it back. */
export const undoing = (key: string, { now: at, actor }: ChangeContext): TransactItem =>
  update(key, { set: { undone: { at, name: actor.name } }, add: { recorded: -1 } });

/** Why a line cannot be recorded: it was, or somebody decided against it. */
export function obstacle(
  { recorded = 0, paid_on, amount_cents = 0, currency, undone, aside }: Row,
  client_name: string | undefined,
  again: boolean | undefined,
): string | undefined {
  if (recorded > 0)
    return `This receipt is on record already: ${formatCents(amount_cents, currencyOf({ currency }))}, paid on ${paid_on}${client_name ? `, for ${client_name}` : ""}.`;
  if (again) return undefined;
  if (aside)
    return `This receipt was set aside by ${aside.name} on ${aside.at.slice(0, 10)} (${aside.reason}): look at it again before it is recorded.`;
  if (undone)
    return `The payment of this receipt was undone by ${undone.name} on ${undone.at.slice(0, 10)}: look at it again before it is recorded.`;
  return undefined;
}
