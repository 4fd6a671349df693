import { paginateQuery } from "@aws-sdk/lib-dynamodb";
import type { EmailKind } from "../../shared/reminders.ts";
import { database, table } from "../database.ts";
import { newest } from "../newest.ts";
import { readable } from "../rows.ts";
import { company, type Receipt, receiptKeyOf } from "./email-key.ts";
import { fromRow, get, Row } from "./ledger.ts";

/** Whether the mail service ever took a test of an email; all emails to the company are looked at. */
export async function wasTested(): Promise<boolean> {
  const kind: EmailKind = "test";
  const pages = paginateQuery(
    { client: database },
    {
      TableName: table("reminders"),
      KeyConditionExpression: "subscription_id = :company",
      FilterExpression: "kind = :kind AND attribute_exists(message_id)",
      ExpressionAttributeValues: { ":company": company, ":kind": kind },
    },
  );
  for await (const { Count } of pages) if (Count) return true;
  return false;
}

/** Whether the receipt of a payment went out, or is on its way. */
export async function receiptWentOut(receipt: Receipt): Promise<boolean> {
  const line = await get(receiptKeyOf(receipt));
  return line !== undefined && !["waiting", "failed", "skipped"].includes(line.state);
}

/** The newest reminders to a client up to an instant, by their place in the ledger. */
export async function ofClient(client_id: string, until: string | undefined) {
  const { items, horizon } = await newest(
    { TableName: table("reminders"), IndexName: "by-client", of: ["client_id", client_id], sort: "at" },
    until,
  );
  const { rows, ...left } = readable(Row, items);
  return { reminders: rows.map((row) => ({ ...fromRow(row), id: row.period_kind })), ...left, horizon };
}
