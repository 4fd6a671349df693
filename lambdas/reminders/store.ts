import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import { type EmailKind, wasSent } from "../../shared/reminders/reminder.ts";
import { database, table } from "../platform/dynamo/database.ts";
import { newestPage } from "../platform/dynamo/newest-page.ts";
import { readable } from "../platform/dynamo/rows.ts";
import { COMPANY, periodKindOf, type Receipt, receiptKeyOf } from "./email-key.ts";
import { fromRow, get, Row } from "./ledger.ts";

/** Whether SES ever accepted a test email. Reads all emails to the company. */
export async function wasTestEmailSent(): Promise<boolean> {
  const kind: EmailKind = "test";
  const pages = paginateQuery(
    { client: database },
    {
      TableName: table("reminders"),
      KeyConditionExpression: "subscription_id = :company",
      FilterExpression: "kind = :kind AND attribute_exists(message_id)",
      ExpressionAttributeValues: { ":company": COMPANY, ":kind": kind },
    },
  );
  for await (const { Count } of pages) if (Count) return true;
  return false;
}

/** Whether the receipt of a payment was sent or is being sent. */
export async function receiptWentOut(receipt: Receipt): Promise<boolean> {
  const reminder = await get(receiptKeyOf(receipt));
  return reminder !== undefined && (reminder.state === "claimed" || wasSent(reminder.state));
}

/** The sort key of a receipt in the ledger, which is its `id` in `ofClient`. */
export const receiptId = (receipt: Receipt): string => periodKindOf(receiptKeyOf(receipt));

/** The newest emails to a client up to an instant; `id` is the sort key in the ledger. */
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
    reminders: rows.map((row) => ({ ...fromRow(row), id: row.period_kind })),
    ...unreadable,
    nextBefore,
  };
}
