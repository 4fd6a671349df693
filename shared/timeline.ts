import * as z from "zod/mini";
import { ActivityKind } from "./activity.ts";
import { Day, TypedDay } from "./day.ts";
import { Box } from "./messages.ts";
import { Amount, Amounts, Currency } from "./money.ts";
import { EmailKind, ReminderState } from "./reminders.ts";
import { Count, GivenId, Id, Instant, lines, Text } from "./text.ts";

// What a client's page shows besides the client: figures, and all that happened, newest first.

/** Sums of a client's own subscriptions and payments. */
export const ClientFigures = z.object({
  /** What these are in: the usual currency of what the client has, the only one mostly. Absent of dollars. */
  currency: z.optional(Currency),
  /** What the active subscriptions bring in a year. */
  yearlyAmount: z.number(),
  /** The earliest active period that is not overdue, and what is left to be paid on that day. */
  nextDue: z.optional(Day),
  nextAmount: z.optional(z.number()),
  overdueSubscriptions: Count,
  overdueAmount: z.number(),
  payments: Count,
  paidAmount: z.number(),
  /** The same amounts in each currency, where a client has several. */
  byCurrency: z.optional(
    z.object({ yearly: Amounts, next: z.optional(Amounts), overdue: Amounts, paid: Amounts }),
  ),
});
export type ClientFigures = z.output<typeof ClientFigures>;

const missingText = "Please write the note.";

/** `due_on` is the day on which the dashboard brings it up. */
export const NewNote = z.strictObject({
  text: lines("note", 2_000, missingText).check(z.minLength(1, missingText)),
  due_on: z.optional(TypedDay),
  id: GivenId,
});
export type NewNote = z.output<typeof NewNote>;

/** A note's place in its client's timeline, which names it. */
export const NoteId = z
  .string()
  .check(z.regex(/^[\dT:.Z-]{20,30}#[\da-f-]{36}$/, "That is not a valid note."));

export const Note = z.object({
  id: NoteId,
  at: Instant,
  text: Text,
  due_on: z.optional(Day),
  /** Who wrote it. */
  name: Text,
  /** Once it is dealt with: the dashboard brings it up no more. */
  done: z.optional(z.object({ at: Instant, name: Text })),
});
export type Note = z.output<typeof Note>;

/** A note whose day has come, as the dashboard brings it up. */
export const DueNote = z.extend(Note, { client_id: Id, client_name: z.string(), due_on: Day });
export type DueNote = z.output<typeof DueNote>;

const entry = {
  id: z.string(),
  at: Instant,
  /** Of what has to do with one subscription. */
  subscription_id: z.optional(Id),
  service: z.optional(Text),
};
const Fields = z.record(z.string(), z.unknown());

export const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({
    ...entry,
    kind: z.literal("payment"),
    period: Day,
    /** It left the period due with the rest. */
    part: z.optional(z.literal(true)),
    paid_on: Day,
    amount: Amount,
    currency: z.optional(Currency),
    /** How it was paid. */
    method: z.optional(z.string()),
    reference: Text,
  }),
  z.object({
    ...entry,
    kind: z.literal("email"),
    email: EmailKind,
    period: Day,
    state: ReminderState,
    reason: z.optional(Text),
    resend: z.optional(z.literal(true)),
  }),
  z.object({
    ...entry,
    kind: z.literal("change"),
    what: ActivityKind,
    name: Text,
    before: z.optional(Fields),
    after: z.optional(Fields),
  }),
  z.object({ ...entry, kind: z.literal("message"), text: Text, box: Box }),
  z.object({ ...Note.shape, ...entry, kind: z.literal("note") }),
]);
export type TimelineEntry = z.output<typeof TimelineEntry>;
