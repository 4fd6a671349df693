import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type { $ZodType } from "zod/v4/core";
import type { TableName } from "../../../shared/tables.ts";
import { database, table } from "./database.ts";
import { readable } from "./rows.ts";

/** All samples of a table, or those with the given values. Reads every row, consistently. */
export async function* scanSamples<Output>(
  name: TableName,
  Row: $ZodType<Output>,
  values: Record<string, string> = {},
): AsyncGenerator<Awaited<Output>> {
  const filters = Object.entries({ sample: true, ...values });
  const pages = paginateScan(
    { client: database },
    {
      TableName: table(name),
      ConsistentRead: true,
      FilterExpression: filters.map(([key]) => `#${key} = :${key}`).join(" AND "),
      ExpressionAttributeNames: Object.fromEntries(filters.map(([key]) => [`#${key}`, key])),
      ExpressionAttributeValues: Object.fromEntries(filters.map(([key, value]) => [`:${key}`, value])),
    },
  );
  for await (const { Items } of pages) yield* readable(Row, Items).rows;
}
