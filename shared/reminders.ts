import * as z from "zod/mini";
import { Day } from "./day.ts";
import { Amount } from "./money.ts";
import type { Routes } from "./route.ts";
import { Count, Id, Instant, Text, Unreadable } from "./text.ts";

/** `upcoming` goes out from 7 days before a period is due, `overdue` from the day after. */
export const ReminderKind = z.enum(["upcoming", "overdue"]);
export type ReminderKind = z.output<typeof ReminderKind>;

/** Of the period that is due on a day, the kind that `today` calls for. */
export const reminderKind = (period: Day, today: Day): ReminderKind =>
  period < today ? "overdue" : "upcoming";

/** The hours, in the business's time zone, at which a day's run begins, and from which it was missed. */
export const dailyRun = { hour: 7, missedFrom: 8 };

/** Everything the ledger remembers the sending of: reminders to clients, emails to the company and to its staff. */
export const EmailKind = z.enum([
  ...ReminderKind.options,
  "digest",
  "new-client",
  "notice",
  "test",
  "settings-change",
]);
export type EmailKind = z.output<typeof EmailKind>;

/**
 * `claimed`: somebody is sending it. `waiting`: it could not be sent yet and is tried again by itself.
 * `sent`: SES has it. `delayed`: the receiving side has not taken it yet. `failed` and `skipped` are
 * looked at again by the next daily run, as the reason may have passed.
 */
export const ReminderState = z.enum([
  "claimed",
  "waiting",
  "sent",
  "delayed",
  "delivered",
  "bounced",
  "complained",
  "rejected",
  "failed",
  "skipped",
]);
export type ReminderState = z.output<typeof ReminderState>;

/** One line of the ledger: one email, whether it was sent, and its delivery status. At most one for each subscription, period and kind. */
export const Reminder = z.object({
  /** Absent for an email to the company. */
  subscription_id: z.optional(Id),
  client_id: z.optional(Id),
  /** The period it is about; of an email to the company, the day. */
  period: Day,
  kind: EmailKind,
  /** Whom it went to, where that is neither a client nor the company: a member of staff, by name or address. */
  reader: z.optional(z.string()),
  /** Sent again by a person's deliberate choice. */
  resend: z.optional(z.literal(true)),
  state: ReminderState,
  /** Why it waits, failed, was skipped or came back. */
  reason: z.optional(Text),
  /** When it was sent or given up: the day and instant it stands under in the send log. */
  day: Day,
  at: Instant,
  /** When SES last told its delivery status. */
  settled_at: z.optional(Instant),
});
export type Reminder = z.output<typeof Reminder>;

/** `client_name` is empty for an email to the company. */
export const LoggedReminder = z.extend(Reminder, { client_name: z.string() });
export type LoggedReminder = z.output<typeof LoggedReminder>;

/** What one press of the button did. `queued` are left to the unattended sender, which goes on by itself. */
export const ReminderCounts = z.object({
  sent: Count,
  skipped: Count,
  failed: Count,
  queued: Count,
});
export type ReminderCounts = z.output<typeof ReminderCounts>;

/** One line of the dry run: a reminder that the run of a day would send, or the reason it would not. */
export const ExpectedReminder = z.object({
  subscription_id: Id,
  client_id: Id,
  client_name: z.string(),
  kind: ReminderKind,
  period: Day,
  frequency: z.string(),
  amount: Amount,
  /** Absent when it would be sent. */
  skipped: z.optional(z.string()),
});
export type ExpectedReminder = z.output<typeof ExpectedReminder>;

/** The daily run that was last begun. The counts grow for as long as its reminders are being sent. */
export const LastRun = z.object({
  day: Day,
  started_at: Instant,
  /** Absent while it runs, or when it was cut off. */
  finished_at: z.optional(Instant),
  queued: Count,
  sent: Count,
  skipped: Count,
  failed: Count,
});
export type LastRun = z.output<typeof LastRun>;

export const SenderStatus = z.object({
  /** Absent before the first run. */
  last_run: z.optional(LastRun),
  /** Whether a daily run should have begun by now and has not. */
  missed: z.boolean(),
  /** Since when, and why, SES takes no mail; absent when it does. */
  paused: z.optional(z.object({ at: Instant, reason: z.string() })),
  today: Day,
});
export type SenderStatus = z.output<typeof SenderStatus>;

export const EmailName = z.enum([
  "upcoming",
  "overdue",
  "digest",
  "new-client",
  "notice",
  "settings-change",
  "contact-message",
  "invitation",
]);
export type EmailName = z.output<typeof EmailName>;

export const noSuchLogPage = "There is no such page of this log.";
/** Where the next page of the send log starts. */
export const LogCursor = z.string().check(z.regex(/^[\w-]{1,600}$/, noSuchLogPage));

/** Tests of emails that one person may send in an hour. */
export const testsAnHour = 20;

const ofEmail = z.strictObject({ email: EmailName });
/** Lists that are shown on a screen end here; what is beyond is only counted. */
export const mostExpected = 500;

export const reminderRoutes = {
  /** Sends what is due, waits for the outcome, and leaves to the unattended sender what takes too long. */
  "POST /api/v1/send-notifications": { access: "staff", answer: ReminderCounts },
  /** The send log of one day (today's when none is given), newest first. */
  "GET /api/v1/reminders": {
    access: "staff",
    query: z.strictObject({ day: z.optional(Day), cursor: z.optional(LogCursor) }),
    answer: z.object({
      reminders: z.array(LoggedReminder),
      day: Day,
      unreadable: Unreadable,
      cursor: z.optional(LogCursor),
    }),
  },
  /** Who would get mail from the run of a day (the next one's when none is given), were nothing to change. */
  "GET /api/v1/reminders/upcoming": {
    access: "staff",
    query: z.strictObject({ day: z.optional(Day) }),
    answer: z.object({
      day: Day,
      sending: Count,
      skipping: Count,
      /** The first 500. */
      reminders: z.array(ExpectedReminder),
      unreadable: Unreadable,
    }),
  },
  "GET /api/v1/reminders/status": { access: "staff", answer: SenderStatus },
  /** Sends the current period's reminder once more: a deliberate second mail, recorded as one. */
  "POST /api/v1/subscriptions/{id}/reminders": {
    access: "staff",
    params: z.strictObject({ id: Id }),
    answer: z.object({ reminder: Reminder }),
    status: 201,
  },
  /** An email as it would look, with the company's profile and example values. */
  "GET /api/v1/emails/{email}": {
    access: "staff",
    params: ofEmail,
    answer: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  },
  /** Mails that example to whoever asks for it, at the address they signed in with, and to nobody else. */
  "POST /api/v1/emails/{email}/test": {
    access: "staff",
    params: ofEmail,
    answer: z.object({ sent: z.literal(true), to: z.string() }),
  },
} as const satisfies Routes;
