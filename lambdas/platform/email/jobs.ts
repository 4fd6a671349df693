import * as z from "zod/mini";
import { Day } from "../../../shared/day.ts";
import { Template } from "../../../shared/email-templates.ts";
import { type NoticeName, notices } from "../../../shared/emails/to-company.ts";
import { Language } from "../../../shared/languages.ts";
import { Cents, Currency } from "../../../shared/money.ts";
import { EmailName, ReminderKind } from "../../../shared/reminders/reminder.ts";
import { SettingsFieldChange } from "../../../shared/settings/settings.ts";
import { Id, Instant, Text, Version } from "../../../shared/text.ts";
import { send } from "../queues.ts";
import { DueTotals } from "./due-totals.ts";

/** The recipient, if it is not the company: id, address and name. */
const Recipient = z.object({ reader_id: z.string(), to: z.string(), reader: z.string() });
export type Recipient = z.output<typeof Recipient>;

const settingsChange = {
  /** The version after the change, of the profile or of the item. */
  version: Version,
  item: z.optional(z.literal("emails")),
  changes: z.array(SettingsFieldChange),
  by: z.string(),
  day: Day,
  at: Instant,
};

/** A line of the send log; `more` is the first day of a repeat, or distinguishes a reminder that a person sends. */
const reminderKey = z.object({
  about: z.string(),
  period: Day,
  kind: ReminderKind,
  more: z.optional(z.string()),
});

/** Identifies a receipt by its payment. A correction of the payment, with the next `revision`, gets another receipt. */
const receipt = { client_id: Id, payment_id: Id, paid_on: Day, cents: Cents, revision: z.optional(z.int()) };

const priceChange = { client_id: Id, change: Id, from: Day };

/** An email in the queue. `at` is the instant when it was queued. */
export const Job = z.discriminatedUnion("email", [
  z.object({
    email: z.literal("reminder"),
    client_id: Id,
    /** The charges that were due when the email was queued. The sender reads everything again. */
    due: z.array(reminderKey),
    at: Instant,
    /** The daily run it belongs to. */
    run: z.optional(Day),
  }),
  /** A reminder that a person sends. */
  z.object({ email: z.literal("resend"), client_id: Id, due: z.array(reminderKey), at: Instant }),
  /** `account_version`: of the account as the payment left it. */
  z.object({ email: z.literal("receipt"), ...receipt, account_version: Version, at: Instant }),
  /** The payment of a receipt was undone. */
  z.object({
    email: z.literal("correction"),
    ...receipt,
    currency: Currency,
    method: z.optional(Text),
    reference: Text,
    at: Instant,
  }),
  /** The prices of a change for one client. The sender reads them again. */
  z.object({ email: z.literal("price"), ...priceChange, at: Instant }),
  /** Prices that were withdrawn after the client was told. */
  z.object({
    email: z.literal("price-withdrawn"),
    ...priceChange,
    prices: z.array(z.object({ subscription_id: Id, cents: Cents })),
    at: Instant,
  }),
  /** `more` tells statements of one day apart. */
  z.object({
    email: z.literal("statement"),
    client_id: Id,
    from: Day,
    to: Day,
    more: z.string(),
    /** By the day of the month in Settings, and not by a person. */
    monthly: z.optional(z.literal(true)),
    at: Instant,
  }),
  z.object({
    email: z.literal("digest"),
    day: Day,
    upcoming: DueTotals,
    overdue: DueTotals,
    /** The day of the previous digest, if there was one. */
    since: z.optional(Day),
    /** The number of subscriptions that could not be read. */
    unreadable: z._default(z.int(), 0),
    at: Instant,
  }),
  /** The sums of a month (`2026-11`), on the first day of the next. */
  z.object({ email: z.literal("month"), month: z.string(), day: Day, at: Instant }),
  z.object({ email: z.literal("new-client"), client_id: Id, day: Day, at: Instant }),
  z.object({
    email: z.literal("notice"),
    name: z.enum(Object.keys(notices) as [NoticeName, ...NoticeName[]]),
    client_id: z.optional(Id),
    /** The mark of the address of a copy, if the notice is about it. */
    copy: z.optional(z.string()),
    /** More sentences. */
    details: z.optional(z.array(Text)),
    /** The kind of the email that the notice is about. */
    what: z.optional(Text),
    day: Day,
    at: Instant,
  }),
  z.object({
    email: z.literal("test"),
    example: EmailName,
    language: z.optional(Language),
    /** A template that is not saved yet. */
    words: z.optional(Template),
    /** The client in the email; an invented one by default. */
    client_id: z.optional(Id),
    subscription_id: z.optional(Id),
    /** Each press of the button is a test of its own. */
    id: Id,
    ...Recipient.shape,
    day: Day,
    at: Instant,
  }),
  /** A change of the settings: for each of its readers an email. */
  z.object({ email: z.literal("settings-changed"), ...settingsChange, addresses_before: z.array(Recipient) }),
  z.object({ email: z.literal("settings-change"), ...settingsChange, ...Recipient.shape }),
]);
export type Job = z.output<typeof Job>;

/** Queues emails. @throws when some were not queued; queuing all of them again does no harm */
export const enqueue = (jobs: readonly Job[]): Promise<void> => send("emails", jobs);
