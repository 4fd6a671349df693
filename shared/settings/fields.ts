import type { Fields } from "../field.ts";
import type { Settings } from "./settings.ts";

export const settingsFields = {
  company_name: { label: "Company name", kind: "text", description: "In emails and on statements." },
  company_address: { label: "Company address", kind: "lines", description: "In emails and on statements." },
  company_phone: { label: "Company phone", kind: "text", description: "In emails and on statements." },
  company_email: {
    label: "Company email",
    kind: "text",
    description: "Replies of clients go to this address; can be empty.",
  },
  company_website: { label: "Company website", kind: "text", description: "In emails." },
  notification_email: {
    label: "Notification address",
    kind: "text",
    description: "Messages from visitors and daily summaries go to this address; can be empty.",
  },
  logo_url: { label: "Logo", kind: "text", description: "The address of the logo in emails." },
  company_kra_pin: {
    label: "Company KRA PIN",
    kind: "text",
    description: "The tax number, in emails and on statements: A or P, nine digits and a letter.",
  },
  mpesa_paybill: { label: "M-Pesa Paybill", kind: "text", description: "How to pay: 5 to 8 digits." },
  mpesa_till: { label: "M-Pesa Till", kind: "text", description: "How to pay: 5 to 8 digits." },
  bank_name: { label: "Bank", kind: "text", description: "How to pay: the bank's name." },
  bank_branch: { label: "Bank branch", kind: "text", description: "How to pay: the bank's branch." },
  bank_account_name: {
    label: "Bank account name",
    kind: "text",
    description: "How to pay: the name of the account.",
  },
  bank_account_number: {
    label: "Bank account number",
    kind: "text",
    description: "How to pay: the number of the account.",
  },
  bank_swift: { label: "SWIFT code", kind: "text", description: "How to pay: 8 or 11 letters and digits." },
  payment_note: { label: "Payment text", kind: "lines", description: "How to pay: further text." },
  payment_note_sw: {
    label: "Payment text in Swahili",
    kind: "lines",
    description: "For clients who read Swahili; if empty, they get `payment_note`.",
  },
  remind_before: {
    label: "Reminders before the due day",
    kind: "numbers",
    description: "On how many days before the due day reminders go out.",
  },
  remind_after: {
    label: "Reminders after the due day",
    kind: "numbers",
    description: "On how many days after the due day reminders go out.",
  },
  repeat_overdue_days: {
    label: "Repeat overdue reminders",
    kind: "number",
    description:
      "After how many days an overdue reminder is repeated once the schedule has no later day: 14, or 0 for never.",
  },
  default_currency: {
    label: "Default currency",
    kind: "text",
    description: "The currency of a new subscription that has none.",
  },
  vat_registered: { label: "Registered for VAT", kind: "yes-no", description: "Whether invoices have VAT." },
  vat_rate: { label: "Rate of VAT", kind: "number", description: "In percent; amounts include it." },
  kes_per_usd: {
    label: "KES for one dollar",
    kind: "number",
    description: "Invoices in dollars print it, and what it makes in shillings.",
  },
  kes_per_usd_day: { label: "Day of that rate", kind: "day", description: "Invoices in dollars print it." },
  invoices_from: {
    label: "Invoices from",
    kind: "day",
    description: "Nothing due before this day gets an invoice; without it there are none.",
  },
  invoice_days_before: {
    label: "Invoices before the due day",
    kind: "number",
    description: "On how many days before the due day invoices are written; empty for the first reminder.",
  },
  invoice_emails_wait: {
    label: "Invoice emails wait",
    kind: "yes-no",
    description: "Whether an email with an invoice waits for the number of the control unit.",
  },
  statement_day: {
    label: "Monthly statements",
    kind: "number",
    description:
      "On which day of the month, 1 to 28, clients who owe something get a statement; empty for none.",
  },
  accountant_email: {
    label: "Accountant's address",
    kind: "text",
    description: "On the first of each month the sums of the month before go to this address; can be empty.",
  },
  notify_renewals: {
    label: "Renewal reminders",
    kind: "yes-no",
    description: "Whether clients get reminders before the due day.",
  },
  notify_overdue: {
    label: "Overdue reminders",
    kind: "yes-no",
    description: "Whether clients get reminders after the due day.",
  },
  notify_new_clients: {
    label: "New client notices",
    kind: "yes-no",
    description: "Whether the company gets an email about each new client.",
  },
  notify_system: {
    label: "System notices",
    kind: "yes-no",
    description: "Whether the company gets daily summaries and notices about problems.",
  },
  send_receipts: {
    label: "Receipts",
    kind: "yes-no",
    description: "Whether a client gets a receipt for a recorded payment.",
  },
  attach_receipts: {
    label: "Receipts as PDF",
    kind: "yes-no",
    description: "Whether the email of a receipt has it as a PDF too.",
  },
  keep_messages_months: {
    label: "Months messages are kept",
    kind: "number",
    description: "Older messages are deleted.",
  },
  keep_reminders_months: {
    label: "Months the send log is kept",
    kind: "number",
    description: "Older entries are deleted.",
  },
  keep_activity_months: {
    label: "Months the activity is kept",
    kind: "number",
    description: "Older entries are deleted.",
  },
  keep_unmatched_months: {
    label: "Months unmatched payments, promises and imports are kept",
    kind: "number",
    description: "Older payments that nobody assigned, broken promises, and what imports did, are deleted.",
  },
} as const satisfies Fields<Exclude<keyof Settings, "version">>;
