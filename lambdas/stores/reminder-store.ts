import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { addDays, type Day, endOfDay } from "../../shared/day.ts";
import { omit } from "../../shared/omit.ts";
import { type EmailKind, Reminder, ReminderKind, wasSent } from "../../shared/reminders/reminder.ts";
import { batchGet } from "../platform/dynamo/batch-get.ts";
import { database, getItem, queryAll, table } from "../platform/dynamo/database.ts";
import { newestPage } from "../platform/dynamo/newest-page.ts";
import { read, readable } from "../platform/dynamo/read-rows.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";
import {
  COMPANY,
  type EmailKey,
  type Receipt,
  type RowKey,
  receiptKeyOf,
  receiptOfClaim,
  rowKeyOf,
} from "./email-key.ts";

// One row for each email, or for each charge in a reminder: `claimed` → `sent` → the delivery status from SES, or
// `waiting`, `failed`, `skipped`. The rows of a reminder are claimed together, and share owner and message id.

/** As stored. `failure` is the reason of the last failed attempt, until one succeeds. */
export const Row = z.extend(Reminder, {
  about: z.string(),
  claim: z.string(),
  failure: z.optional(z.string()),
  claimed_by: z.optional(z.string()),
  message_id: z.optional(z.string()),
  /** Another row has the email. */
  same_email: z.optional(z.literal(true)),
});
export type Row = z.output<typeof Row>;

export const fromRow = ({ claim, ...row }: Row): Reminder => ({
  ...omit(row, "about", "failure", "claimed_by", "message_id", "same_email"),
  ...(claim.includes("#resend") && { resend: true as const }),
});

export async function get(key: EmailKey): Promise<Reminder | undefined> {
  const item = await getItem("reminders", rowKeyOf(key));
  return item && fromRow(read(Row, item));
}

/** All rows about a charge, a payment or the company. */
export async function rowsAbout(about: string): Promise<Row[]> {
  const items = await queryAll("reminders", {
    KeyConditionExpression: "about = :about",
    ExpressionAttributeValues: { ":about": about },
    ConsistentRead: true,
  });
  return readable(Row, items).rows;
}

/** The reminders to a client on a day, also of charges that are paid by now. The index lags behind by less than a second. */
export async function remindersOfDay(client_id: string, day: Day): Promise<Row[]> {
  const items = await queryAll("reminders", {
    IndexName: "by-client",
    KeyConditionExpression: "client_id = :client AND #at > :before",
    ExpressionAttributeNames: { "#at": "at" },
    ExpressionAttributeValues: { ":client": client_id, ":before": endOfDay(addDays(day, -1)) },
  });
  return readable(Row, items).rows.filter(
    (row) => row.day === day && ReminderKind.safeParse(row.kind).success,
  );
}

/** Whether SES ever accepted a test email. Reads all emails to the company. */
export async function wasTestEmailSent(): Promise<boolean> {
  const kind: EmailKind = "test";
  const pages = paginateQuery(
    { client: database },
    {
      TableName: table("reminders"),
      KeyConditionExpression: "about = :company",
      FilterExpression: "kind = :kind AND attribute_exists(message_id)",
      ExpressionAttributeValues: { ":company": COMPANY, ":kind": kind },
    },
  );
  for await (const { Count } of pages) if (Count) return true;
  return false;
}

export type { Receipt };
/** A receipt that the client has, or is getting. */
export type KnownReceipt = Pick<Row, "state"> & {
  paid_on: Day;
  cents: number;
  revision: number;
};

/** The last receipt of a payment, up to or before a revision, that no correction has taken back. */
export async function lastReceipt(
  { client_id, payment_id, revision = 0 }: Receipt,
  which: "up to" | "before" = "up to",
): Promise<KnownReceipt | undefined> {
  const rows = (await rowsAbout(payment_id))
    .map((row) => ({ ...row, ...receiptOfClaim(row.claim) }))
    .filter((row) => row.client_id === client_id);
  const takenBack = rows
    .filter((row) => row.kind === "correction" && wasSent(row.state) && row.revision < revision)
    .map((row) => row.revision);
  const [last] = rows
    .filter(
      (row) => row.kind === "receipt" && isOut(row) && row.revision < revision + (which === "up to" ? 1 : 0),
    )
    .filter((row) => row.revision > Math.max(-1, ...takenBack))
    .sort((a, b) => b.revision - a.revision);
  if (!last) return undefined;
  return { state: last.state, paid_on: last.period, cents: last.cents, revision: last.revision };
}

const isOut = ({ state }: Row): boolean => state === "claimed" || wasSent(state);

/** Identifies an email in a timeline. */
const idOf = ({ about, claim }: RowKey): string => `${about} ${claim}`;

/** The payment that a receipt confirms, by its `id` in `ofClient`; undefined for other emails. */
export const paymentOfReceipt = (id: string): string | undefined => /^(\S+) receipt#/.exec(id)?.[1];

/** The receipts of these payments that are in the send log, by payment. Does not read again what was `read`. */
export async function receiptsOf(
  receipts: readonly Receipt[],
  read: readonly (Reminder & { id: string })[],
): Promise<Map<string, Reminder>> {
  const keys = new Map(
    receipts.map((receipt) => rowKeyOf(receiptKeyOf(receipt))).map((key) => [idOf(key), key]),
  );
  const alreadyRead = read.filter(({ id }) => keys.has(id));
  for (const { id } of alreadyRead) keys.delete(id);
  const { rows } = readable(Row, await batchGet("reminders", [...keys.values()], { consistent: false }));
  return new Map([
    ...alreadyRead.map((receipt) => [paymentOfReceipt(receipt.id) ?? "", receipt] as const),
    ...rows.map((row) => [paymentOfReceipt(idOf(row)) ?? "", fromRow(row)] as const),
  ]);
}

/** The rows with an email each. While one is being sent, its rows share the owner. */
export function emailsIn(rows: readonly Row[]): Row[] {
  const owners = new Set<string>();
  return rows.filter(({ same_email, state, claimed_by }) => {
    if (state !== "claimed" || claimed_by === undefined) return !same_email;
    const isFirst = !owners.has(claimed_by);
    owners.add(claimed_by);
    return isFirst;
  });
}

/** The newest emails to a client up to an instant; `id` identifies each. */
export async function ofClient(client_id: string, until: string | undefined) {
  const { items, nextBefore } = await newestPage(
    {
      TableName: table("reminders"),
      IndexName: "by-client",
      partition: ["client_id", client_id],
      sort: "at",
    },
    until,
  );
  const { rows, ...unreadable } = readable(Row, items);
  return {
    reminders: emailsIn(rows).map((row) => ({ ...fromRow(row), id: idOf(row) })),
    ...unreadable,
    nextBefore,
  };
}

/** Removes from the send log the services of a client, because it can name a person. Kind, day and delivery stay. */
export async function clearServices(client_id: string): Promise<void> {
  for (const { about, claim, service } of await emailsOf(client_id))
    if (service !== undefined)
      await updateIf(
        { TableName: table("reminders"), Key: { about, claim } },
        { remove: ["service"], onlyIf: "attribute_exists(about)" },
      );
}

/** All rows of a client's emails. */
export const emailsOf = (client_id: string): Promise<Record<string, unknown>[]> =>
  queryAll("reminders", {
    IndexName: "by-client",
    KeyConditionExpression: "client_id = :client",
    ExpressionAttributeValues: { ":client": client_id },
  });
