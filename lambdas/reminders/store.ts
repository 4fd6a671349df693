import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import type { Day } from "../../shared/day.ts";
import { type EmailKind, noSuchLogPage, Reminder } from "../../shared/reminders.ts";
import { cursorOf, KeyPart, placeOf } from "../cursor.ts";
import { database, table } from "../database.ts";
import { read, readable } from "../rows.ts";

/** Emails to the company stand in the ledger under this name, where reminders have their subscription. */
export const company = "company";

/** What an email is about; no two are sent for the same one. `more` sets apart those of the same kind and day. */
export type Subject = { subscription_id: string; period: Day; kind: EmailKind; more?: string | undefined };

/** `2026-12-31#upcoming`, with what sets it apart after another `#`. */
export const entryOf = ({ period, kind, more }: Subject): string =>
  [period, kind, more].filter(Boolean).join("#");

export const keyOf = (subject: Subject) => ({
  subscription_id: subject.subscription_id,
  period_kind: entryOf(subject),
});
export type Key = ReturnType<typeof keyOf>;

/** As the mail service carries it along with an email; its tags take no `#`. */
export const tagsOf = (subject: Subject): Record<string, string> => ({
  ledger: subject.subscription_id,
  entry: entryOf(subject).replaceAll("#", "_"),
});

export const keyOfTags = ({ ledger, entry }: { ledger: string; entry: string }): Key => ({
  subscription_id: ledger,
  period_kind: entry.replaceAll("_", "#"),
});

/** `failure` is what the last attempt failed with, kept until one succeeds. */
const Row = z.extend(Reminder, {
  subscription_id: z.string(),
  period_kind: z.string(),
  failure: z.optional(z.string()),
});
type Row = z.output<typeof Row>;

const fromRow = ({ subscription_id, period_kind, failure: _, ...rest }: Row): Reminder => ({
  ...rest,
  ...(subscription_id !== company && { subscription_id }),
  ...(period_kind.includes("#resend") && { resend: true as const }),
});

export async function get(subject: Subject): Promise<Reminder | undefined> {
  const { Item } = await database.send(
    new GetCommand({ TableName: table("reminders"), Key: keyOf(subject), ConsistentRead: true }),
  );
  return Item && fromRow(read(Row, Item));
}

const pageSize = 200;

/** The last line given, within its day. */
const Place = z.object({ at: KeyPart, subscription_id: KeyPart, period_kind: KeyPart });

/** One page of what stands under a day, newest first. */
export async function list(day: Day, cursor?: string) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      ...ofDay(day),
      Limit: pageSize,
      ExclusiveStartKey: cursor ? { day, ...placeOf(Place, cursor, noSuchLogPage) } : undefined,
    }),
  );
  const { rows, ...left } = readable(Row, Items);
  return {
    reminders: rows.map(fromRow),
    ...left,
    cursor: LastEvaluatedKey && cursorOf(Place.parse(LastEvaluatedKey)),
  };
}

const ofDay = (day: Day) => ({
  TableName: table("reminders"),
  IndexName: "by-day",
  KeyConditionExpression: "#day = :day",
  ExpressionAttributeNames: { "#day": "day" },
  ExpressionAttributeValues: { ":day": day },
  ScanIndexForward: false,
});

/** A reminder that did not reach its reader, and why. */
export type Failure = { client_id: string | undefined; reason: string };

/** The reminders that stand under a day and did not reach their reader, `most` of them at most. */
export async function failuresOf(day: Day, most: number): Promise<Failure[]> {
  const found: Failure[] = [];
  let from: Record<string, unknown> | undefined;
  const query = ofDay(day);
  do {
    const page = await database.send(
      new QueryCommand({
        ...query,
        ExclusiveStartKey: from,
        FilterExpression:
          "(attribute_exists(failure) OR #state IN (:bounced, :complained, :rejected)) AND subscription_id <> :company",
        ExpressionAttributeNames: { ...query.ExpressionAttributeNames, "#state": "state" },
        ExpressionAttributeValues: {
          ...query.ExpressionAttributeValues,
          ":bounced": "bounced",
          ":complained": "complained",
          ":rejected": "rejected",
          ":company": company,
        },
      }),
    );
    for (const { client_id, state, reason, failure } of readable(Row, page.Items).rows)
      found.push({
        client_id,
        reason: failure === undefined ? [state, reason].filter(Boolean).join(": ") : `failed: ${failure}`,
      });
    from = page.LastEvaluatedKey;
  } while (from && found.length < most);
  return found.slice(0, most);
}
