import { isDeepStrictEqual } from "node:util";
import { type Item, itemSize, type Table } from "dynalite/db/index.js";
import type { Output } from "./dynalite-operations.ts";
import { inIndex } from "./secondary-indexes.ts";

/** Capacity units of a table and of those of its indexes that took part. */
export type Units = { table: number; indexes: Record<string, number> };

const kilobytes = (item: Item | undefined, unit: number) =>
  item ? Math.ceil(itemSize(item) / 1024 / unit) : 1;

export const writeUnits = (item: Item | undefined) => kilobytes(item, 1);
/** Of a strongly consistent read. */
export const readUnits = (item: Item | undefined) => kilobytes(item, 4);

/**
 * What a write costs: the larger of the item before and after; in an index, what changed of its entry, an
 * entry that moves counting twice.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes
 */
export function unitsOfWrite(table: Table, before: Item | undefined, after: Item | undefined): Units {
  const indexes: Record<string, number> = {};
  for (const index of table.GlobalSecondaryIndexes ?? []) {
    const [old, current] = [inIndex(table, index, before), inIndex(table, index, after)];
    if (isDeepStrictEqual(old, current)) continue;
    const [oldUnits, units] = [old ? writeUnits(old.item) : 0, current ? writeUnits(current.item) : 0];
    indexes[index.IndexName] =
      old && current && old.key === current.key ? Math.max(oldUnits, units) : oldUnits + units;
  }
  return { table: Math.max(writeUnits(before), writeUnits(after)), indexes };
}

/**
 * A transaction prepares and commits each item, hence twice the units. Indexes follow once it is committed,
 * as after any write, and are counted once.
 */
export function unitsOfTransaction({ table, indexes }: Units): Units {
  return { table: 2 * table, indexes };
}

export function sumUnits(all: Units[]): Units {
  const sum: Units = { table: 0, indexes: {} };
  for (const { table, indexes } of all) {
    sum.table += table;
    for (const [name, units] of Object.entries(indexes)) sum.indexes[name] = (sum.indexes[name] ?? 0) + units;
  }
  return sum;
}

/**
 * The `ConsumedCapacity` of one table, in the detail asked for by `ReturnConsumedCapacity`; transactions
 * say besides whether they read or wrote.
 */
export function consumedCapacity(
  detail: unknown,
  table: string,
  { table: tableUnits, indexes }: Units,
  direction?: "ReadCapacityUnits" | "WriteCapacityUnits",
): Output | undefined {
  if (detail !== "TOTAL" && detail !== "INDEXES") return undefined;
  const units = (value: number) => ({ CapacityUnits: value, ...(direction && { [direction]: value }) });
  const names = Object.keys(indexes);
  const total = names.reduce((sum, name) => sum + (indexes[name] ?? 0), tableUnits);
  return {
    TableName: table,
    ...units(total),
    ...(detail === "INDEXES" && {
      Table: units(tableUnits),
      ...(names.length > 0 && {
        GlobalSecondaryIndexes: Object.fromEntries(names.map((name) => [name, units(indexes[name] ?? 0)])),
      }),
    }),
  };
}

/** The `ConsumedCapacity` list of a request over several tables. */
export function consumedByTable(
  detail: unknown,
  all: { table: Table; units: Units }[],
  direction?: "ReadCapacityUnits" | "WriteCapacityUnits",
): { ConsumedCapacity?: Output[] } {
  const byTable = Map.groupBy(all, ({ table }) => table.TableName);
  const list = [...byTable].flatMap(([name, group]) => {
    const consumed = consumedCapacity(detail, name, sumUnits(group.map(({ units }) => units)), direction);
    return consumed ? [consumed] : [];
  });
  return list.length > 0 ? { ConsumedCapacity: list } : {};
}
