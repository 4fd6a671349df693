import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { ListName } from "../../../shared/list-page.ts";
import { Instant, invalidCursor } from "../../../shared/text.ts";
import { Invalid } from "../http/refusals.ts";
import { cursorOf, KeyPart, placeOf } from "./cursor.ts";
import { database, type TransactItem, table } from "./database.ts";

// Clients, subscriptions, payments and accounts by their last change. All rows of a table are in one partition of the index,
// as few are written in a second. Times are those of the write: a request or a job can take long before it writes.

/** The index lags behind, and a transaction is tried again for seconds: what changed shortly before is read once more. */
const OVERLAP_MS = 60_000;

const ALL = "all";
const now = () => new Date().toISOString();

/** Every write of such a row stores these fields with it. */
export const changeStamp = () => ({ in_list: ALL, changed_at: now() });
export const stamped = <R extends object>(row: R) => ({ ...row, ...changeStamp() });

const removalsKey = () => ({ TableName: table("settings"), Key: { name: "removals" } });

/** Has to be in the transaction that deletes rows, so that every open list is loaded again. */
export const removalMark = (...names: ListName[]): TransactItem => ({
  Update: {
    ...removalsKey(),
    UpdateExpression: `SET ${names.map((name) => `${name} = :now`).join(", ")}`,
    ExpressionAttributeValues: { ":now": now() },
  },
});

/** A transaction can write an item only once. */
export function withOneMark(items: readonly TransactItem[]): TransactItem[] {
  const isMark = ({ Update }: TransactItem) => Update?.Key?.name === removalsKey().Key.name;
  return [...items.filter((item) => !isMark(item)), ...items.filter(isMark).slice(0, 1)];
}

const Place = z.object({ id: z.optional(KeyPart), client_id: z.optional(KeyPart), changed_at: Instant });

/** A page of the rows that changed since a mark, and the next mark. With `reload`, rows were removed since. */
export async function changedSince(name: ListName, since: string, cursor: string | undefined) {
  const mark = now();
  const from = new Date(Date.parse(since) - OVERLAP_MS).toISOString();
  const place = cursor === undefined ? undefined : placeOf(Place, cursor, invalidCursor);
  if (place && place.changed_at < from) throw new Invalid(invalidCursor);
  const [{ Items = [], LastEvaluatedKey }, { Item: removals = {} }] = await Promise.all([
    database.send(
      new QueryCommand({
        TableName: table(name),
        IndexName: "by-change",
        KeyConditionExpression: "in_list = :all AND changed_at >= :from",
        ExpressionAttributeValues: { ":all": ALL, ":from": from },
        ExclusiveStartKey: place && { in_list: ALL, ...place },
      }),
    ),
    // The overlap covers what this read may miss, as for the index.
    database.send(new GetCommand(removalsKey())),
  ]);
  if (String(removals[name] ?? "") >= from) return { items: [], reload: true as const };
  return { items: Items, mark, cursor: LastEvaluatedKey && cursorOf(Place.parse(LastEvaluatedKey)) };
}
