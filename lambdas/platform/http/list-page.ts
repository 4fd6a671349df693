import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { LIST_PARTS, type ListName, type ListPage } from "../../../shared/list-page.ts";
import { Cursor, invalidCursor } from "../../../shared/text.ts";
import { changedSince } from "../dynamo/changed-since.ts";
import { database, table } from "../dynamo/database.ts";
import { Invalid } from "./refusals.ts";

/** This number of rows loads fast, and most companies have fewer. */
const FIRST_PAGE_ROWS = 1_000;

/**
 * One page of a whole table, read consistently. With `part`, a page has what DynamoDB reads at once: one megabyte. With
 * `since`, only what changed since then.
 */
export async function listPage(name: ListName, { cursor, part, since }: ListPage) {
  if (since !== undefined && !part) return changedSince(name, since, cursor);
  if (since !== undefined || (cursor && !Cursor.safeParse(cursor).success)) throw new Invalid(invalidCursor);
  const scan = new ScanCommand({
    TableName: table(name),
    ConsistentRead: true,
    ...(!part && { Limit: FIRST_PAGE_ROWS }),
    ...(part && { Segment: LIST_PARTS.indexOf(part), TotalSegments: LIST_PARTS.length }),
    ...(cursor && { ExclusiveStartKey: { id: cursor } }),
  });
  const { Items = [], LastEvaluatedKey } = await database.send(scan).catch((error: Error) => {
    // The cursor belongs to another part.
    throw cursor && error.name === "ValidationException" ? new Invalid(invalidCursor) : error;
  });
  return { items: Items, cursor: LastEvaluatedKey?.id as string | undefined };
}
