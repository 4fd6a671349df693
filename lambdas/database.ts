import { setTimeout as wait } from "node:timers/promises";
import { DynamoDBClient, type TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  TransactWriteCommand,
  type TransactWriteCommandInput,
} from "@aws-sdk/lib-dynamodb";
import { type TableName, tableVariable } from "../shared/tables.ts";
import { variable } from "./environment.ts";

/** One client for each running function; without `throwOnRequestTimeout` a slow call would only warn, and hang. */
export const database = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    requestHandler: { requestTimeout: 3_000, connectionTimeout: 1_000, throwOnRequestTimeout: true },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
);

/** What a table is called where this runs. */
export const table = (name: TableName): string => variable(tableVariable(name));

/** Whether a write was refused because its condition did not hold. */
export const conditionFailed = (error: unknown): boolean =>
  error instanceof Error && error.name === "ConditionalCheckFailedException";

export type TransactItem = NonNullable<TransactWriteCommandInput["TransactItems"]>[number];

/** A transaction was refused: `failed` tells for each item, in order, whether its condition did not hold. */
export class TransactionRefused extends Error {
  readonly failed: boolean[];
  constructor(failed: boolean[]) {
    super("A condition of the transaction did not hold.");
    this.failed = failed;
  }
}

const mostTries = 16;

/**
 * All items or none. Two transactions that meet at one item (the dashboard's counters are such a meeting
 * point) make DynamoDB cancel one of them; that one is tried again after a random pause that grows.
 */
export async function transact(
  items: TransactItem[],
  client: Pick<DynamoDBDocumentClient, "send"> = database,
): Promise<void> {
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
      const passing = codes.some((code) => code === "TransactionConflict" || code === "ThrottlingError");
      if (!passing || tries === mostTries) throw error;
      await wait(Math.random() * Math.min(1_000, 20 * 2 ** tries));
    }
  }
}

const isCancelled = (error: unknown): error is TransactionCanceledException =>
  error instanceof Error && error.name === "TransactionCanceledException";
