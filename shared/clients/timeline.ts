import * as z from "zod/mini";
import { ActivityKind } from "../activity/activity.ts";
import { Day, dayAt, endOfDay, TypedDay } from "../day.ts";
import { Box } from "../messages/message.ts";
import { Amounts, Currency, fromCents } from "../money.ts";
import { EmailKind, ReminderState } from "../reminders/reminder.ts";
import { Count, Id, Instant, lines, OptionalId, Text } from "../text.ts";

// A client's page: figures and history.

/** Sums of a client's subscriptions and payments. */
export const ClientFigures = z.object({
  /** The currency of the amounts below; the client's main one. Absent for dollars. */
  currency: z.optional(Currency),
  /** The yearly revenue of active subscriptions. */
  yearlyAmount: z.number(),
  /** The next due day that is not overdue, and the unpaid amount on that day. */
  nextDue: z.optional(Day),
  nextAmount: z.optional(z.number()),
  overdueSubscriptions: Count,
  overdueAmount: z.number(),
  payments: Count,
  paidAmount: z.number(),
  /** The same amounts by currency, if the client has several. */
  byCurrency: z.optional(
    z.object({ yearly: Amounts, next: z.optional(Amounts), overdue: Amounts, paid: Amounts }),
  ),
});
export type ClientFigures = z.output<typeof ClientFigures>;

const missingText = "Please write the note.";

/** The dashboard shows the note from `due_on`. */
export const NewNote = z.strictObject({
  text: lines("note", 2_000, missingText).check(z.minLength(1, missingText)),
  due_on: z.optional(TypedDay),
  id: OptionalId,
});
export type NewNote = z.output<typeof NewNote>;

/** A note's id is its position in the client's timeline. */
export const NoteId = z
  .string()
  .check(z.regex(/^[\dT:.Z-]{20,30}#[\da-f-]{36}$/, "That is not a valid note."));

export const Note = z.object({
  id: NoteId,
  at: Instant,
  text: Text,
  due_on: z.optional(Day),
  /** The author. */
  name: Text,
  /** Set when the note is done; the dashboard no longer shows it. */
  done: z.optional(z.object({ at: Instant, name: Text })),
});
export type Note = z.output<typeof Note>;

/** A due note on the dashboard. */
export const DueNote = z.extend(Note, {
  client_id: Id,
  client_name: z.string(),
  company: z.optional(z.string()),
  due_on: Day,
});
export type DueNote = z.output<typeof DueNote>;

const entry = {
  id: z.string(),
  at: Instant,
  /** Set if the entry is about one subscription. */
  subscription_id: z.optional(Id),
  service: z.optional(Text),
};
const Fields = z.record(z.string(), z.unknown());

export const TimelineEntry = z.discriminatedUnion("kind", [
  z.object({
    ...entry,
    kind: z.literal("payment"),
    /** The first period that it pays, and how many if several. Absent if all of it is credit. */
    period: z.optional(Day),
    periods: z.optional(Count),
    /** A part payment: the rest of its last period is still due. */
    part: z.optional(z.literal(true)),
    paid_on: Day,
    /** The day when it was recorded, if another one; `at` is then the end of the day when it was paid. */
    recorded_on: z.optional(Day),
    amount: z.number(),
    /** The part that pays no charge. */
    credit: z.optional(z.number()),
    currency: z.optional(Currency),
    method: z.optional(z.string()),
    reference: Text,
    /** The email that confirms it. */
    receipt: z.optional(
      z.object({ state: ReminderState, reason: z.optional(Text), number: z.optional(Text) }),
    ),
  }),
  z.object({
    ...entry,
    kind: z.literal("email"),
    email: EmailKind,
    /** The first period that it names, how many if several, and what is left to pay of them. */
    period: Day,
    periods: z.optional(Count),
    amounts: z.optional(Amounts),
    state: ReminderState,
    reason: z.optional(Text),
    resend: z.optional(z.literal(true)),
    receipt_number: z.optional(Text),
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
export type EntryOf<K extends TimelineEntry["kind"]> = Extract<TimelineEntry, { kind: K }>;

/** A payment on record; its amounts are in cents. */
type Payment = Pick<EntryOf<"payment">, "paid_on" | "currency" | "method" | "reference"> & {
  id: string;
  cents: number;
  credit: number;
  recorded_at: string;
  allocations: readonly {
    subscription_id?: string | undefined;
    period?: Day | undefined;
    part?: true | undefined;
  }[];
};

/** The entry of a payment, on the day it was paid. It names a subscription if it pays only that one. */
export function paymentEntry(payment: Payment): EntryOf<"payment"> {
  const { id, paid_on, currency, method, reference, recorded_at, credit } = payment;
  const sorted = payment.allocations.toSorted((a, b) => ((a.period ?? "") < (b.period ?? "") ? -1 : 1));
  const [first] = sorted;
  const isOfOne = sorted.every(({ subscription_id }) => subscription_id === first?.subscription_id);
  const recorded_on = dayAt(Date.parse(recorded_at));
  const onItsDay = recorded_on === paid_on;
  return {
    kind: "payment",
    id,
    at: onItsDay ? recorded_at : endOfDay(paid_on),
    ...(isOfOne && first && { subscription_id: first.subscription_id }),
    period: first?.period,
    paid_on,
    currency,
    method,
    reference,
    amount: fromCents(payment.cents),
    ...(credit > 0 && { credit: fromCents(credit) }),
    ...(sorted.length > 1 && { periods: sorted.length }),
    ...(sorted.at(-1)?.part && { part: true }),
    ...(!onItsDay && { recorded_on }),
  };
}
