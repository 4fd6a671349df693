import * as z from "zod/mini";
import { addDays, Day, daysBetween } from "../day.ts";
import { TemplatedEmail } from "../email-templates.ts";
import { Amount, Amounts, Currency } from "../money.ts";
import { Count, Id, Instant, Text } from "../text.ts";
import { loggedEmails, otherEmailNames } from "./other-emails.ts";

/** The days before and after the due day on which reminders can go out. */
export const daysBefore = [60, 30, 14, 7, 3, 1, 0] as const;
export const daysAfter = [1, 7, 14, 30] as const;

/** After how many days an overdue reminder is repeated once the schedule has no later day; 0 is never. */
export const repeatDays = [14, 0] as const;

/** The days that the company chose. */
export type ReminderDays = {
  remind_before: readonly number[];
  remind_after: readonly number[];
  repeat_overdue_days: number;
};

/** The distance of each kind from the due day, in days. */
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
export type ScheduledKind = keyof typeof daysOf;
export const scheduledKinds = Object.keys(daysOf) as [ScheduledKind, ...ScheduledKind[]];
/** `overdue-repeat` follows the last reminder instead of the due day. */
export const ReminderKind = z.enum([...scheduledKinds, "overdue-repeat"]);
export type ReminderKind = z.output<typeof ReminderKind>;

/** Whether a reminder on a day is about an upcoming or an overdue period. */
export const reminderStage = (period: Day, today: Day): "upcoming" | "overdue" =>
  period < today ? "overdue" : "upcoming";

/** The latest kind of reminder that is scheduled by `today` for a period; undefined if there is none. */
export function scheduledKind(period: Day, today: Day, days: ReminderDays): ScheduledKind | undefined {
  const distance = daysBetween(period, today);
  const chosen = distance > 0 ? days.remind_after : days.remind_before.map((before) => 0 - before);
  return scheduledKinds.findLast((kind) => chosen.includes(daysOf[kind]) && daysOf[kind] <= distance);
}

export const firstSendDay = (kind: ScheduledKind, period: Day): Day => addDays(period, daysOf[kind]);

/** The hour when the daily run starts, and the hour from which a run that has not started counts as missed (Nairobi time). */
export const dailyRun = { hour: 7, missedFrom: 8 };

/** The kinds of email in the send log: to clients, to the company and to staff. */
export const EmailKind = z.enum([...ReminderKind.options, "receipt", "test", ...loggedEmails]);
export type EmailKind = z.output<typeof EmailKind>;

/**
 * `claimed`: is being sent. `waiting`: could not be sent yet and is tried again automatically. `sent`: SES accepted it.
 * `delayed`: the recipient's server has not accepted it yet. The next daily run checks `failed` and `skipped` again.
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

/** The email did not arrive: shown as a problem in the send log and in the daily summary. */
export const problemStates = [
  "bounced",
  "complained",
  "rejected",
  "failed",
] as const satisfies ReminderState[];

/** Whether SES accepted it, delivered or not. */
export const wasSent = (state: ReminderState): boolean =>
  !["claimed", "waiting", "failed", "skipped"].includes(state);

/** The charges that a reminder names, or that are skipped for one reason. */
export const NamedCharges = z.object({
  charges: Count,
  subscriptions: Count,
  /** The oldest due day. */
  since: Day,
  /** The amounts that are left to pay of them. Absent if no email was written. */
  amounts: z.optional(Amounts),
});

/** One line of the send log: an email and its delivery status. A reminder has the first charge that it was due for. */
export const Reminder = z.object({
  /** Absent for a receipt and for an email to the company. */
  subscription_id: z.optional(Id),
  client_id: z.optional(Id),
  /** The period; for a receipt, the day of the payment; for an email to the company, the day. */
  period: Day,
  kind: EmailKind,
  /** Of a receipt. */
  receipt_number: z.optional(Text),
  /** The service, as in the email. */
  service: z.optional(Text),
  /** The recipient, if it is a member of staff: name or address. */
  reader: z.optional(z.string()),
  /** A person chose to send it again. */
  resend: z.optional(z.literal(true)),
  state: ReminderState,
  named: z.optional(NamedCharges),
  /** Why it waits, failed, was skipped or bounced. */
  reason: z.optional(Text),
  /** When it was sent or given up; the send log sorts by this. */
  day: Day,
  at: Instant,
  /** When SES last reported the delivery status. */
  settled_at: z.optional(Instant),
});
export type Reminder = z.output<typeof Reminder>;

/** Which email it was: the oldest charge that it names decides. */
export const shownKind = ({ kind, named, day }: Pick<Reminder, "kind" | "named" | "day">): EmailKind =>
  named && reminderStage(named.since, day) === "overdue" && kind.startsWith("upcoming") ? "overdue" : kind;

/** `client_name` is empty for an email to the company, and `company` is the client's. */
export const LoggedReminder = z.extend(Reminder, {
  client_name: z.string(),
  company: z.optional(z.string()),
});
export type LoggedReminder = z.output<typeof LoggedReminder>;

/**
 * The result of one press of the button. `sent` and `failed` count emails, one for each client; `skipped` counts clients
 * who get none, with the reason in the send log; `queued` counts emails that are sent in the background.
 */
export const ReminderCounts = z.object({
  sent: Count,
  skipped: Count,
  failed: Count,
  queued: Count,
});
export type ReminderCounts = z.output<typeof ReminderCounts>;

/** One line of the preview: a charge that an email of the run of a day would name, or that is skipped. */
export const ExpectedReminder = z.object({
  charge_id: z.string(),
  /** Absent if it does not recur. */
  subscription_id: z.optional(Id),
  client_id: Id,
  client_name: z.string(),
  company: z.optional(z.string()),
  service: z.optional(Text),
  kind: ReminderKind,
  period: Day,
  frequency: z.optional(z.string()),
  amount: Amount,
  currency: z.optional(Currency),
  /** The part that is already paid. */
  paid: z.optional(Amount),
  /** Why it would be skipped; absent if it would be sent. */
  skipped: z.optional(z.string()),
});
export type ExpectedReminder = z.output<typeof ExpectedReminder>;

/** The last daily run. The counts, as those of the button, grow while its reminders are being sent. */
export const LastRun = z.object({
  day: Day,
  started_at: Instant,
  /** Absent while it runs, or if it did not finish. */
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
  /** Whether today's run is late. */
  missed: z.boolean(),
  /** Since when and why SES accepts no email; absent if it does. */
  paused: z.optional(z.object({ at: Instant, reason: z.string() })),
  /** When expired records were last deleted; absent before the first run. */
  last_tidied_at: z.optional(Instant),
  today: Day,
});
export type SenderStatus = z.output<typeof SenderStatus>;

export const DELIVERABILITY_DAYS = 30;

/** The results of the emails of the last days, today included. */
export const Deliverability = z.object({
  from: Day,
  to: Day,
  /** Accepted by SES. */
  sent: Count,
  /** Permanent bounces and spam reports among these. */
  bounced: Count,
  complained: Count,
});
export type Deliverability = z.output<typeof Deliverability>;

export const EmailName = z.enum([...TemplatedEmail.options, ...otherEmailNames]);
export type EmailName = z.output<typeof EmailName>;

/** For each person. */
export const MAX_TESTS_PER_HOUR = 20;
