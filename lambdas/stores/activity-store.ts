import { randomUUID } from "node:crypto";
import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { ActivityKind } from "../../shared/activity/activity.ts";
import type { TimelineEntry } from "../../shared/clients/timeline.ts";
import type { Day } from "../../shared/day.ts";
import { omit } from "../../shared/omit.ts";
import { expiresAt } from "../../shared/retention.ts";
import { MemberExport } from "../../shared/staff/staff.ts";
import { Id, Text } from "../../shared/text.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { database, queryAll, type TransactItem, table } from "../platform/dynamo/database.ts";
import { newestPage } from "../platform/dynamo/newest-page.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import { instantOf, NoteRow, noteOf } from "./note-store.ts";

// The audit log. Its partition is the subject: a client, or one of the subjects below. A record is written in the
// transaction of the change, and expires as Settings say (ADR 062).

type Fields = Record<string, unknown>;
export const settingsSubject = "settings";
/** Statement lines that are not assigned to a client. */
export const linesSubject = "statements";
export const staffSubject = "staff";
export const importsSubject = "imports";
/** Erasures and data files of people, and exported lists. */
export const peopleSubject = "people";
/** Visitors' messages. The records contain nothing that visitors wrote, because messages can be deleted. */
export const messagesSubject = "messages";

type About = {
  subject: string;
  subscription_id?: string;
  message_id?: string;
  payment_id?: string;
  import_id?: string;
  /** The payment has a receipt. */
  receipt?: true | undefined;
  revision?: number | undefined;
  member?: string;
  member_id?: string;
};

/** Fields that say nothing to a person, or that the record has anyway. */
const omittedFields = new Set([
  "id",
  "client_id",
  "subscription_id",
  "payment_reference",
  "version",
  "created_at",
  "recorded_at",
]);
const hasValue = (value: unknown) => value !== undefined && value !== "";

/** An amount and its currency are recorded together. An amount without a currency is in dollars. */
const amountFields = ["amount", "next_price"];
const isMoney = (name: string) => name === "currency" || amountFields.includes(name);
const inDollars = ({ currency = "USD" }: Fields) => currency === "USD";

function withMoneyTogether(names: string[], { isInDollars }: { isInDollars: boolean }): string[] {
  if (isInDollars) return names.filter((name) => name !== "currency");
  if (!names.some(isMoney)) return names;
  const amounts = names.includes("currency")
    ? amountFields
    : names.filter((name) => amountFields.includes(name));
  return [...names.filter((name) => !isMoney(name)), ...amounts, "currency"];
}

/** The fields that differ between two states of a record. */
function difference(before: Fields, after: Fields) {
  const differing = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) =>
      (!omittedFields.has(name) || (name === "client_id" && hasValue(before[name]))) &&
      (hasValue(before[name]) || hasValue(after[name])) &&
      JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const names = withMoneyTogether(differing, { isInDollars: inDollars(before) && inDollars(after) });
  const pick = (fields: Fields) =>
    Object.fromEntries(names.filter((name) => hasValue(fields[name])).map((name) => [name, fields[name]]));
  return { differs: names.length > 0, before: pick(before), after: pick(after) };
}

/** The transaction item that records an event. */
export const eventRecord = (
  kind: ActivityKind,
  about: About,
  { now, today, actor, screen }: ChangeContext,
  fields: { before?: Fields; after?: Fields } = {},
  TableName = table("activity"),
): TransactItem => ({
  Put: {
    TableName,
    Item: {
      ...about,
      // The random part keeps records of the same instant apart.
      at: `${now}#${randomUUID().slice(0, 8)}`,
      day: today,
      kind,
      by: actor.id,
      name: actor.name,
      ...(screen && { screen }),
      ...fields,
      expires_at: expiresAt("activity", now),
    },
    ConditionExpression: "attribute_not_exists(subject)",
  },
});

/** The transaction items that record a change: one, or none if nothing differs. */
export function changeRecords(
  kind: ActivityKind,
  about: About,
  before: Fields,
  after: Fields,
  context: ChangeContext,
  TableName?: string,
): TransactItem[] {
  const { differs, ...fields } = difference(before, after);
  return differs ? [eventRecord(kind, about, context, fields, TableName)] : [];
}

const EventRow = z.object({
  subject: z.string(),
  at: z.string(),
  kind: ActivityKind,
  name: Text,
  screen: z.optional(z.string()),
  subscription_id: z.optional(Id),
  message_id: z.optional(Id),
  import_id: z.optional(Id),
  member: z.optional(Text),
  before: z.optional(z.record(z.string(), z.unknown())),
  after: z.optional(z.record(z.string(), z.unknown())),
});
export const Row = z.discriminatedUnion("kind", [EventRow, NoteRow]);

/** Whether there is any record about a subject. */
export async function hasAny(subject: string): Promise<boolean> {
  const { Items = [] } = await database.send(
    new QueryCommand({
      TableName: table("activity"),
      KeyConditionExpression: "subject = :subject",
      ExpressionAttributeValues: { ":subject": subject },
      ConsistentRead: true,
      Limit: 1,
    }),
  );
  return Items.length > 0;
}

/**
 * One page of a subject's records, newest first, back from `until`. Payments have rows of their own, so by default their
 * records are left out.
 */
export async function listBySubject(subject: string, until: string | undefined, { payments = false } = {}) {
  const { items, nextBefore } = await newestPage(
    { TableName: table("activity"), partition: ["subject", subject], sort: "at" },
    until,
  );
  const { rows, ...rest } = readable(Row, items);
  const entries = rows
    .filter((row) => payments || row.kind !== "payment-recorded")
    .map((row): TimelineEntry => {
      if (row.kind === "note") return { ...noteOf(row), kind: "note" };
      const fields = omit(row, "subject", "screen");
      return { ...fields, kind: "change", what: row.kind, id: row.at, at: instantOf(row.at) };
    });
  return { entries, ...rest, nextBefore };
}

/** All records about a subject. */
export const recordsOf = (subject: string): Promise<Record<string, unknown>[]> =>
  queryAll("activity", {
    KeyConditionExpression: "subject = :subject",
    ExpressionAttributeValues: { ":subject": subject },
    ConsistentRead: true,
  });

const exportKinds = ["list-exported", "client-exported", "person-exported"] as const satisfies ActivityKind[];

const ExportRow = z.object({
  at: z.string(),
  kind: ActivityKind,
  after: z.optional(z.record(z.string(), z.unknown())),
});

/** The files that a member saved on a day, newest first. */
export async function exportsOn(day: Day, member_id: string): Promise<MemberExport[]> {
  const rows = await queryAll("activity", {
    IndexName: "by-day",
    KeyConditionExpression: "#day = :day",
    FilterExpression: `#by = :by AND kind IN (${exportKinds.map((_, at) => `:kind${at}`).join()})`,
    ExpressionAttributeNames: { "#day": "day", "#by": "by" },
    ExpressionAttributeValues: {
      ":day": day,
      ":by": member_id,
      ...Object.fromEntries(exportKinds.map((kind, at) => [`:kind${at}`, kind])),
    },
    ScanIndexForward: false,
  });
  return readable(ExportRow, rows).rows.map(({ at, kind, after = {} }) =>
    MemberExport.parse({ at: instantOf(at), kind, ...after, rows: after.rows ?? after.records }),
  );
}
