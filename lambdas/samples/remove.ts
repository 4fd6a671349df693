import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type * as z from "zod/mini";
import { type Counts, recount } from "../counters.ts";
import { database, TransactionRefused, table, transact } from "../database.ts";
import { changedMeanwhile } from "../http.ts";
import { readable } from "../rows.ts";

/**
 * Removes every record of a table that was made as a sample, each together with what it added to the
 * counters, and tells how many there were. A removal that was cut off can be repeated.
 */
export async function removeSamples<R extends { id: string; version: number }>(
  from: "clients" | "subscriptions",
  Row: z.ZodMiniType<R>,
  countsOf: (row: R) => Counts,
): Promise<number> {
  let removed = 0;
  const pages = paginateScan(
    { client: database },
    {
      TableName: table(from),
      FilterExpression: "#sample = :true",
      ExpressionAttributeNames: { "#sample": "sample" },
      ExpressionAttributeValues: { ":true": true },
    },
  );
  for await (const page of pages) {
    for (const row of readable(Row, page.Items).rows) {
      await remove(from, row, countsOf(row));
      removed += 1;
    }
  }
  return removed;
}

async function remove(
  from: "clients" | "subscriptions",
  row: { id: string; version: number },
  counts: Counts,
) {
  const deletion = {
    TableName: table(from),
    Key: { id: row.id },
    ConditionExpression: "version = :seen",
    ExpressionAttributeValues: { ":seen": row.version },
  };
  try {
    await transact([{ Delete: deletion }, ...recount(counts, {})]);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("the sample data") : error;
  }
}
