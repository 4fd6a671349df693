import { Readable } from "node:stream";
import {
  createIndexKey,
  type Index,
  type Item,
  type Range,
  type Store,
  type Table,
} from "dynalite/db/index.js";
import { indexEntry, itemEntry } from "./data.ts";
import { type Database, tableOf } from "./database.ts";
import {
  type Input,
  type Output,
  options,
  type Prepared,
  perform,
  prepare,
  validationError,
} from "./dynalite-operations.ts";
import { indexItemKey } from "./secondary-indexes.ts";

export async function getItem(database: Database, input: Input): Promise<Output> {
  const prepared = prepare("GetItem", input);
  return database.gate.enter(() => perform("GetItem", readStore(database), prepared));
}

/** Items too many for one answer come back in `UnprocessedKeys`, with all that the request said of their table. */
export async function batchGetItem(database: Database, input: Input): Promise<Output> {
  const prepared = prepare("BatchGetItem", input);
  const asked = input.RequestItems as Record<string, object>;
  const output = await database.gate.enter(() => perform("BatchGetItem", readStore(database), prepared));
  const unprocessed = Object.entries(output.UnprocessedKeys as Record<string, { Keys: Item[] }>);
  return {
    ...output,
    UnprocessedKeys: Object.fromEntries(
      unprocessed.map(([name, { Keys }]) => [name, { ...asked[name], Keys }]),
    ),
  };
}

export async function queryOrScan(
  database: Database,
  operation: "Query" | "Scan",
  input: Input,
): Promise<Output> {
  const prepared = prepare(operation, input);
  return database.gate.enter(async () => {
    const table = tableOf(database, prepared.TableName);
    const index = table.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === prepared.IndexName);
    checkKeyConditions(prepared);
    const output = await perform(
      operation,
      readStore(database, index && restart(table, index, prepared)),
      prepared,
    );
    atLeastOneUnit(prepared, output);
    return output;
  });
}

/** What dynalite's reading actions read from. */
export function readStore(database: Database, onIndex = (range: Range) => range): Store {
  const { data } = database;
  const values = (prefix: string, range: Range) => ({
    async *[Symbol.asyncIterator]() {
      for await (const [, value] of data.entries(prefix, range)) yield value;
    },
  });
  return {
    options,
    getTable(name, check, callback) {
      const done = typeof check === "function" ? check : callback;
      try {
        done?.(null, tableOf(database, name));
      } catch (error) {
        done?.(error as Error);
      }
    },
    getItemDb: (table) => ({
      get: (key, done) => {
        data.get(itemEntry(table, key)).then((item) => done(null, item as Item | undefined), done);
      },
      createValueStream: (range) => Readable.from(values(itemEntry(table, ""), range)),
    }),
    getIndexDb: (_kind, table, index) => ({
      createValueStream: (range) => Readable.from(values(indexEntry(table, index, ""), onIndex(range))),
    }),
  };
}

/** dynalite starts again after its own, shorter key of an index entry; here after the entry's whole key. */
function restart(table: Table, index: Index, prepared: Prepared) {
  return (range: Range): Range => {
    const start = prepared.ExclusiveStartKey as Item | undefined;
    if (!start) return range;
    const theirs = createIndexKey(start, table, index.KeySchema);
    const ours = indexItemKey(table, index, start);
    if (range.gt === theirs) return { ...range, gt: ours };
    return range.lt === theirs ? { ...range, lt: ours } : range;
  };
}

function checkKeyConditions({ KeyConditions }: Prepared) {
  type Condition = { ComparisonOperator: string; AttributeValueList?: Item[string][] };
  for (const [name, condition] of Object.entries((KeyConditions ?? {}) as Record<string, Condition>)) {
    const [value] = condition.AttributeValueList ?? [];
    if (condition.ComparisonOperator === "EQ" && (value?.S === "" || value?.B === "")) {
      throw validationError(
        "One or more parameter values are not valid. The AttributeValue for a key attribute cannot contain an " +
          `empty ${value.S === "" ? "string" : "binary"} value. Key: ${name}`,
      );
    }
  }
}

/** A read that finds nothing is charged as one of the smallest size; dynalite says 0. */
function atLeastOneUnit(prepared: Prepared, output: Output) {
  type Consumed = { CapacityUnits: number };
  type Detail = Consumed & { Table?: Consumed; GlobalSecondaryIndexes?: Record<string, Consumed> };
  const consumed = output.ConsumedCapacity as Detail | undefined;
  if (consumed?.CapacityUnits !== 0) return;
  const units = prepared.ConsistentRead ? 1 : 0.5;
  const part = consumed.GlobalSecondaryIndexes?.[String(prepared.IndexName)] ?? consumed.Table;
  consumed.CapacityUnits = units;
  if (part) part.CapacityUnits = units;
}
