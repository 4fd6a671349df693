import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { fromCents } from "../../shared/money.ts";
import type { Payment } from "../../shared/payments/payment.ts";
import { database, table } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import { AnnouncedRow, UnmatchedRow } from "./rows.ts";

/** What a response has room for. */
const PAGE_ROWS = 1_000;
export const statesWithoutClient = ["unmatched", "ignored", "announced"] as const;
export type StateWithoutClient = (typeof statesWithoutClient)[number];
const WithoutClient = z.union([UnmatchedRow, AnnouncedRow]);
type WithoutClient = z.output<typeof WithoutClient>;

/** One page of the payments in a state that nobody has, oldest first. */
export async function statePage(state: StateWithoutClient, from: Record<string, unknown> | "" | undefined) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("payments"),
      IndexName: "by-state",
      KeyConditionExpression: "#state = :state",
      ExpressionAttributeNames: { "#state": "state" },
      ExpressionAttributeValues: { ":state": state },
      Limit: PAGE_ROWS,
      ...(from && { ExclusiveStartKey: from }),
    }),
  );
  return { ...readable(WithoutClient, Items), next: LastEvaluatedKey };
}

export const unmatchedOnWire = (row: WithoutClient): Payment => {
  const { paid_on, cents, currency, method, reference, recorded_at, state, source } = row;
  const { payer, phone, account, details } = row;
  return {
    paid_on,
    amount: fromCents(cents),
    currency,
    method,
    reference,
    recorded_at,
    state,
    source,
    ...(row.state !== "announced" && { id: row.id, ignored: row.ignored }),
    payer,
    phone,
    account,
    details,
  };
};

/** All payments that nobody has. */
export async function* allUnmatched(): AsyncGenerator<WithoutClient> {
  for (const state of statesWithoutClient) {
    let from: Record<string, unknown> | undefined;
    do {
      const page = await statePage(state, from);
      yield* page.rows;
      from = page.next;
    } while (from);
  }
}
