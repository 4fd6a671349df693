import { BatchGetCommand } from "@aws-sdk/lib-dynamodb";
import type { TableName } from "../../../shared/tables.ts";
import { database, MAX_TRIES, pauseBefore, table } from "./database.ts";

/** DynamoDB's limit. */
const MAX_BATCH = 100;

type Key = Record<string, string>;

type Options = {
  /** Only these attributes. */
  attributes?: string[];
  /** Without it, a read costs half, and may miss a change of the last second. */
  consistent?: boolean;
};

/**
 * The items that exist for some keys, in no order. DynamoDB can leave keys out: those beyond 16 MB, and those of a table
 * that is too busy.
 */
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
  let tries = 1;
  while (pending.length > 0) {
    const Keys = pending.slice(0, MAX_BATCH);
    const RequestItems = { [TableName]: { Keys, ConsistentRead: consistent, ...projection } };
    const { Responses, UnprocessedKeys } = await database.send(new BatchGetCommand({ RequestItems }));
    items.push(...(Responses?.[TableName] ?? []));
    const unprocessed = (UnprocessedKeys?.[TableName]?.Keys ?? []) as Key[];
    pending = [...pending.slice(MAX_BATCH), ...unprocessed];
    if (unprocessed.length < Keys.length) tries = 1;
    else if (tries === MAX_TRIES) throw new Error("DynamoDB did not read all items.");
    else await pauseBefore(tries++);
  }
  return items;
}

/** The keys of records with an `id`, without duplicates. */
export const byId = (ids: Iterable<string>): Key[] => [...new Set(ids)].map((id) => ({ id }));
