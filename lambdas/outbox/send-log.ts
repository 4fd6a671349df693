import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Day } from "../../shared/day.ts";
import { failureText } from "../../shared/reminders/email-failures.ts";
import { problemStates } from "../../shared/reminders/reminder.ts";
import { invalidCursor } from "../../shared/text.ts";
import { cursorOf, KeyPart, placeOf } from "../platform/dynamo/cursor.ts";
import { database, queryPages, table } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import * as clients from "../stores/client-store.ts";
import { COMPANY } from "../stores/email-key.ts";
import { emailsIn, fromRow, Row } from "../stores/reminder-store.ts";

// The emails of a day, for staff and for the digest.

const PAGE_ROWS = 200;

/** The last row of a page, within its day. */
const Position = z.object({ at: KeyPart, about: KeyPart, claim: KeyPart });

/** One page of the emails of a day, newest first, each with its client's name. */
export async function list(day: Day, cursor?: string) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("reminders"),
      ...emailsOfDay(day),
      Limit: PAGE_ROWS,
      ExclusiveStartKey: cursor ? { day, ...placeOf(Position, cursor, invalidCursor) } : undefined,
    }),
  );
  const { rows, ...unreadable } = readable(Row, Items);
  const clientsById = await clients.getMany(rows.flatMap(({ client_id }) => client_id ?? []));
  const clientOf = (id: string | undefined) => {
    if (id === undefined) return { client_name: "" };
    const { name = "Unknown Client", company } = clientsById.get(id) ?? {};
    return { client_name: name, ...(company && { company }) };
  };
  return {
    reminders: emailsIn(rows).map((row) => ({ ...fromRow(row), ...clientOf(row.client_id) })),
    day,
    ...unreadable,
    cursor: LastEvaluatedKey && cursorOf(Position.parse(LastEvaluatedKey)),
  };
}

export const emailsOfDay = (day: Day) => ({
  IndexName: "by-day",
  KeyConditionExpression: "#day = :day",
  ExpressionAttributeNames: { "#day": "day" },
  ExpressionAttributeValues: { ":day": day },
  ScanIndexForward: false,
});

/** An email that did not reach its reader, and why. `reader` is set if it was not to a client. */
export type Failure = Pick<Row, "kind" | "client_id" | "day" | "reader"> & { entry: string; reason: string };

/** At most `limit` emails of a day that did not reach their reader. */
export async function failuresOf(day: Day, limit: number): Promise<Failure[]> {
  const failures: Failure[] = [];
  const query = emailsOfDay(day);
  const pages = queryPages("reminders", {
    ...query,
    // An email is listed once, also if it names several charges.
    FilterExpression: `attribute_not_exists(same_email) AND (attribute_exists(failure) OR #state IN (${problemStates.map((state) => `:${state}`)}))`,
    ExpressionAttributeNames: { ...query.ExpressionAttributeNames, "#state": "state" },
    ExpressionAttributeValues: {
      ...query.ExpressionAttributeValues,
      ...Object.fromEntries(problemStates.map((state) => [`:${state}`, state])),
    },
  });
  for await (const items of pages) {
    for (const row of readable(Row, items).rows) {
      const { about, claim, client_id, kind, reader, state, reason, failure } = row;
      failures.push({
        entry: `${about} ${claim}`,
        client_id,
        kind,
        day,
        ...(about === COMPANY && { reader: reader ?? "the company" }),
        reason: failure === undefined ? failureText(state, reason) : failureText("failed", failure),
      });
    }
    if (failures.length >= limit) break;
  }
  return failures.slice(0, limit);
}
