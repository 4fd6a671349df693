import { createHash } from "node:crypto";
import { GetCommand, paginateScan } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { Role } from "../../shared/staff.ts";
import { database, type TransactItem, table } from "../database.ts";
import { read, readable } from "../rows.ts";
import { updateCommand } from "../update-if.ts";

/** What of somebody can change, and is recorded. */
export const State = z.object({
  role: z.optional(Role),
  shut_out: z.boolean(),
  second_factor: z.boolean(),
});
export type State = z.output<typeof State>;

/** The address of somebody's calendar. Its secret is written nowhere. */
const Calendar = z.object({ digest: z.string(), made_at: z.string() });
export type Calendar = z.output<typeof Calendar>;

const Row = z.object({
  id: z.string(),
  signed_in_at: z.optional(z.number()),
  /** When the last invitation was mailed, in seconds since 1970. */
  invited_at: z.optional(z.number()),
  /** How it was before a change that has begun, until it is through. */
  before: z.optional(State),
  calendar: z.optional(Calendar),
});
export type Row = z.output<typeof Row>;

export const digestOf = (secret: string): string => createHash("sha256").update(secret).digest("base64url");

export const placeOf = (id: string) => ({ TableName: table("staff"), Key: { id } });

export async function get(id: string): Promise<Row> {
  const { Item } = await database.send(new GetCommand({ ...placeOf(id), ConsistentRead: true }));
  return read(Row, { ...Item, id });
}

/** All rows by their ids. */
export async function all(): Promise<Map<string, Row>> {
  const pages = paginateScan({ client: database }, { TableName: table("staff"), ConsistentRead: true });
  const items = (await Array.fromAsync(pages, ({ Items = [] }) => Items)).flat();
  return new Map(readable(Row, items).rows.map((row) => [row.id, row]));
}

/** The item of a transaction that changes a row. */
export function changing(id: string, change: Parameters<typeof updateCommand>[1]): TransactItem {
  const { input } = updateCommand(placeOf(id), change);
  return { Update: { ...input, UpdateExpression: input.UpdateExpression ?? "" } as TransactItem["Update"] };
}
