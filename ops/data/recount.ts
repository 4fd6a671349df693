import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, GetCommand, PutCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import {
  Counters,
  type Counts,
  clientCounts,
  names,
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
  const Key = { name: "counters" };
  const { Item } = await client.send(new GetCommand({ TableName, Key, ConsistentRead: true }));
  const stored = Counters.parse(Item ?? {});
  const wrong = names.filter((name) => counted[name] !== stored[name]);
  if (wrong.length > 0)
    await client.send(new PutCommand({ TableName, Item: { ...Key, ...counted, samples_apart: true } }));
  return wrong.map((name) => `${name} was ${stored[name]}, is ${counted[name]}`);
}
