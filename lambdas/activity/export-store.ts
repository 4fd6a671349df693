import * as z from "zod/mini";
import { ActivityKind } from "../../shared/activity/activity.ts";
import type { Day } from "../../shared/day.ts";
import { MemberExport } from "../../shared/staff/staff.ts";
import { queryAll } from "../platform/dynamo/database.ts";
import { readable } from "../platform/dynamo/rows.ts";
import { instantOf } from "./note-store.ts";

const kinds = ["list-exported", "client-exported", "person-exported"] as const satisfies ActivityKind[];

const ExportRow = z.object({
  at: z.string(),
  kind: ActivityKind,
  after: z.optional(z.record(z.string(), z.unknown())),
});

/** What somebody saved as files on a day, newest first. */
export async function exportsOn(day: Day, by: string): Promise<MemberExport[]> {
  const rows = await queryAll("activity", {
    IndexName: "by-day",
    KeyConditionExpression: "#day = :day",
    FilterExpression: `#by = :by AND kind IN (${kinds.map((_, at) => `:kind${at}`).join()})`,
    ExpressionAttributeNames: { "#day": "day", "#by": "by" },
    ExpressionAttributeValues: {
      ":day": day,
      ":by": by,
      ...Object.fromEntries(kinds.map((kind, at) => [`:kind${at}`, kind])),
    },
    ScanIndexForward: false,
  });
  return readable(ExportRow, rows).rows.map(({ at, kind, after = {} }) =>
    MemberExport.parse({ at: instantOf(at), kind, ...after, rows: after.rows ?? after.records }),
  );
}
