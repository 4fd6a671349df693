import { isDeepStrictEqual } from "node:util";
import { createIndexKey, createKey, type Index, type Item, type Table } from "dynalite/db/index.js";
import { type Change, indexEntry } from "./data.ts";
import { validationError } from "./dynalite-operations.ts";

export type IndexItem = { key: string; item: Item };

/**
 * An item as an index holds it; nothing if the item lacks one of the index's keys.
 *
 * dynalite's own key of an entry ends in 24 bits of a hash of the table's key, so that of a few thousand
 * items under one index key some would overwrite others; here the table's key follows in full.
 */
export function inIndex(table: Table, index: Index, item: Item | undefined): IndexItem | undefined {
  if (!item) return undefined;
  const indexed = index.KeySchema.every(({ AttributeName }) => {
    const value = item[AttributeName]?.[keyType(table, AttributeName)];
    return value !== undefined && value !== "";
  });
  if (!indexed) return undefined;
  return { key: indexItemKey(table, index, item), item: project(table, index, item) };
}

/** `item` needs only the attributes that are keys of the index or the table. */
export function indexItemKey(table: Table, index: Index, item: Item): string {
  return `${createIndexKey(item, table, index.KeySchema)}/${createKey(item, table)}`;
}

export function indexChanges(table: Table, before: Item | undefined, after: Item | undefined): Change[] {
  return (table.GlobalSecondaryIndexes ?? []).flatMap((index) => {
    const [old, current] = [inIndex(table, index, before), inIndex(table, index, after)];
    const at = (key: string) => indexEntry(table.TableName, index.IndexName, key);
    const changes: Change[] = [];
    if (old && old.key !== current?.key) changes.push({ type: "del", key: at(old.key) });
    if (current && !isDeepStrictEqual(old, current)) {
      changes.push({ type: "put", key: at(current.key), value: current.item });
    }
    return changes;
  });
}

/** Throws ValidationException for a value that cannot be an index's key. DynamoDB's words, per operation. */
export function checkIndexKeys(operation: string, table: Table, before: Item | undefined, after: Item) {
  for (const index of table.GlobalSecondaryIndexes ?? []) {
    for (const { AttributeName } of index.KeySchema) {
      const value = after[AttributeName];
      if (!value || isDeepStrictEqual(value, before?.[AttributeName])) continue;
      const type = keyType(table, AttributeName);
      const update = operation === "UpdateItem";
      if (value[type] === undefined) {
        throw validationError(
          update
            ? "The update expression attempted to update the secondary index key to unsupported type"
            : `One or more parameter values were invalid: Type mismatch for Index Key ${AttributeName} ` +
                `Expected: ${type} Actual: ${Object.keys(value)[0]} IndexName: ${index.IndexName}`,
        );
      }
      if (value[type] !== "") continue;
      const empty = `cannot contain an empty ${type === "B" ? "binary" : "string"} value.`;
      throw validationError(
        "One or more parameter values are not valid. " +
          (update
            ? "The update expression attempted to update a secondary index key to a value that is not supported. " +
              `The AttributeValue for a key attribute ${empty}`
            : "A value specified for a secondary index key is not supported. " +
              `The AttributeValue for a key attribute ${empty} IndexName: ${index.IndexName}, IndexKey: ${AttributeName}`),
      );
    }
  }
}

function keyType(table: Table, attribute: string): string {
  return table.AttributeDefinitions.find((each) => each.AttributeName === attribute)?.AttributeType ?? "S";
}

function project(table: Table, index: Index, item: Item): Item {
  if (index.Projection.ProjectionType === "ALL") return item;
  const names = [
    ...[...table.KeySchema, ...index.KeySchema].map((key) => key.AttributeName),
    ...(index.Projection.NonKeyAttributes ?? []),
  ];
  return Object.fromEntries(Object.entries(item).filter(([name]) => names.includes(name)));
}
