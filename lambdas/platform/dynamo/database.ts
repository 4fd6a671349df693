import { setTimeout as wait } from "node:timers/promises";
import { DynamoDBClient, type TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  paginateQuery,
  paginateScan,
  type QueryCommandInput,
  type ScanCommandInput,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { type TableName, tableVariable } from "../../../shared/tables.ts";
import { variable } from "../environment.ts";
import { TooManyItems } from "../http/refusals.ts";

/** One client for each running function. Without `throwOnRequestTimeout`, a slow call only logs a warning and hangs. */
export const database = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

/** The name of a table in this stack. */
export const table = (name: TableName): string => variable(tableVariable(name));

/** A row, read consistently. */
export async function getItem(
  name: TableName,
  Key: Record<string, unknown>,
): Promise<Record<string, unknown> | undefined> {
  const { Item } = await database.send(new GetCommand({ TableName: table(name), Key, ConsistentRead: true }));
  return Item;
}

type Query = Omit<QueryCommandInput, "TableName">;
type Scan = Omit<ScanCommandInput, "TableName">;

/** The rows that a query finds, a page at a time. */
export async function* queryPages(name: TableName, query: Query): AsyncGenerator<Record<string, unknown>[]> {
  const pages = paginateQuery({ client: database }, { TableName: table(name), ...query });
  for await (const { Items = [] } of pages) yield Items;
}

/** The rows of a table, a page at a time. */
export async function* scanPages(name: TableName, scan: Scan): AsyncGenerator<Record<string, unknown>[]> {
  const pages = paginateScan({ client: database }, { TableName: table(name), ...scan });
  for await (const { Items = [] } of pages) yield Items;
}

/** All rows that a query finds. */
export const queryAll = async (name: TableName, query: Query): Promise<Record<string, unknown>[]> =>
  (await Array.fromAsync(queryPages(name, query))).flat();

/** Whether DynamoDB refused a write because its condition did not hold. */
export const conditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === "ConditionalCheckFailedException";

/** Waits for a write. Returns false when its condition did not hold, so that nothing was written. */
export async function isWritten(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (conditionFailed(error)) return false;
    throw error;
  }
}

/** The condition of a write that there is no row with this key yet. */
export const isAbsent = (attribute = "id") => ({ ConditionExpression: `attribute_not_exists(${attribute})` });

/**
 * The condition of a write that the row is as it was read. A sample that is created again with the same id has the same
 * first version, but another time of creation.
 */
export const isUnchanged = ({ version, created_at }: { version: number; created_at?: string }) =>
  created_at === undefined
    ? { ConditionExpression: "version = :seen", ExpressionAttributeValues: { ":seen": version } }
    : {
        ConditionExpression: "version = :seen AND created_at = :created",
        ExpressionAttributeValues: { ":seen": version, ":created": created_at },
      };

export type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** A transaction was refused. `failed` has, for each item in order, whether its condition failed. */
export class TransactionRefused extends Error {
  readonly failed: boolean[];
  constructor(failed: boolean[]) {
    super("A condition of the transaction did not hold.");
    this.failed = failed;
  }
}

/** DynamoDB's limit. */
const MAX_ITEMS = 100;

export const MAX_TRIES = 16;

/**
 * Writes all items or none, at most 100. When two transactions write the same item, DynamoDB cancels one of them. That one is tried
 * again after a random, growing pause.
 * @throws TransactionRefused, TooManyItems
 */
export async function transact(
  items: TransactItem[],
  client: Pick<DynamoDBDocumentClient, "send"> = database,
): Promise<void> {
  if (items.length > MAX_ITEMS) throw new TooManyItems();
  for (let tries = 1; ; tries += 1) {
    try {
      await client.send(new TransactWriteCommand({ TransactItems: items }));
      return;
    } catch (error) {
      if (!isCancelled(error)) throw error;
      const codes = error.CancellationReasons?.map((reason) => reason.Code) ?? [];
      if (codes.includes("ConditionalCheckFailed")) {
        throw new TransactionRefused(codes.map((code) => code === "ConditionalCheckFailed"));
      }
      const isTemporary = codes.some((code) => code === "TransactionConflict" || code === "ThrottlingError");
      if (!isTemporary || tries === MAX_TRIES) throw error;
      await pauseBefore(tries);
    }
  }
}

/** Waits before another try, longer each time. */
export const pauseBefore = (tries: number) => wait(pauseMs(tries));

/** By chance, so that two writers who met do not meet again. */
export const pauseMs = (tries: number): number => Math.random() * Math.min(1_000, 20 * 2 ** tries);

/** Makes a write of one item again while a transaction writes the same item: DynamoDB refuses it, and the SDK does not retry. */
export async function afterTransactions<T>(write: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await write();
    } catch (error) {
      const isTemporary = error instanceof Error && error.name === "TransactionConflictException";
      if (!isTemporary || tries === MAX_TRIES) throw error;
      await pauseBefore(tries);
    }
  }
}

/** Writes all items, or none because a condition did not hold: then it returns false. */
export async function tryTransact(items: TransactItem[]): Promise<boolean> {
  try {
    await transact(items);
    return true;
  } catch (error) {
    if (error instanceof TransactionRefused) return false;
    throw error;
  }
}

/** Whether another transaction wrote the same items, also when it was tried again. */
export const isConflict = (error: unknown): boolean =>
  isCancelled(error) && (error.CancellationReasons ?? []).some(({ Code }) => Code === "TransactionConflict");

const isCancelled = (error: unknown): error is TransactionCanceledException =>
  error instanceof Error && error.name === "TransactionCanceledException";
