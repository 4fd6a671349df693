import { ScanCommand, type ScanCommandInput } from "@aws-sdk/lib-dynamodb";
import type { TableName } from "../../../shared/tables.ts";
import { database, table } from "./database.ts";

type Page = { items: Record<string, unknown>[]; next?: Record<string, unknown> | undefined };

/** A page of all rows of a table, from where the one before ended. */
export async function scanPage(
  name: TableName,
  from: Record<string, unknown> | undefined,
  scan: Omit<ScanCommandInput, "TableName" | "ExclusiveStartKey">,
): Promise<Page> {
  const { Items = [], LastEvaluatedKey: next } = await database.send(
    new ScanCommand({ ...scan, TableName: table(name), ExclusiveStartKey: from }),
  );
  return { items: Items, next };
}
