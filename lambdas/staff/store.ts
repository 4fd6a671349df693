import { createHash } from "node:crypto";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import { database, table } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/rows.ts";
import { Row, rowOf } from "./rows.ts";

export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

export const get = (id: string): Promise<Row> => rowOf({ database, table: table("staff") }, id);

/** All rows, by id. */
export async function all(): Promise<Map<string, Row>> {
  const pages = paginateScan({ client: database }, { TableName: table("staff"), ConsistentRead: true });
  const items = (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
  return new Map(readable(Row, items).rows.map((row) => [row.id, row]));
}
