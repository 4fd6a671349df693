import * as z from "zod/mini";
import { Day } from "./day.ts";
import type { Routes } from "./route.ts";
import { DayCursor, SpanAsked } from "./span.ts";
import { Id, Instant, Text, Unreadable } from "./text.ts";

/** What a record of the activity tells of. Of those that name a change, what was before and after stands with it. */
export const ActivityKind = z.enum([
  "client-added",
  "client-changed",
  "client-erased",
  "client-exported",
  "subscription-added",
  "subscription-changed",
  "payment-recorded",
  "payment-undone",
  "lines-kept",
  "line-set-aside",
  "message-moved",
  "message-assigned",
  "settings-changed",
  "sample-removed",
  "staff-invited",
  "staff-changed",
]);
export type ActivityKind = z.output<typeof ActivityKind>;

const Fields = z.record(z.string(), z.unknown());

/** One thing that somebody did: who, when, to whose record, and of a change what was before and after. */
export const ActivityEntry = z.object({
  id: z.string(),
  at: Instant,
  kind: z.union([ActivityKind, z.literal("note")]),
  /** What they were called by then. */
  name: Text,
  /** The screen of the back-office that it was done on, as its browser said; absent where nobody asked. */
  screen: z.optional(z.string()),
  /** Absent of what is no client's: messages, the settings, the staff. */
  client_id: z.optional(Id),
  client_name: z.optional(z.string()),
  subscription_id: z.optional(Id),
  service: z.optional(Text),
  /** Which message it was about, and from whom it came; without a name, it is gone. Whose it became is told by their id. */
  message_id: z.optional(Id),
  message_from: z.optional(Text),
  /** Whom of the staff it was about, by the name of then; "Everybody" of what is demanded of all. */
  member: z.optional(Text),
  before: z.optional(Fields),
  after: z.optional(Fields),
  /** What a note says. */
  text: z.optional(Text),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

export const activityRoutes = {
  /** What was done between two days, the newest first. Only administrators see what everybody did. */
  "GET /api/v1/activity": {
    access: "admin",
    query: SpanAsked,
    answer: z.object({
      entries: z.array(ActivityEntry),
      from: Day,
      to: Day,
      today: Day,
      unreadable: Unreadable,
      cursor: z.optional(DayCursor),
    }),
  },
} as const satisfies Routes;
