import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { database } from "./database.ts";

export type Page = {
  items: Record<string, unknown>[];
  /** The instant or day from which the next page goes back. Absent on the last page. */
  nextBefore?: string;
};

type Source = Pick<QueryCommandInput, "TableName" | "IndexName"> & {
  partition: [attribute: string, value: string];
  /** The sort key's attribute. Its values begin with an instant, or are a day. */
  sort: string;
};

const PAGE_ROWS = 30;

/**
 * The newest rows of a partition, back from `until` (included). All rows of one instant or day are on the same page, so
 * the pages together have each row once.
 */
export async function newestPage(
  { partition: [attribute, value], sort, ...place }: Source,
  until = "9",
): Promise<Page> {
  const items: Record<string, unknown>[] = [];
  let startKey: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await database.send(
      new QueryCommand({
        ...place,
        KeyConditionExpression: "#partition = :partition AND #sort < :until",
        ExpressionAttributeNames: { "#partition": attribute, "#sort": sort },
        // `~` sorts after everything that follows the instant in the key.
        ExpressionAttributeValues: { ":partition": value, ":until": `${until}~` },
        ScanIndexForward: false,
        // Somebody who has just written a note must see it. Indexes cannot be read consistently.
        ConsistentRead: place.IndexName === undefined,
        Limit: PAGE_ROWS,
        ExclusiveStartKey: startKey,
      }),
    );
    items.push(...Items);
    startKey = LastEvaluatedKey;
    const nextBefore = instantOf(items.at(-1)?.[sort]);
    const complete = items.filter((item) => instantOf(item[sort]) > nextBefore);
    if (startKey && complete.length > 0) return { items: complete, nextBefore };
  } while (startKey);
  return { items };
}

const instantOf = (key: unknown) => String(key).split("#", 1)[0] ?? "";
