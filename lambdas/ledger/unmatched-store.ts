import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { fromCents } from "../../shared/money.ts";
import type { Payment } from "../../shared/payments/payment.ts";
import { database, table } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import { factsOf } from "./payment-answer.ts";
import { type AnnouncedRow, hasClient, PaymentRow, type UnmatchedRow } from "./payment-row.ts";

/** A page of this many rows fits into a response. */
const PAGE_ROWS = 1_000;
export const statesWithoutClient = ["unmatched", "ignored", "announced"] as const;
export type StateWithoutClient = (typeof statesWithoutClient)[number];
type WithoutClient = UnmatchedRow | AnnouncedRow;

/** One page of the payments in a state that nobody has, oldest first. */
export async function statePage(
  state: StateWithoutClient,
  from: Record<string, unknown> | "" | undefined,
  limit = PAGE_ROWS,
) {
  const { Items, LastEvaluatedKey } = await database.send(
    new QueryCommand({
      TableName: table("payments"),
      IndexName: "by-state",
      KeyConditionExpression: "unassigned = :state",
      ExpressionAttributeValues: { ":state": state },
      Limit: limit,
      ...(from && { ExclusiveStartKey: from }),
    }),
  );
  const { rows, ...rest } = readable(PaymentRow, Items);
  return { rows: rows.filter((row) => !hasClient(row)), ...rest, next: LastEvaluatedKey };
}

export const unmatchedOnWire = (row: WithoutClient): Payment => {
  const { cents, state, source, payer, phone, account, details } = row;
  return {
    ...factsOf(row),
    amount: fromCents(cents),
    state,
    source,
    payer,
    phone,
    account,
    details,
    ...(row.state === "announced" ? { id: undefined } : { ignored: row.ignored }),
  };
};

/** All payments that nobody has, by default in any state. */
export async function* allUnmatched(
  states: readonly StateWithoutClient[] = statesWithoutClient,
): AsyncGenerator<WithoutClient> {
  for (const state of states) {
    let from: Record<string, unknown> | undefined;
    do {
      const page = await statePage(state, from);
      yield* page.rows;
      from = page.next;
    } while (from);
  }
}
