import { paginateQuery, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { isOfPayer, type Payer } from "../../shared/billing/matching/payer.ts";
import type { Payment } from "../../shared/payments/payment.ts";
import { type AnyPaymentRow, readAnyPayment } from "../billing/rows.ts";
import { conditionFailed, database, table } from "../platform/dynamo/database.ts";
import { allUnmatched, unmatchedOnWire } from "./list.ts";

// What statements say of a person: in the payments of a client, and in those that nobody has and that name the client.

/** The payments that nobody has and that name a payer. Reads all of them. */
async function unmatchedOf(payer: Payer) {
  const found = [];
  for await (const row of allUnmatched()) if (isOfPayer(row, payer)) found.push(row);
  return found;
}

export const unmatchedPaymentsOf = async (payer: Payer): Promise<Payment[]> =>
  (await unmatchedOf(payer)).map(unmatchedOnWire);

/** Removes the personal data of unmatched payments that name a payer. Amount and day stay, and somebody can assign them. */
export async function clearUnmatched(payer: Payer): Promise<void> {
  for (const row of await unmatchedOf(payer)) await clear(row);
}

/** Removes what statements say of a client's payments. Amounts, days and references stay. */
export async function clearPayments(client_id: string): Promise<void> {
  const pages = paginateQuery(
    { client: database },
    {
      TableName: table("payments"),
      IndexName: "by-client",
      KeyConditionExpression: "client_id = :client",
      ExpressionAttributeValues: { ":client": client_id },
    },
  );
  for await (const { Items = [] } of pages)
    for (const row of Items.map(readAnyPayment))
      if (personalFields.some((name) => row[name])) await clear(row);
}

const personalFields = ["payer", "phone", "account", "details"] as const;

async function clear({ id }: AnyPaymentRow): Promise<void> {
  try {
    await database.send(
      new UpdateCommand({
        TableName: table("payments"),
        Key: { id },
        UpdateExpression: `REMOVE ${personalFields.map((name) => `#${name}`).join()}`,
        ConditionExpression: "attribute_exists(id)",
        ExpressionAttributeNames: Object.fromEntries(personalFields.map((name) => [`#${name}`, name])),
      }),
    );
  } catch (error) {
    // It has expired, or a typed payment with its code took its place.
    if (!conditionFailed(error)) throw error;
  }
}
