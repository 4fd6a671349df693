import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  paginateScan,
  TransactWriteCommand,
  UpdateCommand,
} from "@aws-sdk/lib-dynamodb";
import {
  type Counts,
  clientCounts,
  countersIn,
  differences,
  paymentCounts,
  rowNames,
  subscriptionCounts,
  sumOf,
} from "../../lambdas/counters.ts";
import { partsOf, Row, unplaced } from "../../lambdas/renewals/store.ts";
import { restored } from "../../lambdas/stored-amount.ts";
import type { Places } from "./tables.ts";

/**
 * Counts clients, subscriptions and what came in, and corrects the dashboard's counters by that; adds up what is on record of periods
 * that are paid in part, and corrects their subscriptions. Nobody may write meanwhile. Answers what was corrected, a
 * sentence each.
 */
export async function recount(database: DynamoDBClient, places: Places): Promise<string[]> {
  const client = DynamoDBDocumentClient.from(database);
  return [...(await recountTotals(client, places)), ...(await recountParts(client, places))];
}

async function recountParts(client: DynamoDBDocumentClient, places: Places): Promise<string[]> {
  const scanned = async (TableName: string) =>
    (
      await Array.fromAsync(
        paginateScan({ client }, { TableName, ConsistentRead: true }),
        ({ Items = [] }) => Items,
      )
    ).flat();
  const paid = Map.groupBy(
    (await scanned(places.renewals)).flatMap((item) => Row.safeParse(unplaced(item)).data ?? []),
    ({ subscription_id }) => subscription_id,
  );
  const said: string[] = [];
  for (const { id, next_billing_date, paid_cents = 0 } of await scanned(places.subscriptions)) {
    const parts = partsOf(paid.get(id) ?? [], next_billing_date);
    if (parts === paid_cents) continue;
    const place = { TableName: places.subscriptions, Key: { id } };
    await client.send(
      new UpdateCommand({
        ...place,
        ...(parts > 0
          ? { UpdateExpression: "SET paid_cents = :parts", ExpressionAttributeValues: { ":parts": parts } }
          : { UpdateExpression: "REMOVE paid_cents" }),
        ConditionExpression: "attribute_exists(id)",
      }),
    );
    said.push(`what is paid in part of the subscription ${id} was ${paid_cents} cents, is ${parts}`);
  }
  return said;
}

async function recountTotals(client: DynamoDBDocumentClient, places: Places): Promise<string[]> {
  let counted = sumOf([]);
  const samples = new Set<string>();
  const add = async <Row>(TableName: string, countsOf: (row: Row) => Counts) => {
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
      counted = sumOf([counted, ...Items.map((item) => countsOf(restored(item) as Row))]);
  };
  await add(places.clients, clientCounts);
  await add(places.subscriptions, (row: Parameters<typeof subscriptionCounts>[0] & { id: string }) => {
    if (row.sample) samples.add(row.id);
    return subscriptionCounts(row);
  });
  await add(places.renewals, (row: Parameters<typeof paymentCounts>[0] & { subscription_id: string }) =>
    samples.has(row.subscription_id) ? {} : paymentCounts(row),
  );

  const TableName = places.settings;
  const counterRows = rowNames.map((name) => ({ TableName, Key: { name } }));
  const rows = await Promise.all(
    counterRows.map((place) => client.send(new GetCommand({ ...place, ConsistentRead: true }))),
  );
  const stored = sumOf(rows.map(({ Item }) => countersIn(Item ?? {})));
  const wrong = differences(stored, counted);
  const marked = rows[0]?.Item?.payments_counted === true || rows.every(({ Item }) => !Item);
  if (wrong.length > 0 || !marked) {
    const Item = { name: rowNames[0], ...counted, samples_apart: true, payments_counted: true };
    // All or none: a row that stayed would be counted twice.
    const TransactItems = [
      { Put: { TableName, Item } },
      ...counterRows.slice(1).map((Delete) => ({ Delete })),
    ];
    await client.send(new TransactWriteCommand({ TransactItems }));
  }
  return wrong.map(([name]) => `${name} was ${stored[name] ?? 0}, is ${counted[name] ?? 0}`);
}
