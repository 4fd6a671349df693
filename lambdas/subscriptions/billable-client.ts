import type { Client } from "../../shared/clients/client.ts";
import * as clients from "../clients/store.ts";
import { type TransactItem, table } from "../platform/dynamo/database.ts";
import { Invalid } from "../platform/http/errors.ts";

/**
 * The client of a new subscription.
 * @throws Invalid if the client cannot have one
 */
export async function clientToBill(id: string) {
  const client = await clients.get(id);
  if (!client) throw new Invalid("That client does not exist.");
  if (client.erased_at) throw new Invalid("That client was erased and can have no new subscription.");
  if (client.status !== "active")
    throw new Invalid("That client is inactive. Make the client active first, or choose another.");
  return client;
}

/** The transaction item that checks that a client is still active, and still a sample or not. */
export const stillBillable = ({ id, sample }: Client): TransactItem => ({
  ConditionCheck: {
    TableName: table("clients"),
    Key: { id },
    ConditionExpression: `#status = :active AND ${sample ? "attribute_exists" : "attribute_not_exists"}(#sample)`,
    ExpressionAttributeNames: { "#status": "status", "#sample": "sample" },
    ExpressionAttributeValues: { ":active": "active" },
  },
});
