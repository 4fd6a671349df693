import type { ActivityEntry } from "../../../shared/activity/activity.ts";
import { Day } from "../../../shared/day.ts";
import { TemplatedEmail, templateNames, templateParts } from "../../../shared/emails/templates.ts";
import { Language, languageNames } from "../../../shared/languages.ts";
import { Currency } from "../../../shared/money.ts";
import { Instant } from "../../../shared/text.ts";
import { money } from "./amount.ts";
import { formatDay, formatMoment } from "./dates.ts";
import { methodName } from "./payments.ts";

export const activityNames: Record<ActivityEntry["kind"], string> = {
  "client-added": "Client added",
  "client-changed": "Details changed",
  "client-erased": "Personal data erased",
  "client-exported": "All data downloaded",
  "subscription-added": "Subscription added",
  "subscription-changed": "Subscription changed",
  "payment-recorded": "Payment recorded",
  "payment-undone": "Payment undone",
  "lines-kept": "Statement lines saved",
  "line-set-aside": "Statement line ignored",
  "message-moved": "Message moved",
  "message-assigned": "Message assigned",
  "settings-changed": "Settings changed",
  "sample-removed": "Sample data removed",
  "staff-invited": "Member of staff invited",
  "staff-changed": "Member of staff changed",
  note: "Note",
};

const fieldNames: Record<string, string> = {
  name: "Name",
  email: "Email",
  phone: "Phone",
  company: "Company",
  address: "Address",
  language: "Language",
  service: "Service",
  amount: "Amount",
  frequency: "Frequency",
  status: "Status",
  start_date: "Started",
  next_billing_date: "Next billing",
  muted: "Reminders muted",
  sample: "Sample",
  role: "Role",
  disabled: "Disabled",
  second_factor: "Second factor",
  calendar: "Calendar address created",
  second_factor_demanded: "Second factor required for everyone",
  mail_problem: "Email problem",
  period: "Period due",
  paid_on: "Paid on",
  method: "Method",
  reference: "Reference",
  payments: "Payments",
  box: "Box",
  assigned: "Assigned to",
  lines: "Lines",
  reason: "Reason",
  periods: "Periods",
  company_name: "Company name",
  company_address: "Company address",
  company_phone: "Company phone",
  company_email: "Company email",
  company_website: "Company website",
  notification_email: "Notification email",
  logo_url: "Logo",
  mpesa_paybill: "M-Pesa Paybill",
  mpesa_till: "M-Pesa Till",
  bank_name: "Bank",
  bank_branch: "Bank branch",
  bank_account_name: "Bank account name",
  bank_account_number: "Bank account number",
  bank_swift: "SWIFT code",
  payment_note: "Payment text",
  payment_note_sw: "Payment text in Swahili",
  default_currency: "Default currency",
  notify_renewals: "Renewal reminders",
  notify_overdue: "Overdue reminders",
  notify_new_clients: "New client notices",
  notify_system: "System notices",
  keep_messages_months: "Months messages are kept",
  keep_reminders_months: "Months the send log is kept",
  keep_activity_months: "Months the activity is kept",
  ...templateFields(),
};

/** `upcoming.en.subject` → `Renewal reminder (English), subject` */
function templateFields(): Record<string, string> {
  const parts = {
    subject: "subject",
    opening: "above the amount",
    request: "below the table",
    closing: "at the end",
  };
  return Object.fromEntries(
    TemplatedEmail.options.flatMap((email) =>
      Language.options.flatMap((language) =>
        templateParts.map((part) => [
          `${email}.${language}.${part}`,
          `${templateNames[email]} (${languageNames[language]}), ${parts[part]}`,
        ]),
      ),
    ),
  );
}

function valueText(field: string, fields: Record<string, unknown>): string {
  const value = fields[field];
  if (typeof value === "boolean") return value ? "yes" : "no";
  // For a currency that this version does not know, show only the amount.
  const { success, data } = Currency.safeParse(fields.currency ?? "USD");
  if (typeof value === "number") return field === "amount" && success ? money(value, data) : String(value);
  if (field === "box" && value === "aside") return "spam";
  if (field === "method") return methodName(String(value));
  if (field === "language") return languageNames[Language.safeParse(value).data ?? "en"];
  const text = typeof value === "object" && value && "kind" in value ? String(value.kind) : String(value);
  if (Instant.safeParse(text).success) return formatMoment(text);
  return Day.safeParse(text).success ? formatDay(text) : text;
}

type Change = { before?: Record<string, unknown> | undefined; after?: Record<string, unknown> | undefined };

/**
 * The changes as text, one line for each field: `Amount: $149.99 → $200.00`; a new record in one line. Fields without a
 * name are left out.
 */
export function differences({ before = {}, after = {} }: Change): string[] {
  const named = Object.entries(fieldNames).filter(([field]) => field in before || field in after);
  if (named.length > 1 && Object.keys(before).length === 0)
    return [
      named.map(([field, name]) => (after[field] === true ? name : valueText(field, after))).join(" · "),
    ];
  return named.map(([field, name]) => {
    const [was, is] = [before, after].map((all) =>
      field in all || field === "language" ? valueText(field, all) : "none",
    );
    return Object.keys(before).length === 0 ? `${name}: ${is}` : `${name}: ${was} → ${is}`;
  });
}

/** `/admin/clients/:id` → `on the page of a client` */
export function screenName(screen: string): string {
  if (screen === "/admin") return "on the dashboard";
  if (screen === "/admin/clients/:id") return "on the page of a client";
  return `on ${screen.replace("/admin/", "").replaceAll("/", ", ")}`;
}
