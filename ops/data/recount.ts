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
  counterDifferences,
  counterRowNames,
  countersIn,
  paymentCounts,
  subscriptionCounts,
  sumOf,
} from "../../lambdas/platform/dynamo/counters.ts";
import { partPaymentCents, Row, splitSortKey } from "../../lambdas/renewals/store.ts";
import type { TableMap } from "./tables.ts";

/**
 * Counts clients, subscriptions and payments and corrects the dashboard's counters; adds up part payments and corrects
 * their subscriptions. The tables must not change meanwhile. Returns a sentence for each correction.
 */
export async function recount(database: DynamoDBClient, tableNames: TableMap): Promise<string[]> {
  const client = DynamoDBDocumentClient.from(database);
  return [...(await recountTotals(client, tableNames)), ...(await recountParts(client, tableNames))];
}

async function recountParts(client: DynamoDBDocumentClient, tableNames: TableMap): Promise<string[]> {
  const scan = async (TableName: string) =>
    (
      await Array.fromAsync(
        paginateScan({ client }, { TableName, ConsistentRead: true }),
        ({ Items = [] }) => Items,
      )
    ).flat();
  const paid = Map.groupBy(
    (await scan(tableNames.renewals)).flatMap((item) => Row.safeParse(splitSortKey(item)).data ?? []),
    ({ subscription_id }) => subscription_id,
  );
  const corrections: string[] = [];
  for (const { id, next_billing_date, paid_cents = 0 } of await scan(tableNames.subscriptions)) {
    const parts = partPaymentCents(paid.get(id) ?? [], next_billing_date);
    if (parts === paid_cents) continue;
    await client.send(
      new UpdateCommand({
        TableName: tableNames.subscriptions,
        Key: { id },
        ...(parts > 0
          ? { UpdateExpression: "SET paid_cents = :parts", ExpressionAttributeValues: { ":parts": parts } }
          : { UpdateExpression: "REMOVE paid_cents" }),
        ConditionExpression: "attribute_exists(id)",
      }),
    );
    corrections.push(`part payments of the subscription ${id}: ${paid_cents} cents, now ${parts}`);
  }
  return corrections;
}

async function recountTotals(client: DynamoDBDocumentClient, tableNames: TableMap): Promise<string[]> {
  let counted = sumOf([]);
  const samples = new Set<string>();
  const add = async <Row>(TableName: string, countsOf: (row: Row) => Counts) => {
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
      counted = sumOf([counted, ...Items.map((item) => countsOf(item as Row))]);
  };
  await add(tableNames.clients, clientCounts);
  await add(tableNames.subscriptions, (row: Parameters<typeof subscriptionCounts>[0] & { id: string }) => {
    if (row.sample) samples.add(row.id);
    return subscriptionCounts(row);
  });
  await add(tableNames.renewals, (row: Parameters<typeof paymentCounts>[0] & { subscription_id: string }) =>
    samples.has(row.subscription_id) ? {} : paymentCounts(row),
  );

  const TableName = tableNames.settings;
  const counterKeys = counterRowNames.map((name) => ({ TableName, Key: { name } }));
  const rows = await Promise.all(
    counterKeys.map((key) => client.send(new GetCommand({ ...key, ConsistentRead: true }))),
  );
  const stored = sumOf(rows.map(({ Item }) => countersIn(Item ?? {})));
  const wrong = counterDifferences(stored, counted);
  if (wrong.length > 0) {
    const Item = { name: counterRowNames[0], ...counted };
    // In one transaction: a counter row that remained would be counted twice.
    const TransactItems = [
      { Put: { TableName, Item } },
      ...counterKeys.slice(1).map((Delete) => ({ Delete })),
    ];
    await client.send(new TransactWriteCommand({ TransactItems }));
  }
  return wrong.map(([name]) => `${name}: ${stored[name] ?? 0}, now ${counted[name] ?? 0}`);
}
