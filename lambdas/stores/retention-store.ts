import { GetCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { type RetainedTable, retention } from "../../shared/retention.ts";
import { Instant } from "../../shared/text.ts";
import { database, table } from "../platform/dynamo/database.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";

/** The tables in the order in which a run processes them. */
export const keptTables = Object.keys(retention) as [RetainedTable, ...RetainedTable[]];

const CountOfEach = z.record(z.enum(keptTables), z.int());

/** The position where an unfinished run continues. */
const Position = z.object({
  /** The settings of the run. After a change it starts from the beginning. */
  months: CountOfEach,
  table: z.enum(keptTables),
  /** The key before the next page of the table; absent on the first page. */
  cursor: z.optional(z.record(z.string(), z.unknown())),
  /** How many rows were changed before this position. */
  moved: CountOfEach,
});
export type Position = z.output<typeof Position>;

const Row = z.object({ position: z.optional(Position), finished_at: z.optional(Instant) });

const place = () => ({ TableName: table("settings"), Key: { name: "retention" } });

export async function read(): Promise<z.output<typeof Row>> {
  const { Item } = await database.send(new GetCommand({ ...place(), ConsistentRead: true }));
  return Row.parse(Item ?? {});
}

export const save = (position: Position): Promise<boolean> => updateIf(place(), { set: { position } });

export const finish = (finished_at: string): Promise<boolean> =>
  updateIf(place(), { set: { finished_at }, remove: ["position"] });
