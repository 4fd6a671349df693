import type { Client } from "../../shared/clients/client.ts";
import type { Subscription } from "../../shared/subscriptions/subscription.ts";
import { type TransactItem, table } from "../platform/dynamo/database.ts";
import { Conflict, Invalid } from "../platform/http/refusals.ts";
import type * as clients from "../stores/client-store.ts";

/**
 * The client of a new subscription.
 * @throws Invalid if the client cannot have one
 */
export function clientToBill(client: clients.Row | undefined): clients.Row {
  if (!client) throw new Invalid("That client does not exist.");
  if (client.erased_at) throw new Invalid("That client was erased and can have no new subscription.");
  if (client.status !== "active")
    throw new Invalid("That client is inactive. Make the client active first, or choose another.");
  return client;
}

/** @throws Conflict if a sample would belong to a real client, or a real subscription to a sample client */
export function refuseMixing({ sample }: Pick<Subscription, "sample">, client: Client): void {
  if (sample && !client.sample)
    throw new Conflict(
      "This subscription is sample data, so it can only belong to a sample client. Add a new subscription for the real client.",
    );
  if (!sample && client.sample)
    throw new Conflict(
      "That client is sample data, so it cannot have a real subscription. Choose a real client.",
    );
}

/** The transaction item that checks that a client is still active. */
export const stillBillable = ({ id }: Client): TransactItem => ({
  ConditionCheck: {
    TableName: table("clients"),
    Key: { id },
    ConditionExpression: "#status = :active",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":active": "active" },
  },
});
