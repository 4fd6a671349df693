import * as z from "zod/mini";
import { addDays, Day, daysBetween } from "./day.ts";
import { WordedEmail, Words } from "./emails/worded.ts";
import { Language } from "./languages.ts";
import { MailSender } from "./mail-domain.ts";
import { Amount, Currency } from "./money.ts";
import type { Routes } from "./route.ts";
import { Count, Id, Instant, Text, Unreadable } from "./text.ts";

/** Days before a period is due, and after it was, on which reminders can go out. */
export const daysBefore = [60, 30, 14, 7, 3, 1, 0] as const;
export const daysAfter = [1, 7, 14, 30] as const;

/** On which of them they do. */
export type ReminderDays = { remind_before: readonly number[]; remind_after: readonly number[] };

/** Each kind and its days from the due one. Two have the names that the ledger knew when there were no others. */
const daysOf = {
  "upcoming-60": -60,
  "upcoming-30": -30,
  "upcoming-14": -14,
  upcoming: -7,
  "upcoming-3": -3,
  "upcoming-1": -1,
  "upcoming-0": 0,
  overdue: 1,
  "overdue-7": 7,
  "overdue-14": 14,
  "overdue-30": 30,
} as const;
const kinds = Object.keys(daysOf) as [keyof typeof daysOf, ...(keyof typeof daysOf)[]];
export const ReminderKind = z.enum(kinds);
export type ReminderKind = z.output<typeof ReminderKind>;

/** What a reminder of a period is about on a day, whenever it goes out. */
export const reminderStage = (period: Day, today: Day): "upcoming" | "overdue" =>
  period < today ? "overdue" : "upcoming";

/** Of the period that is due on a day, the latest kind that the days chosen call for by `today`; undefined when none does. */
export function scheduledKind(period: Day, today: Day, days: ReminderDays): ReminderKind | undefined {
  const distance = daysBetween(period, today);
  const wanted = distance > 0 ? days.remind_after : days.remind_before.map((before) => 0 - before);
  return kinds.findLast((kind) => wanted.includes(daysOf[kind]) && daysOf[kind] <= distance);
}

/** The first day on which a kind can go out for a period. */
export const firstDayOf = (kind: ReminderKind, period: Day): Day => addDays(period, daysOf[kind]);

/** The hours, in the business's time zone, at which a day's run begins, and from which it was missed. */
export const dailyRun = { hour: 7, missedFrom: 8 };

/** Everything the ledger remembers the sending of: reminders to clients, emails to the company and to its staff. */
export const EmailKind = z.enum([
  ...ReminderKind.options,
  "receipt",
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

/** Those of an email that did not reach its reader: the send log's problems, which the daily summary tells of. */
export const problemStates = [
  "bounced",
  "complained",
  "rejected",
  "failed",
] as const satisfies ReminderState[];

/** Whether the mail service was given it; what became of it since is another matter. */
export const wentOut = (state: ReminderState): boolean =>
  !["claimed", "waiting", "failed", "skipped"].includes(state);

/** One line of the ledger: one email, whether it was sent, and its delivery status. At most one for each subscription, period and kind. */
export const Reminder = z.object({
  /** Absent for an email to the company. */
  subscription_id: z.optional(Id),
  client_id: z.optional(Id),
  /** The period it is about; of an email to the company, the day. */
  period: Day,
  kind: EmailKind,
  /** What was sold, as the email said it. */
  service: z.optional(Text),
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
  service: z.optional(Text),
  kind: ReminderKind,
  period: Day,
  frequency: z.string(),
  amount: Amount,
  currency: z.optional(Currency),
  /** What was paid of it, in part. */
  paid: z.optional(Amount),
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

/** How many days back it is counted how emails fared. */
export const deliverabilityDays = 30;

/** How the emails of the last days fared, today's included. */
export const Deliverability = z.object({
  from: Day,
  to: Day,
  /** What the mail service took. */
  sent: Count,
  /** Of these, what came back for good, and what its reader marked as spam. */
  bounced: Count,
  complained: Count,
});
export type Deliverability = z.output<typeof Deliverability>;

export const EmailName = z.enum([
  ...WordedEmail.options,
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
const ofWordedEmail = z.strictObject({ email: WordedEmail });
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
  "GET /api/v1/reminders/deliverability": { access: "staff", answer: Deliverability },
  /** Where emails come from, and whether mailboxes have reason to believe it. */
  "GET /api/v1/reminders/sender": { access: "staff", answer: MailSender },
  /**
   * Sends the current period's reminder once more: a deliberate second mail, recorded as one. `once: "day"`, as when
   * many are reminded together: where one went out today already, that is the answer, and nothing is sent.
   */
  "POST /api/v1/subscriptions/{id}/reminders": {
    access: "staff",
    params: z.strictObject({ id: Id }),
    query: z.strictObject({ once: z.optional(z.literal("day")) }),
    answer: z.object({ reminder: Reminder }),
    status: 201,
  },
  /** An email as it would look, with the company's profile, its own words and example values. */
  "GET /api/v1/emails/{email}": {
    access: "staff",
    params: ofEmail,
    query: z.strictObject({ language: z.optional(Language) }),
    answer: z.object({ subject: z.string(), text: z.string(), html: z.string() }),
  },
  /** Mails that example to whoever asks for it, at the address they signed in with, and to nobody else. */
  "POST /api/v1/emails/{email}/test": {
    access: "staff",
    params: ofEmail,
    answer: z.object({ sent: z.literal(true), to: z.string() }),
  },
  /** The same with words that are not saved yet, and where a client is named, as they would read them. */
  "POST /api/v1/emails/{email}/words/test": {
    access: "staff",
    params: ofWordedEmail,
    body: z.strictObject({
      ...{ language: Language, words: Words },
      ...{ client_id: z.optional(Id), subscription_id: z.optional(Id) },
    }),
    answer: z.object({ sent: z.literal(true), to: z.string() }),
  },
} as const satisfies Routes;
