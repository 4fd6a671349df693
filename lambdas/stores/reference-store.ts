import { createHash } from "node:crypto";
import type { Client } from "../../shared/clients/client.ts";
import { withCheckDigit } from "../../shared/payment-reference.ts";
import { type TransactItem, table } from "../platform/dynamo/database.ts";
import { lookupKey } from "./lookup-store.ts";

// A client's payment reference is computed from its id. A look-up row reserves it for ever, so that it is never
// reused, not even after the client is erased or removed as a sample.

/** The reference for a client. The next attempt gives another one, for when another client has the first. */
export function referenceFor(id: string, attempt: number): string {
  const hash = createHash("sha256").update(`${id}#${attempt}`).digest().readUInt32BE();
  return withCheckDigit(String(100_000 + (hash % 900_000)));
}

/** The transaction item that reserves a client's reference. It fails when another client has it. */
export const reserveReference = ({ id, payment_reference }: Client): TransactItem => ({
  Put: {
    TableName: table("lookups"),
    Item: { key: lookupKey("reference", payment_reference ?? ""), clients: new Set([id]) },
    ConditionExpression: "attribute_not_exists(#key) OR contains(clients, :client)",
    ExpressionAttributeNames: { "#key": "key" },
    ExpressionAttributeValues: { ":client": id },
  },
});
