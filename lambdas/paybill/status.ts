import * as z from "zod/mini";
import { Instant, Text } from "../../shared/text.ts";
import { getItem, table } from "../platform/dynamo/database.ts";
import { read } from "../platform/dynamo/rows.ts";
import { updateIf } from "../platform/dynamo/update-if.ts";

/** A row of settings: what people are told about the connection with M-Pesa. */
const Status = z.object({
  last_callback_at: z.optional(Instant),
  last_pull_at: z.optional(Instant),
  failed_at: z.optional(Instant),
  /** A sentence without secrets. */
  failure: z.optional(Text),
});
type Status = z.output<typeof Status>;

const Key = { name: "paybill" };

export const readStatus = async (): Promise<Status> => read(Status, (await getItem("settings", Key)) ?? {});

export const saveStatus = (set: Status): Promise<boolean> =>
  updateIf({ TableName: table("settings"), Key }, { set });
