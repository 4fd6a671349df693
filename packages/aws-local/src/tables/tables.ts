import { AwsError } from "../aws-error.ts";
import { batchWriteItem } from "./batch-writes.ts";
import { type Database, openDatabase } from "./database.ts";
import { defineTable, type TableDefinition } from "./definitions.ts";
import type { Input, Output } from "./dynalite-operations.ts";
import { expiry } from "./expiry.ts";
import { batchGetItem, getItem, queryOrScan } from "./item-reads.ts";
import { writeItem } from "./item-writes.ts";
import * as operations from "./operations.ts";
import { transactGetItems } from "./transaction-reads.ts";
import { transactWriteItems } from "./transactions.ts";

export type { TableDefinition };
export type Tables = Awaited<ReturnType<typeof openTables>>;

const handlers: Record<string, (database: Database, input: Input) => Promise<Output>> = {
  BatchGetItem: batchGetItem,
  BatchWriteItem: batchWriteItem,
  CreateTable: operations.createTable,
  DeleteItem: (database, input) => writeItem(database, "DeleteItem", input),
  DeleteTable: operations.deleteTable,
  DescribeContinuousBackups: operations.describeContinuousBackups,
  DescribeTable: operations.describeTable,
  DescribeTimeToLive: operations.describeTimeToLive,
  GetItem: getItem,
  ListTables: operations.listTables,
  PutItem: (database, input) => writeItem(database, "PutItem", input),
  Query: (database, input) => queryOrScan(database, "Query", input),
  Scan: (database, input) => queryOrScan(database, "Scan", input),
  TransactGetItems: transactGetItems,
  TransactWriteItems: transactWriteItems,
  UpdateItem: (database, input) => writeItem(database, "UpdateItem", input),
  UpdateTable: operations.updateTable,
  UpdateTimeToLive: operations.updateTimeToLive,
};

/**
 * DynamoDB on this machine: kept in a directory, or in memory without one. dynalite judges requests and
 * evaluates expressions; what makes writes atomic, and transactions, conflicts, indexes, capacity and expiry
 * are done here.
 */
export async function openTables(options: { directory?: string | undefined; now?: () => number } = {}) {
  const database = await openDatabase(options.directory, options.now ?? Date.now);
  const expired = expiry(database);
  return {
    /** Makes the tables as defined; see `defineTable`. Tables not among them stay as they are. */
    async create(definitions: TableDefinition[]): Promise<void> {
      await database.gate.alone(async () => {
        for (const definition of definitions) await defineTable(database, definition);
      });
    },

    /** One operation of the API, as JSON goes over the wire. Throws AwsError by DynamoDB's names. */
    async call(operation: string, input: Input): Promise<Output> {
      const handler = handlers[operation];
      if (!handler) {
        throw new AwsError(
          "UnknownOperationException",
          `DynamoDB's ${operation} is not available on this machine.`,
        );
      }
      expired.poke();
      return handler(database, input);
    },

    /** Lets what is under way finish. */
    async close(): Promise<void> {
      try {
        await expired.finished();
      } finally {
        await database.gate.alone(() => database.data.close());
      }
    },
  };
}
