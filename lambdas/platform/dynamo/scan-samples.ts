import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type { $ZodType } from "zod/v4/core";
import type { TableName } from "../../../shared/tables.ts";
import { database, table } from "./database.ts";
import { readable } from "./read-rows.ts";

/** All samples of a table. Reads every row, consistently, because an index may lag behind. */
export async function* scanSamples<Output>(
  name: TableName,
  Row: $ZodType<Output>,
): AsyncGenerator<Awaited<Output>> {
  const pages = paginateScan(
    { client: database },
    {
      TableName: table(name),
      ConsistentRead: true,
      FilterExpression: "#sample = :true",
      ExpressionAttributeNames: { "#sample": "sample" },
      ExpressionAttributeValues: { ":true": true },
    },
  );
  for await (const { Items } of pages) yield* readable(Row, Items).rows;
}
