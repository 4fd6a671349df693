import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import type { TableName } from "../shared/tables.ts";
import { database, table } from "./database.ts";

/** DynamoDB's own limit. */
const mostOfABatch = 100;

type Key = Record<string, string>;

/** Those that exist now of some items of a table, in no order; where only names of attributes are given, those of each. */
export async function batchGet(
  name: TableName,
  wanted: Key[],
  only?: string[],
): Promise<Record<string, unknown>[]> {
  const TableName = table(name);
  const found: Record<string, unknown>[] = [];
  const projection = only && {
    ProjectionExpression: only.map((_, place) => `#a${place}`).join(),
    ExpressionAttributeNames: Object.fromEntries(only.map((attribute, place) => [`#a${place}`, attribute])),
  };
  let keys = wanted;
  while (keys.length > 0) {
    const Keys = keys.slice(0, mostOfABatch);
    const RequestItems = { [TableName]: { Keys, ConsistentRead: true, ...projection } };
    const { Responses, UnprocessedKeys } = await database.send(new BatchGetCommand({ RequestItems }));
    found.push(...(Responses?.[TableName] ?? []));
    const left = (UnprocessedKeys?.[TableName]?.Keys ?? []) as Key[];
    keys = [...keys.slice(mostOfABatch), ...left];
  }
  return found;
}

/** Keys of a table whose records are named by an id, each once. */
export const byId = (ids: Iterable<string>): Key[] => [...new Set(ids)].map((id) => ({ id }));
