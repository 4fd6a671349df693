import type * as z from "zod/mini";
import type { ActivityEntry } from "../../shared/activity.ts";
import type { Day } from "../../shared/day.ts";
import type { SpanAsked } from "../../shared/span.ts";
import { pageByDay } from "../by-day.ts";
import * as clients from "../clients/store.ts";
import * as messages from "../messages/store.ts";
import { readable } from "../rows.ts";
import * as subscriptions from "../subscriptions/store.ts";
import { instantOf, linesSubject, messagesSubject, Row, settingsSubject, staffSubject } from "./store.ts";

const ofNobody = new Set([settingsSubject, linesSubject, staffSubject, messagesSubject]);

/** One page of what was done between two days, newest first, with whose and what it was. */
export async function listActivity(asked: z.output<typeof SpanAsked>, today: Day) {
  const { items, ...page } = await pageByDay("activity", asked, today);
  const { rows, ...left } = readable(Row, items);
  const [sold, senders, named] = await Promise.all([
    subscriptions.getMany(rows.flatMap((row) => ("subscription_id" in row && row.subscription_id) || [])),
    messages.sendersOf(rows.flatMap((row) => ("message_id" in row && row.message_id) || [])),
    clients.getMany(rows.map(({ subject }) => subject).filter((subject) => !ofNobody.has(subject))),
  ]);
  const entries = rows.map(({ subject, at, ...row }): ActivityEntry => {
    const about = {
      client_id: subject,
      // One that was removed as a sample has no name any more.
      client_name: named.get(subject)?.name,
      ...("subscription_id" in row && { service: sold.get(row.subscription_id ?? "")?.service }),
    };
    // Which day a note is for, and whether it is dealt with, its client's page tells.
    if (row.kind === "note") for (const only of ["due_on", "done"] as const) delete row[only];
    const message_from = "message_id" in row ? senders.get(row.message_id ?? "") : undefined;
    return {
      ...{ ...row, id: at, at: instantOf(at) },
      ...(message_from && { message_from }),
      ...(!ofNobody.has(subject) && about),
    };
  });
  return { entries, ...page, ...left };
}
