import * as z from "zod/mini";
import { TypedDay } from "../day.ts";
import { TemplatedEmail } from "../email-templates.ts";
import { KraPin } from "../kra-pin.ts";
import { Language } from "../languages.ts";
import { Currency } from "../money.ts";
import { MAX_STATEMENT_DAY } from "../reminders/day-of-month.ts";
import { daysAfter, daysBefore, repeatDays } from "../reminders/reminder.ts";
import { type RetainedTable, retention } from "../retention.ts";
import { Count, isMailable, line, lines, MAX_EMAIL_LENGTH, Text, Version } from "../text.ts";

const optionalEmail = (label: string) =>
  line(label, MAX_EMAIL_LENGTH).check(
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

/** Digits only; typed spaces and hyphens are removed. */
const mpesaNumber = (label: string) =>
  line(label, 20).check(
    z.overwrite((number) => number.replace(/[\s-]/g, "")),
    z.refine((number) => /^(\d{5,8})?$/.test(number), `Please give the ${label} as 5 to 8 digits.`),
  );

/** The payment instructions in reminders, and the tax number. */
const payment = {
  company_kra_pin: KraPin,
  mpesa_paybill: mpesaNumber("Paybill number"),
  mpesa_till: mpesaNumber("Till number"),
  bank_name: line("bank", 100),
  bank_branch: line("bank branch", 100),
  bank_account_name: line("bank account name", 200),
  bank_account_number: line("bank account number", 50),
  bank_swift: line("SWIFT code", 20).check(
    z.overwrite((code) => code.replace(/[\s-]/g, "").toUpperCase()),
    z.refine(
      (code) => /^([A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?)?$/.test(code),
      "Please give the SWIFT code as 8 or 11 letters and digits.",
    ),
  ),
  payment_note: lines("payment note", 1_000),
  /** For clients who read Swahili; if empty, they get `payment_note`. */
  payment_note_sw: lines("payment note in Swahili", 1_000),
};

const chosenAmong = (all: readonly number[], when: string) =>
  z.array(z.int()).check(
    z.refine(
      (days) => new Set(days).size === days.length,
      `Please give each day ${when} a period is due only once.`,
    ),
    z.refine(
      (days) => days.every((day) => all.includes(day)),
      `Reminders can go out ${all.slice(0, -1).join(", ")} or ${all.at(-1)} days ${when} a period is due.`,
    ),
    z.overwrite((days) => all.filter((day) => days.includes(day))),
  );

const days = {
  remind_before: chosenAmong(daysBefore, "before"),
  remind_after: chosenAmong(daysAfter, "after"),
  repeat_overdue_days: z
    .int()
    .check(
      z.refine(
        (days) => repeatDays.some((choice) => choice === days),
        `Overdue reminders can be repeated every ${repeatDays[0]} days, or never (0).`,
      ),
    ),
};

const monthsSchema = (table: RetainedTable, what: string) => {
  const { minMonths, maxMonths } = retention[table];
  const problem = `${what} can be kept for ${minMonths} to ${maxMonths} whole months.`;
  return z.int(problem).check(z.minimum(minMonths, problem), z.maximum(maxMonths, problem));
};

/** How long records are kept. */
const retentionFields = {
  keep_messages_months: monthsSchema("messages", "Messages"),
  keep_reminders_months: monthsSchema("reminders", "The send log"),
  keep_activity_months: monthsSchema("activity", "The activity"),
  keep_unmatched_months: monthsSchema("payments", "Unmatched payments, promises and imports"),
};

/** The kinds of mail the company can switch on and off. */
const switches = {
  notify_renewals: z.boolean(),
  notify_overdue: z.boolean(),
  notify_new_clients: z.boolean(),
  notify_system: z.boolean(),
  /** Whether a client gets a receipt for a recorded payment. */
  send_receipts: z.boolean(),
  /** Whether receipts have a PDF beside the text. */
  attach_receipts: z.boolean(),
};

const statementDayProblem = `Statements can go out on a day from 1 to ${MAX_STATEMENT_DAY} of the month.`;

/** The day of the month on which clients who owe something get a statement; null: on none. */
const statements = {
  statement_day: z.nullable(
    z
      .int(statementDayProblem)
      .check(z.minimum(1, statementDayProblem), z.maximum(MAX_STATEMENT_DAY, statementDayProblem)),
  ),
};

/** Who gets the sums of each month; empty: nobody. */
const accounting = { accountant_email: optionalEmail("accountant's email address") };

/** The currency of a new subscription that has none. */
const currencyField = { default_currency: Currency };

const daysBeforeProblem = "Invoices can be written 0 to 60 days before they are due.";
const rateProblem = "Please give the rate of VAT as a whole number of percent, at most 100.";
const dollarProblem =
  "Please give the shillings for one dollar as a number between 1 and 10,000, with at most four decimals.";
/** As the Central Bank of Kenya publishes it. */
const RATE_DECIMALS = 4;

/** Amounts include VAT. Invoices are written from a day on. */
const tax = {
  vat_registered: z.boolean(),
  /** In percent. */
  vat_rate: z.int(rateProblem).check(z.minimum(0, rateProblem), z.maximum(100, rateProblem)),
  /** Shillings for one dollar. */
  kes_per_usd: z.nullable(
    z.number(dollarProblem).check(
      z.minimum(1, dollarProblem),
      z.maximum(10_000, dollarProblem),
      z.refine((rate) => Number(rate.toFixed(RATE_DECIMALS)) === rate, dollarProblem),
    ),
  ),
  /** The day of that rate. */
  kes_per_usd_day: z.nullable(TypedDay),
  /** Nothing due before this day gets an invoice. */
  invoices_from: z.nullable(TypedDay),
  /** On how many days before the due day invoices are written; null: with the first reminder. */
  invoice_days_before: z.nullable(
    z.int(daysBeforeProblem).check(z.minimum(0, daysBeforeProblem), z.maximum(60, daysBeforeProblem)),
  ),
  /** Emails that carry an invoice wait for the number of the tax authority's control unit. */
  invoice_emails_wait: z.boolean(),
};

type Field = keyof (typeof profile &
  typeof payment &
  typeof days &
  typeof currencyField &
  typeof tax &
  typeof statements &
  typeof accounting &
  typeof switches &
  typeof retentionFields);

export const Settings = z.object({
  company_name: Text,
  company_address: Text,
  company_phone: Text,
  company_email: Text,
  company_website: Text,
  notification_email: Text,
  logo_url: Text,
  company_kra_pin: Text,
  mpesa_paybill: Text,
  mpesa_till: Text,
  bank_name: Text,
  bank_branch: Text,
  bank_account_name: Text,
  bank_account_number: Text,
  bank_swift: Text,
  payment_note: Text,
  payment_note_sw: Text,
  remind_before: z.array(z.int()),
  remind_after: z.array(z.int()),
  repeat_overdue_days: z.int(),
  ...currencyField,
  ...tax,
  ...statements,
  accountant_email: Text,
  ...switches,
  keep_messages_months: z.int(),
  keep_reminders_months: z.int(),
  keep_activity_months: z.int(),
  keep_unmatched_months: z.int(),
  version: Count,
} satisfies Record<Field | "version", z.ZodMiniType>);
export type Settings = z.output<typeof Settings>;

/** The whole profile; any other absent field is not changed. */
export const SettingsChange = z.strictObject({
  ...profile,
  ...z.partial(z.object(payment)).shape,
  ...z.partial(z.object(days)).shape,
  ...z.partial(z.object(currencyField)).shape,
  ...z.partial(z.object(tax)).shape,
  ...z.partial(z.object(statements)).shape,
  ...z.partial(z.object(accounting)).shape,
  ...z.partial(z.object(switches)).shape,
  ...z.partial(z.object(retentionFields)).shape,
  version: z.optional(z.union([z.literal(0), Version])),
});
export type SettingsChange = z.output<typeof SettingsChange>;

export const retentionMonths = (settings: Settings): Record<RetainedTable, number> => ({
  messages: settings.keep_messages_months,
  reminders: settings.keep_reminders_months,
  activity: settings.keep_activity_months,
  payments: settings.keep_unmatched_months,
  imports: settings.keep_unmatched_months,
});

/**
 * Whether administrators and the previous addresses get an email about a change of a field: it is `notify` if the field
 * affects emails to clients, where money or replies go, or when records are deleted.
 */
const changeNotices = {
  company_name: "notify",
  company_address: "notify",
  company_phone: "notify",
  company_email: "notify",
  company_website: "notify",
  notification_email: "notify",
  logo_url: "notify",
  company_kra_pin: "notify",
  mpesa_paybill: "notify",
  mpesa_till: "notify",
  bank_name: "notify",
  bank_branch: "notify",
  bank_account_name: "notify",
  bank_account_number: "notify",
  bank_swift: "notify",
  payment_note: "notify",
  payment_note_sw: "notify",
  remind_before: "silent",
  remind_after: "silent",
  repeat_overdue_days: "silent",
  default_currency: "silent",
  vat_registered: "notify",
  vat_rate: "notify",
  kes_per_usd: "silent",
  kes_per_usd_day: "silent",
  invoices_from: "notify",
  invoice_days_before: "silent",
  invoice_emails_wait: "silent",
  statement_day: "silent",
  accountant_email: "notify",
  notify_renewals: "silent",
  notify_overdue: "silent",
  notify_new_clients: "silent",
  notify_system: "silent",
  send_receipts: "silent",
  attach_receipts: "silent",
  keep_messages_months: "notify",
  keep_reminders_months: "notify",
  keep_activity_months: "notify",
  keep_unmatched_months: "notify",
} as const satisfies Record<Field, "notify" | "silent">;
type NotifiedField = { [F in Field]: (typeof changeNotices)[F] extends "notify" ? F : never }[Field];

const fields = Object.keys(changeNotices) as Field[];
export const notifiedFields = fields.filter(
  (field): field is NotifiedField => changeNotices[field] === "notify",
);

export const SettingsFieldChange = z.object({
  field: z.enum([...notifiedFields, "email_words"]),
  /** For a template: which email, and in which language. */
  email: z.optional(TemplatedEmail),
  language: z.optional(Language),
  before: z.string(),
  after: z.string(),
});
export type SettingsFieldChange = z.output<typeof SettingsFieldChange>;

/** The defaults until somebody saves: an empty profile, and every kind of email except receipts. */
export const unsavedSettings: Settings = {
  company_name: "",
  company_address: "",
  company_phone: "",
  company_email: "",
  company_website: "",
  notification_email: "",
  logo_url: "",
  company_kra_pin: "",
  mpesa_paybill: "",
  mpesa_till: "",
  bank_name: "",
  bank_branch: "",
  bank_account_name: "",
  bank_account_number: "",
  bank_swift: "",
  payment_note: "",
  payment_note_sw: "",
  remind_before: [7],
  remind_after: [1],
  repeat_overdue_days: 14,
  default_currency: "USD",
  vat_registered: false,
  vat_rate: 16,
  kes_per_usd: null,
  kes_per_usd_day: null,
  invoices_from: null,
  invoice_days_before: null,
  invoice_emails_wait: false,
  statement_day: null,
  accountant_email: "",
  notify_renewals: true,
  notify_overdue: true,
  notify_new_clients: true,
  notify_system: true,
  send_receipts: false,
  attach_receipts: false,
  keep_messages_months: retention.messages.defaultMonths,
  keep_reminders_months: retention.reminders.defaultMonths,
  keep_activity_months: retention.activity.defaultMonths,
  keep_unmatched_months: retention.payments.defaultMonths,
  version: 0,
};
