import * as z from "zod/mini";
import { Day } from "../day.ts";
import { DayCursor, DaySpanQuery } from "../day-span.ts";
import type { Routes } from "../route.ts";
import { Count, Id, Instant, line, Text, Unreadable } from "../text.ts";

/** An entry of a change also has the values before and after. */
export const ActivityKind = z.enum([
  "client-added",
  "client-changed",
  "client-erased",
  "client-exported",
  "link-renewed",
  "payment-requested",
  "subscription-added",
  "subscription-changed",
  "payment-recorded",
  "payment-corrected",
  "payment-undone",
  "charge-added",
  "charge-changed",
  "charge-removed",
  "promise-changed",
  "credit-refunded",
  "refund-undone",
  "control-unit-recorded",
  "lines-kept",
  "line-ignored",
  "line-restored",
  "line-reversed",
  "import-started",
  "import-undone",
  "message-moved",
  "message-assigned",
  "message-deleted",
  "list-exported",
  "person-exported",
  "person-erased",
  "settings-changed",
  "sample-removed",
  "staff-invited",
  "staff-changed",
  "staff-removed",
]);
export type ActivityKind = z.output<typeof ActivityKind>;

const Fields = z.record(z.string(), z.unknown());

/** One action of a person: who, when, on which record, and for a change the values before and after. */
export const ActivityEntry = z.object({
  id: z.string(),
  at: Instant,
  kind: z.union([ActivityKind, z.literal("note")]),
  /** The person's name at that time. */
  name: Text,
  /** The screen of the back-office, as the browser reported it; absent for automatic changes. */
  screen: z.optional(z.string()),
  /** Absent for messages, settings and staff. */
  client_id: z.optional(Id),
  subscription_id: z.optional(Id),
  /** The message and its sender; `message_from` is absent if the message was deleted. */
  message_id: z.optional(Id),
  message_from: z.optional(Text),
  import_id: z.optional(Id),
  /** The member of staff, by their name at that time; "Everybody" for a rule for all. */
  member: z.optional(Text),
  before: z.optional(Fields),
  after: z.optional(Fields),
  /** The text of a note. */
  text: z.optional(Text),
});
export type ActivityEntry = z.output<typeof ActivityEntry>;

/** An entry with what its client and subscription say; a removed sample has no name. */
export type NamedEntry = ActivityEntry & {
  client_name?: string | undefined;
  company?: string | undefined;
  service?: string | undefined;
};

/** A list that somebody saved as a file, by its name, and which rows: `status active`. */
export const ListExport = z.strictObject({
  list: line("name of the list", 100, "Please give the name of the list.").check(z.minLength(1)),
  rows: Count,
  filter: z._default(line("filter", 500), ""),
});
export type ListExport = z.output<typeof ListExport>;

export const activityRoutes = {
  "POST /api/v1/exports": {
    summary: "Record that you save a list as a file",
    description: "The back-office calls it before it writes the file.",
    access: "staff",
    body: ListExport,
    response: z.object({ recorded: z.literal(true) }),
  },
  "GET /api/v1/activity": {
    summary: "List who changed what",
    access: "admin",
    query: DaySpanQuery,
    response: z.object({
      entries: z.array(ActivityEntry),
      from: Day,
      to: Day,
      today: Day,
      unreadable: Unreadable,
      cursor: z.optional(DayCursor),
    }),
  },
} as const satisfies Routes;
