import * as z from "zod/mini";
import { Day } from "../../shared/day.ts";
import { getItem, table } from "../platform/dynamo/database.ts";
import { read } from "../platform/dynamo/read-rows.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";

// A row of settings: the beginning of the invoices for which a daily run has looked at every account.
const Key = { name: "invoices" };

const Row = z.object({ written_from: z.optional(Day) });

export const written = async (): Promise<Day | undefined> =>
  read(Row, (await getItem("settings", Key)) ?? {}).written_from;

export const saveWritten = (written_from: Day): Promise<boolean> =>
  updateIf({ TableName: table("settings"), Key }, { set: { written_from } });
