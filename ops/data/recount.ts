import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  DynamoDBDocumentClient,
  GetCommand,
  paginateScan,
  TransactWriteCommand,
} from "@aws-sdk/lib-dynamodb";
import {
  Counters,
  type Counts,
  clientCounts,
  names,
  rowNames,
  subscriptionCounts,
  sumOf,
} from "../../lambdas/counters.ts";
import type { Places } from "./tables.ts";

/**
 * Counts clients and subscriptions, and corrects the dashboard's counters by that. Nobody may write meanwhile.
 * Answers what was corrected, a sentence each.
 */
export async function recount(database: DynamoDBClient, places: Places): Promise<string[]> {
  const client = DynamoDBDocumentClient.from(database);
  let counted = Counters.parse({});
  const add = async <Row>(TableName: string, countsOf: (row: Row) => Counts) => {
    for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
      counted = sumOf([counted, ...Items.map((row) => countsOf(row as Row))]);
  };
  await add(places.clients, clientCounts);
  await add(places.subscriptions, subscriptionCounts);

  const TableName = places.settings;
  const counterRows = rowNames.map((name) => ({ TableName, Key: { name } }));
  const rows = await Promise.all(
    counterRows.map((place) => client.send(new GetCommand({ ...place, ConsistentRead: true }))),
  );
  const stored = sumOf(rows.map(({ Item }) => Counters.parse(Item ?? {})));
  const wrong = names.filter((name) => counted[name] !== stored[name]);
  if (wrong.length > 0) {
    const Item = { name: rowNames[0], ...counted, samples_apart: true };
    // All or none: a row that stayed would be counted twice.
    const TransactItems = [
      { Put: { TableName, Item } },
      ...counterRows.slice(1).map((Delete) => ({ Delete })),
    ];
    await client.send(new TransactWriteCommand({ TransactItems }));
  }
  return wrong.map((name) => `${name} was ${stored[name]}, is ${counted[name]}`);
}
