import { queryAll } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/rows.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { ChargeRow, ListedFormer, toCharge } from "./rows.ts";
import { chargesOfClient, openChargesOfClient } from "./store.ts";
import { endedFor } from "./subscription-fields.ts";

/** Few, and from an index, which lags behind by less than a second. */
async function formerCharges(): Promise<ChargeRow[]> {
  const found = await Promise.all(
    ListedFormer.options.map((listed) =>
      queryAll("charges", {
        IndexName: "by-due",
        KeyConditionExpression: "asked_for = :listed",
        ExpressionAttributeValues: { ":listed": listed },
      }),
    ),
  );
  return readable(ChargeRow, found.flat()).rows;
}

/**
 * What clients owe of subscriptions that another client has now. For each of them the subscription, as one that ended for
 * the client.
 */
export async function formerRows(): Promise<subscriptions.OwingRow[]> {
  const charges = await formerCharges();
  const rows = await subscriptions.getMany(charges.flatMap(({ subscription_id }) => subscription_id ?? []));
  const byOwner = Map.groupBy(charges, ({ client_id, subscription_id }) => `${client_id} ${subscription_id}`);
  return [...byOwner.values()].flatMap((owed) => {
    const row = rows.get(owed[0]?.subscription_id ?? "");
    return row && owed[0] ? [endedFor(owed[0].client_id, row, owed.map(toCharge))] : [];
  });
}

/** Those of one client, whose charges are read consistently. */
export async function formerRowsOf(client_id: string): Promise<subscriptions.OwingRow[]> {
  const listed = (await formerCharges()).filter((charge) => charge.client_id === client_id);
  const ids = [...new Set(listed.flatMap(({ subscription_id }) => subscription_id ?? []))];
  if (ids.length === 0) return [];
  const [rows, open] = await Promise.all([subscriptions.getMany(ids), openChargesOfClient(client_id)]);
  return Promise.all(
    [...rows.values()]
      .filter((row) => row.client_id !== client_id)
      .map(async (row) => {
        const own = open.filter(({ subscription_id }) => subscription_id === row.id);
        // The index lags behind: all of it can be paid by now.
        const charges = own.length > 0 ? own : await chargesOfClient(client_id, row.id);
        return endedFor(client_id, row, charges.map(toCharge));
      }),
  );
}
