import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { DynamoDBDocumentClient, paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Environment } from "aws-local";

/** A database client with full access, without the API. */
export function databaseOf({ region, awsEndpoint }: Pick<Environment, "region" | "awsEndpoint">) {
  const credentials = { accessKeyId: "LOCALADMIN", secretAccessKey: "local" };
  return DynamoDBDocumentClient.from(new DynamoDBClient({ region, endpoint: awsEndpoint, credentials }), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

/** A cache: the tables of a running product do not change. */
const tablesOf = new WeakMap<DynamoDBDocumentClient, string[]>();

/** The physical name of a table from the name of its construct ("Clients"). */
export async function tableNamed(database: DynamoDBDocumentClient, name: string): Promise<string> {
  const TableNames =
    tablesOf.get(database) ?? (await database.send(new ListTablesCommand({}))).TableNames ?? [];
  tablesOf.set(database, TableNames);
  const tableName = TableNames.find((table) => table.startsWith(`Data${name}`));
  if (!tableName) throw new Error(`There is no table ${name}.`);
  return tableName;
}

/** All rows of a table. */
export async function rowsOf(
  product: Pick<Environment, "region" | "awsEndpoint">,
  table: string,
): Promise<Record<string, unknown>[]> {
  const client = databaseOf(product);
  const pages = paginateScan({ client }, { TableName: await tableNamed(client, table) });
  return (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
}
