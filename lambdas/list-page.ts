import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { type ListPage, parts } from "../shared/list.ts";
import type { TableName } from "../shared/tables.ts";
import { noSuchPage } from "../shared/text.ts";
import { database, table } from "./database.ts";
import { Invalid } from "./errors.ts";

/** Rows that come fast, and are all there is for most. */
const firstRows = 1_000;

/** One page of all that a table holds, as it is now; that of a part has what DynamoDB reads at once, a megabyte. */
export async function listPage(name: TableName, { cursor, part }: ListPage) {
  const scan = new ScanCommand({
    TableName: table(name),
    ConsistentRead: true,
    ...(!part && { Limit: firstRows }),
    ...(part && { Segment: parts.indexOf(part), TotalSegments: parts.length }),
    ...(cursor && { ExclusiveStartKey: { id: cursor } }),
  });
  const { Items = [], LastEvaluatedKey } = await database.send(scan).catch((error: Error) => {
    // No part goes on where another one stopped.
    throw cursor && error.name === "ValidationException" ? new Invalid(noSuchPage) : error;
  });
  return { items: Items, cursor: LastEvaluatedKey?.id as string | undefined };
}
