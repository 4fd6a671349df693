import { type TableName, tables, tableVariable } from "../../shared/tables.ts";
import type { Product } from "./product.ts";
import { databaseOf, tableNamed } from "./seed-rows.ts";

/** Lets code of the functions run in the test itself, with the product's tables. */
export async function connectTablesOf(product: Product): Promise<void> {
  process.env.AWS_ENDPOINT_URL = product.awsEndpoint;
  process.env.AWS_REGION = product.region;
  process.env.AWS_ACCESS_KEY_ID = product.credentials.accessKeyId;
  process.env.AWS_SECRET_ACCESS_KEY = product.credentials.secretAccessKey;
  const database = databaseOf(product);
  for (const name of Object.keys(tables) as TableName[])
    process.env[tableVariable(name)] = await tableNamed(
      database,
      name.replace(/^./, (first) => first.toUpperCase()),
    );
}
