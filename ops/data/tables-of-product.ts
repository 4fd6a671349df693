import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import type { Product } from "../../test/product.ts";
import { tableLines } from "./rows.ts";
import { EXPORTED_TABLES, findTables, type TableMap } from "./tables.ts";

export type OpenTables = { client: DynamoDBClient; tableNames: TableMap };

/** The tables of a running product, for the tests. */
export async function open({ region, awsEndpoint: endpoint }: Product): Promise<OpenTables> {
  const credentials = { accessKeyId: "LOCALADMIN", secretAccessKey: "local" };
  const client = new DynamoDBClient({ region, endpoint, credentials });
  const { TableNames = [] } = await client.send(new ListTablesCommand({}));
  return { client, tableNames: findTables(TableNames.map((name) => [name, name])) };
}

export const allRows = async ({ client, tableNames }: OpenTables) =>
  Object.fromEntries(
    await Promise.all(
      EXPORTED_TABLES.map(
        async (name) => [name, (await Array.fromAsync(tableLines(client, tableNames[name]))).sort()] as const,
      ),
    ),
  );
