import { createHash } from "node:crypto";
import type { Client } from "../../shared/clients.ts";
import { withCheckDigit } from "../../shared/payment-reference.ts";
import { type TransactItem, TransactionRefused, table, transact } from "../database.ts";
import { updateCommand } from "../update-if.ts";

// A client's payment reference follows from its id, and a row of the settings reserves it: for that client alone, and
// for good, so that no number comes back once its client is erased, or gone with the samples.

/** The number that a client gets at an attempt; at the second when that of the first is another client's, and so on. */
export function numberFor(id: string, attempt: number): string {
  const drawn = createHash("sha256").update(`${id}#${attempt}`).digest().readUInt32BE();
  return withCheckDigit(String(100_000 + (drawn % 900_000)));
}

/** The item of a transaction that reserves a client's number; it fails when it is another client's. */
export const reservation = ({ id, payment_reference }: Client): TransactItem => ({
  Put: {
    TableName: table("settings"),
    Item: { name: `payment-reference#${payment_reference}`, client_id: id },
    ConditionExpression: "attribute_not_exists(#name) OR client_id = :client",
    ExpressionAttributeNames: { "#name": "name" },
    ExpressionAttributeValues: { ":client": id },
  },
});

/** The client with a payment reference. One that a release before has stored is given one here, and keeps it. */
export async function withReference<C extends Client>(
  client: C,
  readAgain: (id: string) => Promise<Client | undefined>,
  attempt = 0,
): Promise<C> {
  const { id, version } = client;
  if (client.payment_reference || client.erased_at) return client;
  const given = { payment_reference: numberFor(id, attempt), version: version + 1 };
  const { input } = updateCommand(
    { TableName: table("clients"), Key: { id } },
    { set: given, onlyIf: "#version = :seen", values: { seen: version } },
  );
  try {
    await transact([
      reservation({ ...client, ...given }),
      { Update: { ...input, UpdateExpression: input.UpdateExpression ?? "" } },
    ]);
    return { ...client, ...given };
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    const [, changed] = error.failed;
    if (!changed) return withReference(client, readAgain, attempt + 1);
  }
  // Somebody saved the client at the same instant, or gave it its number.
  const now = await readAgain(id);
  return now ? withReference({ ...client, ...now }, readAgain) : client;
}
