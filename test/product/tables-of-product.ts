import { DynamoDBClient, ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { tableLines } from "../../ops/data/rows.ts";
import { EXPORTED_TABLES, findTables, type TableMap } from "../../ops/data/tables.ts";
import type { Product } from "./product.ts";
import { databaseOf, seedRows } from "./seed-rows.ts";

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

/** Copies the rows that the API wrote, with new ids, up to the given numbers. */
export async function multiply(
  product: Product,
  { clients, subscriptions }: { clients: number; subscriptions: number },
) {
  const { tableNames } = await open(product);
  const rowsOf = async (TableName: string) =>
    (await databaseOf(product).send(new ScanCommand({ TableName }))).Items ?? [];
  const [clientRows, subscriptionRows, chargeRows, accountRows] = await Promise.all(
    (["clients", "subscriptions", "charges", "accounts"] as const).map((name) => rowsOf(tableNames[name])),
  );
  const [of, from] = [clientRows ?? [], subscriptionRows ?? []];
  const ids = await seedRows(product, "Clients", clients - of.length, (id, index) => ({
    ...of[index % of.length],
    id,
  }));
  const originalOf = (index: number) => from[index % from.length] as (typeof from)[number];
  const count = subscriptions - from.length;
  const owners = Array.from({ length: count }, (_, index) => ids[index % ids.length] as string);
  const seeded = await seedRows(product, "Subscriptions", count, (id, index) => ({
    ...originalOf(index),
    id,
    client_id: owners[index],
  }));
  const charges = seeded.flatMap((subscription_id, index) =>
    (chargeRows ?? [])
      .filter((charge) => charge.subscription_id === originalOf(index).id)
      .map((charge) => ({
        ...charge,
        client_id: owners[index],
        subscription_id,
        id: `${subscription_id}#${charge.period}`,
      })),
  );
  await seedRows(
    product,
    "Charges",
    charges.length,
    (_, index) => charges[index] as (typeof charges)[number],
  );
  await seedRows(product, "Accounts", ids.length, (_, index) => ({
    ...accountRows?.[0],
    client_id: ids[index],
    subscription_ids: seeded.filter((_, at) => owners[at] === ids[index]),
  }));
}
