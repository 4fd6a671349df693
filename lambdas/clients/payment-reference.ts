import { createHash } from "node:crypto";
import { withCheckDigit } from "../../shared/billing/payment-reference.ts";
import type { Client } from "../../shared/clients/client.ts";
import { type TransactItem, table } from "../platform/dynamo/database.ts";

// A client's payment reference is computed from its id. A row of the settings reserves it for ever, so that it is never
// reused, not even after the client is erased or removed as a sample.

/** The reference for a client. The next attempt gives another one, for when another client has the first. */
export function referenceFor(id: string, attempt: number): string {
  const hash = createHash("sha256").update(`${id}#${attempt}`).digest().readUInt32BE();
  return withCheckDigit(String(100_000 + (hash % 900_000)));
}

/** The transaction item that reserves a client's reference. It fails when another client has it. */
export const reserveReference = ({ id, payment_reference }: Client): TransactItem => ({
  Put: {
    TableName: table("settings"),
    Item: { name: `payment-reference#${payment_reference}`, client_id: id },
    ConditionExpression: "attribute_not_exists(#name) OR client_id = :client",
    ExpressionAttributeNames: { "#name": "name" },
    ExpressionAttributeValues: { ":client": id },
  },
});
