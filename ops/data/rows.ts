import { type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { lineOf } from "./digest.ts";

/** All rows of a table as lines. */
export async function* tableLines(client: DynamoDBClient, TableName: string): AsyncGenerator<string> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName, ConsistentRead: true }))
    yield* Items.map(lineOf);
}

export async function isEmpty(client: DynamoDBClient, TableName: string): Promise<boolean> {
  for await (const _ of tableLines(client, TableName)) return false;
  return true;
}
