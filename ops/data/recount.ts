import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import {
  BatchGetCommand,
  BatchWriteCommand,
  DynamoDBDocumentClient,
  paginateScan,
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
  const Keys = rowNames.map((name) => ({ name }));
  const { Responses } = await client.send(
    new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } }),
  );
  const stored = sumOf((Responses?.[TableName] ?? []).map((row) => Counters.parse(row)));
  const wrong = names.filter((name) => counted[name] !== stored[name]);
  if (wrong.length > 0) {
    const [first, ...others] = Keys;
    const requests = [
      { PutRequest: { Item: { ...first, ...counted, samples_apart: true } } },
      ...others.map((Key) => ({ DeleteRequest: { Key } })),
    ];
    await client.send(new BatchWriteCommand({ RequestItems: { [TableName]: requests } }));
  }
  return wrong.map((name) => `${name} was ${stored[name]}, is ${counted[name]}`);
}
