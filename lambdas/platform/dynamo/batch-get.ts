import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import type { TableName } from "../../../shared/tables.ts";
import { database, table } from "./database.ts";

/** DynamoDB's limit. */
const MAX_BATCH = 100;

type Key = Record<string, string>;

type Options = {
  /** Only these attributes. */
  attributes?: string[];
  /** Without it, a read costs half, and may miss a change of the last second. */
  consistent?: boolean;
};

/** The items that exist for some keys, in no order. */
export async function batchGet(
  name: TableName,
  keys: Key[],
  { attributes, consistent = true }: Options = {},
): Promise<Record<string, unknown>[]> {
  const TableName = table(name);
  const items: Record<string, unknown>[] = [];
  const projection = attributes && {
    ProjectionExpression: attributes.map((_, index) => `#a${index}`).join(),
    ExpressionAttributeNames: Object.fromEntries(
      attributes.map((attribute, index) => [`#a${index}`, attribute]),
    ),
  };
  let pending = keys;
  while (pending.length > 0) {
    const Keys = pending.slice(0, MAX_BATCH);
    const RequestItems = { [TableName]: { Keys, ConsistentRead: consistent, ...projection } };
    const { Responses, UnprocessedKeys } = await database.send(new BatchGetCommand({ RequestItems }));
    items.push(...(Responses?.[TableName] ?? []));
    const unprocessed = (UnprocessedKeys?.[TableName]?.Keys ?? []) as Key[];
    pending = [...pending.slice(MAX_BATCH), ...unprocessed];
  }
  return items;
}

/** The keys of records with an `id`, without duplicates. */
export const byId = (ids: Iterable<string>): Key[] => [...new Set(ids)].map((id) => ({ id }));
