import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Day } from "../../shared/day.ts";
import { failureWords } from "../../shared/reasons.ts";
import { noSuchLogPage, problemStates } from "../../shared/reminders.ts";
import * as clients from "../clients/store.ts";
import { cursorOf, KeyPart, placeOf } from "../cursor.ts";
import { database, table } from "../database.ts";
import { readable } from "../rows.ts";
import { company } from "./email-key.ts";
import { fromRow, Row } from "./ledger.ts";

// The ledger by day, as staff read it and as the digest tells of it.

const pageSize = 200;

/** The last line given, within its day. */
const Place = z.object({ at: KeyPart, subscription_id: KeyPart, period_kind: KeyPart });

/** One page of the emails of a day, newest first, each with its client's name. */
export async function list(day: Day, cursor?: string) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      ...ofDay(day),
      Limit: pageSize,
      ExclusiveStartKey: cursor ? { day, ...placeOf(Place, cursor, noSuchLogPage) } : undefined,
    }),
  );
  const { rows, ...left } = readable(Row, Items);
  const found = await clients.getMany(rows.flatMap(({ client_id }) => client_id ?? []));
  const nameOf = (id: string | undefined) =>
    id === undefined ? "" : (found.get(id)?.name ?? "Unknown Client");
  return {
    reminders: rows.map((row) => ({ ...fromRow(row), client_name: nameOf(row.client_id) })),
    day,
    ...left,
    cursor: LastEvaluatedKey && cursorOf(Place.parse(LastEvaluatedKey)),
  };
}

export const ofDay = (day: Day) => ({
  TableName: table("reminders"),
  IndexName: "by-day",
  KeyConditionExpression: "#day = :day",
  ExpressionAttributeNames: { "#day": "day" },
  ExpressionAttributeValues: { ":day": day },
  ScanIndexForward: false,
});

/** An email that did not reach its reader, and why. `reader` is of one to no client. */
export type Failure = Pick<Row, "kind" | "client_id" | "day" | "reader"> & { entry: string; reason: string };

/** The emails that stand under a day and did not reach their reader, `most` of them at most. */
export async function failuresOf(day: Day, most: number): Promise<Failure[]> {
  const found: Failure[] = [];
  let from: Record<string, unknown> | undefined;
  const query = ofDay(day);
  do {
    const page = await database.send(
      new QueryCommand({
        ...query,
        ExclusiveStartKey: from,
        FilterExpression: `attribute_exists(failure) OR #state IN (${problemStates.map((state) => `:${state}`)})`,
        ExpressionAttributeNames: { ...query.ExpressionAttributeNames, "#state": "state" },
        ExpressionAttributeValues: {
          ...query.ExpressionAttributeValues,
          ...Object.fromEntries(problemStates.map((state) => [`:${state}`, state])),
        },
      }),
    );
    for (const row of readable(Row, page.Items).rows) {
      const { subscription_id, period_kind, client_id, kind, reader, state, reason, failure } = row;
      found.push({
        entry: `${subscription_id} ${period_kind}`,
        ...{ client_id, kind, day },
        ...(subscription_id === company && { reader: reader ?? "the company" }),
        reason: failure === undefined ? failureWords(state, reason) : failureWords("failed", failure),
      });
    }
    from = page.LastEvaluatedKey;
  } while (from && found.length < most);
  return found.slice(0, most);
}
