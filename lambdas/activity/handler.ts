import type * as z from "zod/mini";
import { type ActivityEntry, activityRoutes } from "../../shared/activity/activity.ts";
import type { Day } from "../../shared/day.ts";
import type { DaySpanQuery } from "../../shared/day-span.ts";
import { changeContext } from "../platform/change-context.ts";
import { transact } from "../platform/dynamo/database.ts";
import { pageByDay } from "../platform/dynamo/page-by-day.ts";
import { readable } from "../platform/dynamo/read-rows.ts";
import { serve } from "../platform/http/serve.ts";
import {
  eventRecord,
  importsSubject,
  linesSubject,
  messagesSubject,
  peopleSubject,
  Row,
  settingsSubject,
  staffSubject,
} from "../stores/activity-store.ts";
import * as messages from "../stores/message-store.ts";
import { instantOf } from "../stores/note-store.ts";

export const handler = serve(activityRoutes, {
  "POST /api/v1/exports": async ({ body, ...request }) => {
    const context = await changeContext(request);
    await transact([eventRecord("list-exported", { subject: peopleSubject }, context, { after: body })]);
    return { recorded: true as const };
  },
  "GET /api/v1/activity": async ({ query, today }) => ({ ...(await listActivity(query, today)), today }),
});

const otherSubjects = new Set([
  settingsSubject,
  linesSubject,
  staffSubject,
  messagesSubject,
  importsSubject,
  peopleSubject,
]);

/** One page of the records between two days, newest first. A browser has the names of clients and services. */
async function listActivity(span: z.output<typeof DaySpanQuery>, today: Day) {
  const { items, ...page } = await pageByDay("activity", span, today);
  const { rows, ...rest } = readable(Row, items);
  const senders = await messages.sendersOf(
    rows.flatMap((row) => ("message_id" in row && row.message_id) || []),
  );
  const entries = rows.map(({ subject, at, ...row }): ActivityEntry => {
    // Only the client's page shows a note's day, and whether it is done.
    if (row.kind === "note") for (const field of ["due_on", "done"] as const) delete row[field];
    const message_from = "message_id" in row ? senders.get(row.message_id ?? "") : undefined;
    return {
      ...row,
      id: at,
      at: instantOf(at),
      ...(message_from && { message_from }),
      ...(!otherSubjects.has(subject) && { client_id: subject }),
    };
  });
  return { entries, ...page, ...rest };
}
