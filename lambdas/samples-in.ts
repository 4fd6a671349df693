import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import type { TableName } from "../shared/tables.ts";
import { database, table } from "./database.ts";
import { readable } from "./rows.ts";

/** Reads all samples of a table, or those with further values, consistently; every row is looked at. */
export async function* samplesIn<S extends z.ZodMiniType>(
  name: TableName,
  Row: S,
  also: Record<string, string> = {},
  abortSignal?: AbortSignal,
): AsyncGenerator<z.output<S>> {
  const wanted = Object.entries({ sample: true, ...also });
  const pages = paginateScan(
    { client: database },
    {
      TableName: table(name),
      ConsistentRead: true,
      FilterExpression: wanted.map(([key]) => `#${key} = :${key}`).join(" AND "),
      ExpressionAttributeNames: Object.fromEntries(wanted.map(([key]) => [`#${key}`, key])),
      ExpressionAttributeValues: Object.fromEntries(wanted.map(([key, value]) => [`:${key}`, value])),
    },
    abortSignal && { abortSignal },
  );
  for await (const { Items } of pages) yield* readable(Row, Items).rows;
}
