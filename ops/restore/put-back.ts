import {
  DeleteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  TransactionCanceledException,
  type TransactWriteItem,
  TransactWriteItemsCommand,
} from "@aws-sdk/client-dynamodb";
import pLimit from "p-limit";
import { type Table, tables } from "../../shared/tables.ts";
import type { Row } from "../data/digest.ts";
import type { TableMap } from "../data/tables.ts";
import { type Change, type Comparison, changeOf } from "./compare.ts";
import { policies } from "./policies.ts";

const CONCURRENCY = 32;
/** The limit of a transaction, without the client's account. */
const ROWS_IN_TRANSACTION = 99;

type Place = { client: DynamoDBClient; tableNames: TableMap };

/**
 * Puts rows back, each on the condition that it is as it was compared: a client's charges, payments and subscriptions in one
 * transaction with the account. Returns how many could not be, because somebody changed them meanwhile.
 */
export async function putBack(
  place: Place,
  { changes, accounts }: Pick<Comparison, "changes" | "accounts">,
): Promise<number> {
  const limit = pLimit(CONCURRENCY);
  const units = Map.groupBy(changes, ({ name, owner, id }) =>
    policies[name] === "exact" && (owner !== id || name === "accounts") ? owner : `${name} ${id}`,
  );
  let isBroken = false;
  const results = await Promise.allSettled(
    [...units].map(([owner, unit]) =>
      limit(async () => {
        if (isBroken) return 0;
        const isAccount = unit.some((change) => policies[change.name] === "exact" && change.owner === owner);
        try {
          if (isAccount) await writeAccount(place, owner, unit, accounts.get(owner));
          else await writeRow(place, unit[0] as Change);
          return 0;
        } catch (error) {
          if (wasChanged(error)) return unit.length;
          isBroken = true;
          throw error;
        }
      }),
    ),
  );
  const broken = results.find((result) => result.status === "rejected");
  if (broken) throw broken.reason;
  return results.reduce((sum, result) => sum + (result.status === "fulfilled" ? result.value : 0), 0);
}

const CHANGED = ["ConditionalCheckFailed", "TransactionConflict"];

const wasChanged = (error: unknown): boolean =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).some(({ Code = "" }) => CHANGED.includes(Code))
    : error instanceof Error && error.name === "ConditionalCheckFailedException";

function writeRow({ client, tableNames }: Place, change: Change): Promise<unknown> {
  const { Put, Delete } = itemOf(tableNames, change);
  if (Put) return client.send(new PutItemCommand(Put as Required<typeof Put>));
  return client.send(new DeleteItemCommand(Delete as Required<NonNullable<typeof Delete>>));
}

/**
 * Every transaction of a client's money needs the account as it was read, so each of these gives it a new version. What is
 * interrupted between them is put back by the next run.
 */
async function writeAccount({ client, tableNames }: Place, owner: string, unit: Change[], account?: Row) {
  const rows = unit.filter(({ name }) => name !== "accounts");
  const last = unit.find(({ name }) => name === "accounts")?.restored ?? account;
  let current = account;
  for (let start = 0; start === 0 || start < rows.length; start += ROWS_IN_TRANSACTION) {
    const next = start + ROWS_IN_TRANSACTION < rows.length ? (current ?? last) : last;
    const change = changeOf({ name: "accounts", id: owner, owner }, current, next);
    const items = [change, ...rows.slice(start, start + ROWS_IN_TRANSACTION)].map((rowChange) =>
      itemOf(tableNames, rowChange),
    );
    await client.send(new TransactWriteItemsCommand({ TransactItems: items }));
    current = items[0]?.Put?.Item;
  }
}

/** The write of a row on the condition that it is still as it was read. */
function itemOf(tableNames: TableMap, { name, current, restored }: Change): TransactWriteItem {
  const TableName = tableNames[name];
  const { partition, sort }: Table = tables[name];
  const condition = current ? isUnchanged(current) : isAbsent(partition);
  if (restored) return { Put: { TableName, Item: renewed(current, restored), ...condition } };
  const Key = Object.fromEntries(
    [partition, ...(sort ? [sort] : [])].map((key) => [key, current?.[key]]),
  ) as Row;
  return { Delete: { TableName, Key, ...condition } };
}

const isAbsent = (partition: string) => ({
  ConditionExpression: "attribute_not_exists(#key)",
  ExpressionAttributeNames: { "#key": partition },
});

function isUnchanged(row: Row) {
  const fields = Object.entries(row);
  return {
    ConditionExpression: fields.map((_, at) => `#f${at} = :v${at}`).join(" AND "),
    ExpressionAttributeNames: Object.fromEntries(fields.map(([name], at) => [`#f${at}`, name])),
    ExpressionAttributeValues: Object.fromEntries(fields.map(([, value], at) => [`:v${at}`, value])),
  };
}

const versionOf = (row: Row | undefined) => Number(row?.version?.N ?? 0);

/** A row as it was, with a version that nobody has read yet, and as changed now, for open lists. */
const renewed = (current: Row | undefined, restored: Row): Row => ({
  ...restored,
  ...(restored.version && {
    version: { N: String(Math.max(versionOf(current), versionOf(restored)) + 1) },
  }),
  ...(restored.changed_at && { changed_at: { S: new Date().toISOString() } }),
});
