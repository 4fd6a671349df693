import * as z from "zod/mini";
import { OwnWords, WordedEmail, Words } from "./emails/worded.ts";
import { Language } from "./languages.ts";
import { Currency } from "./money.ts";
import { daysAfter, daysBefore } from "./reminders.ts";
import { type Kept, retention } from "./retention.ts";
import type { Routes } from "./route.ts";
import { Count, isMailable, line, lines, longestEmail, Text, Version } from "./text.ts";

const optionalEmail = (label: string) =>
  line(label, longestEmail).check(
    z.refine((address) => address === "" || isMailable(address), `Please give a valid ${label}.`),
  );

const profile = {
  company_name: line("company name", 200),
  company_address: lines("company address", 1_000),
  company_phone: line("company phone", 50),
  company_email: optionalEmail("company email address"),
  company_website: line("company website", 500),
  notification_email: optionalEmail("notification email address"),
  logo_url: line("logo address", 2_000),
};

/** As the phone's keypad takes it; however it was spaced when it was typed. */
const mpesaNumber = (label: string) =>
  line(label, 20).check(
    z.overwrite((number) => number.replace(/[\s-]/g, "")),
    z.refine((number) => /^(\d{5,8})?$/.test(number), `Please give the ${label} as 5 to 8 digits.`),
  );

/** How clients pay, as reminders tell them. */
const payment = {
  mpesa_paybill: mpesaNumber("Paybill number"),
  mpesa_till: mpesaNumber("Till number"),
  /** Bank, branch, name, number, SWIFT: a fact a line. */
  bank_details: lines("bank details", 1_000),
  payment_note: lines("further words", 1_000),
  /** For clients who read Swahili; empty, they get the same words as all. */
  payment_note_sw: lines("further words in Swahili", 1_000),
};

const chosenAmong = (all: readonly number[], when: string) =>
  z.array(z.int()).check(
    z.refine(
      (days) => days.every((day) => all.includes(day)),
      `Reminders can go out ${all.slice(0, -1).join(", ")} or ${all.at(-1)} days ${when} a period is due.`,
    ),
    z.overwrite((days) => all.filter((day) => days.includes(day))),
  );

/** On which days clients are reminded. */
const days = {
  remind_before: chosenAmong(daysBefore, "before"),
  remind_after: chosenAmong(daysAfter, "after"),
};

const monthsOf = (table: Kept, what: string) => {
  const { least, most } = retention[table];
  const problem = `${what} can be kept for ${least} to ${most} whole months.`;
  return z.int(problem).check(z.minimum(least, problem), z.maximum(most, problem));
};

/** For how many months what goes by age is kept. */
const keeping = {
  keep_messages_months: monthsOf("messages", "Messages"),
  keep_reminders_months: monthsOf("reminders", "The send log"),
  keep_activity_months: monthsOf("activity", "The activity"),
};

/** The kinds of mail the company can switch on and off. */
const switches = {
  notify_renewals: z.boolean(),
  notify_overdue: z.boolean(),
  notify_new_clients: z.boolean(),
  notify_system: z.boolean(),
  /** Whether a client gets a receipt when a payment is recorded. */
  send_receipts: z.boolean(),
};

/** What a subscription is in that is added without saying. */
const usual = { default_currency: Currency };

export const Settings = z.object({
  company_name: Text,
  company_address: Text,
  company_phone: Text,
  company_email: Text,
  company_website: Text,
  notification_email: Text,
  logo_url: Text,
  mpesa_paybill: Text,
  mpesa_till: Text,
  bank_details: Text,
  payment_note: Text,
  payment_note_sw: Text,
  remind_before: z.array(z.int()),
  remind_after: z.array(z.int()),
  ...usual,
  ...switches,
  keep_messages_months: z.int(),
  keep_reminders_months: z.int(),
  keep_activity_months: z.int(),
  version: Count,
} satisfies Record<
  | keyof (typeof profile & typeof payment & typeof days & typeof usual & typeof switches & typeof keeping)
  | "version",
  z.ZodMiniType
>);
export type Settings = z.output<typeof Settings>;

/** The whole profile; of the rest, what is left out stays as it is. */
export const SettingsChange = z.strictObject({
  ...profile,
  ...z.partial(z.object(payment)).shape,
  ...z.partial(z.object(days)).shape,
  ...z.partial(z.object(usual)).shape,
  ...z.partial(z.object(switches)).shape,
  ...z.partial(z.object(keeping)).shape,
  version: z.optional(z.union([z.literal(0), Version])),
});
export type SettingsChange = z.output<typeof SettingsChange>;

/** The same by table. */
export const keptMonths = (settings: Settings): Record<Kept, number> => ({
  messages: settings.keep_messages_months,
  reminders: settings.keep_reminders_months,
  activity: settings.keep_activity_months,
});

/**
 * What could turn the company's mail against others, or their money away from it, or delete what happened: a change of
 * it is told by email.
 */
export const announced = [
  ...(["company_name", "notification_email"] as const),
  ...(["mpesa_paybill", "mpesa_till", "bank_details", "payment_note", "payment_note_sw"] as const),
  ...(["keep_messages_months", "keep_reminders_months", "keep_activity_months"] as const),
] as const;

export const SettingsNews = z.object({
  field: z.enum([...announced, "email_words"]),
  /** Of an email's words: which email, and in which language. */
  email: z.optional(WordedEmail),
  language: z.optional(Language),
  before: z.string(),
  after: z.string(),
});
export type SettingsNews = z.output<typeof SettingsNews>;

/** Before anybody has saved: nothing known of the company, every kind of mail on but receipts. */
export const unsavedSettings: Settings = {
  company_name: "",
  company_address: "",
  company_phone: "",
  company_email: "",
  company_website: "",
  notification_email: "",
  logo_url: "",
  mpesa_paybill: "",
  mpesa_till: "",
  bank_details: "",
  payment_note: "",
  payment_note_sw: "",
  remind_before: [7],
  remind_after: [1],
  default_currency: "USD",
  notify_renewals: true,
  notify_overdue: true,
  notify_new_clients: true,
  notify_system: true,
  send_receipts: false,
  keep_messages_months: retention.messages.usual,
  keep_reminders_months: retention.reminders.usual,
  keep_activity_months: retention.activity.usual,
  version: 0,
};

/** `version` counts the changes of all of them. */
export const EmailWords = z.object({ words: z.array(OwnWords), version: Count });
export type EmailWords = z.output<typeof EmailWords>;

export const settingsRoutes = {
  "GET /api/v1/settings": { access: "staff", answer: z.object({ settings: Settings }) },
  "POST /api/v1/settings": {
    access: "staff",
    body: SettingsChange,
    answer: z.object({ settings: Settings }),
  },
  /** The words of emails to clients that are the company's own; every other email has the original ones. */
  "GET /api/v1/settings/emails": { access: "staff", answer: EmailWords },
  /** Chooses the words of an email in a language; none sets it back to the original. */
  "PUT /api/v1/settings/emails/{email}": {
    access: "staff",
    params: z.strictObject({ email: WordedEmail }),
    body: z.strictObject({
      language: Language,
      words: z.nullable(Words),
      /** What was seen when these were typed; refused where this email's were changed since. */
      version: z.optional(Count),
    }),
    answer: EmailWords,
  },
} as const satisfies Routes;
