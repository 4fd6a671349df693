import * as z from "zod/mini";
import { Day } from "../shared/day.ts";
import { type NoticeName, notices } from "../shared/emails/to-company.ts";
import { Words } from "../shared/emails/worded.ts";
import { Language } from "../shared/languages.ts";
import { EmailName, ReminderKind } from "../shared/reminders.ts";
import { SettingsNews } from "../shared/settings.ts";
import { Id, Instant, Version } from "../shared/text.ts";
import { DueTotals } from "./due-totals.ts";

/** Whom an email goes to where that is not the company: their id, their address, what they are called. */
const reader = { reader_id: z.string(), to: z.string(), reader: z.string() };

/** An email to be sent unattended. `at` is the instant it was asked for, by the clock of whoever asked. */
export const Job = z.discriminatedUnion("email", [
  z.object({
    email: z.literal("reminder"),
    subscription_id: Id,
    period: Day,
    kind: ReminderKind,
    /** Sets apart a reminder that a person sends once more. */
    more: z.optional(z.string()),
    at: Instant,
    /** The daily run it belongs to. */
    run: z.optional(Day),
  }),
  z.object({
    email: z.literal("receipt"),
    subscription_id: Id,
    /** The first period that was paid, and the instant at which that was recorded. */
    period: Day,
    recorded_at: Instant,
    at: Instant,
  }),
  z.object({
    email: z.literal("digest"),
    day: Day,
    upcoming: DueTotals,
    overdue: DueTotals,
    /** Subscriptions that could not be looked at. */
    unreadable: z._default(z.int(), 0),
    at: Instant,
  }),
  z.object({ email: z.literal("new-client"), client_id: Id, day: Day, at: Instant }),
  z.object({
    email: z.literal("notice"),
    name: z.enum(Object.keys(notices) as [NoticeName, ...NoticeName[]]),
    client_id: z.optional(Id),
    day: Day,
    at: Instant,
  }),
  z.object({
    email: z.literal("test"),
    example: EmailName,
    language: z.optional(Language),
    /** Not saved yet. */
    words: z.optional(Words),
    /** Of whom it speaks; of nobody real where that is not said. */
    client_id: z.optional(Id),
    subscription_id: z.optional(Id),
    /** No two presses of the button are the same test. */
    id: Id,
    ...reader,
    day: Day,
    at: Instant,
  }),
  z.object({
    email: z.literal("settings-change"),
    /** Of the settings, once changed; each item of them counts for itself. */
    version: Version,
    item: z.optional(z.literal("emails")),
    changes: z.array(SettingsNews),
    by: z.string(),
    ...reader,
    day: Day,
    at: Instant,
  }),
]);
export type Job = z.output<typeof Job>;

/** A job as the queue gives it. The version before wrote `letter` where this one writes `email`. */
export function jobOf(body: string): Job {
  const { letter, ...job } = JSON.parse(body);
  return Job.parse({ email: letter, ...job });
}
