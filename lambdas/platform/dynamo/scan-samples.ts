import type { $ZodType } from "zod/v4/core";
import type { TableName } from "../../../shared/tables.ts";
import { scanPages } from "./database.ts";
import { readable } from "./read-rows.ts";

/** All samples of a table. Reads every row, consistently, because an index may lag behind. */
export async function* scanSamples<Output>(
  name: TableName,
  Row: $ZodType<Output>,
): AsyncGenerator<Awaited<Output>> {
  const pages = scanPages(name, {
    ConsistentRead: true,
    FilterExpression: "#sample = :true",
    ExpressionAttributeNames: { "#sample": "sample" },
    ExpressionAttributeValues: { ":true": true },
  });
  for await (const items of pages) yield* readable(Row, items).rows;
}
