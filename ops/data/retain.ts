import { type DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { expiryOf } from "../../shared/retention.ts";
import { type Table, tables } from "../../shared/tables.ts";
import type { Places } from "./tables.ts";

/** The tables of which releases wrote rows without an expiry, and the instant that it is counted from. */
const instants = { messages: "received_at", reminders: "at" } as const;

/** Rows at once, as DynamoDB takes them of a table that is quiet otherwise. */
const atOnce = 25;

/** Gives rows that would stay for ever their expiry, and says of each table how many. Begun again it goes on. */
export async function retain(client: DynamoDBClient, places: Places): Promise<string[]> {
  const database = DynamoDBDocumentClient.from(client);
  const said: string[] = [];
  for (const [name, instant] of Object.entries(instants) as [keyof typeof instants, string][]) {
    const { partition, sort }: Table = tables[name];
    const keys = [partition, ...(sort ? [sort] : [])];
    const pages = paginateScan(
      { client, pageSize: 1_000 },
      {
        TableName: places[name],
        FilterExpression: "attribute_not_exists(expires_at) AND attribute_exists(#instant)",
        ProjectionExpression: [...keys, "#instant"].join(),
        ExpressionAttributeNames: { "#instant": instant },
      },
    );
    let given = 0;
    for await (const { Items = [] } of pages) {
      const rows = Items.values();
      const work = async () => {
        for (const row of rows) {
          await database.send(
            new UpdateCommand({
              TableName: places[name],
              Key: Object.fromEntries(keys.map((key) => [key, row[key]?.S])),
              UpdateExpression: "SET expires_at = if_not_exists(expires_at, :expiry)",
              ConditionExpression: "attribute_exists(#key)",
              ExpressionAttributeNames: { "#key": partition },
              ExpressionAttributeValues: { ":expiry": expiryOf(name, row[instant]?.S ?? "") },
            }),
          );
          given += 1;
        }
      };
      await Promise.all(Array.from({ length: atOnce }, work));
    }
    said.push(`${name}: ${given} rows were given the day on which they go`);
  }
  return said;
}
