import { QueryCommand, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import { database } from "./database.ts";

export type Stretch = {
  items: Record<string, unknown>[];
  /** The instant from which on, back in time, more may be there; absent when that is all. */
  horizon?: string;
};

type Part = Pick<QueryCommandInput, "TableName" | "IndexName"> & {
  /** The partition's attribute and value. */
  of: [name: string, value: string];
  /** The attribute by which the partition is sorted: it begins with an instant. */
  sort: string;
};

/** Rows that are read at once. */
const atOnce = 50;

/**
 * The newest rows of a partition up to an instant: what happened at one instant is all there or not at all, so that the
 * next stretch goes on at the horizon and gives each row once.
 */
export async function newest({ of: [name, value], sort, ...place }: Part, until = "9"): Promise<Stretch> {
  const items: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await database.send(
      new QueryCommand({
        ...place,
        KeyConditionExpression: "#of = :of AND #sort < :until",
        ExpressionAttributeNames: { "#of": name, "#sort": sort },
        // After whatever else follows the instant in the key.
        ExpressionAttributeValues: { ":of": value, ":until": `${until}~` },
        ScanIndexForward: false,
        // An index cannot be; whoever has just written a note sees it.
        ConsistentRead: place.IndexName === undefined,
        Limit: atOnce,
        ExclusiveStartKey: from,
      }),
    );
    items.push(...Items);
    from = LastEvaluatedKey;
    const horizon = instantOf(items.at(-1)?.[sort]);
    const whole = items.filter((item) => instantOf(item[sort]) > horizon);
    if (from && whole.length > 0) return { items: whole, horizon };
  } while (from);
  return { items };
}

const instantOf = (key: unknown) => String(key).split("#", 1)[0] ?? "";
