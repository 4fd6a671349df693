import type { Fields } from "../field.ts";
import { frequencyNames } from "../subscriptions/fields.ts";
import { loggedEmailTitles } from "./other-emails.ts";
import type { EmailKind, ExpectedReminder, LoggedReminder, ReminderState } from "./reminder.ts";

export const emailKindNames: Record<EmailKind, string> = {
  "upcoming-60": "Renewal reminder, 60 days before",
  "upcoming-30": "Renewal reminder, 30 days before",
  "upcoming-14": "Renewal reminder, 14 days before",
  upcoming: "Renewal reminder",
  "upcoming-3": "Renewal reminder, 3 days before",
  "upcoming-1": "Renewal reminder, the day before",
  "upcoming-0": "Renewal reminder, on the day",
  overdue: "Overdue reminder",
  "overdue-7": "Overdue reminder, after 7 days",
  "overdue-14": "Overdue reminder, after 14 days",
  "overdue-30": "Overdue reminder, after 30 days",
  "overdue-repeat": "Overdue reminder, repeated",
  receipt: "Receipt",
  test: "Test email",
  ...loggedEmailTitles,
};

export const reminderStateNames: Record<ReminderState, string> = {
  claimed: "Sending",
  waiting: "Waiting",
  sent: "Sent",
  delayed: "Delayed",
  delivered: "Delivered",
  bounced: "Bounced",
  complained: "Marked as spam",
  rejected: "Rejected",
  failed: "Failed",
  skipped: "Skipped",
};

const kind = {
  label: "Email",
  kind: "text",
  description: "Which email it is.",
  names: emailKindNames,
  searched: true,
} as const;
const service = {
  label: "Service",
  kind: "text",
  description: "The service, as in the email.",
  searched: true,
} as const;
const company = {
  label: "Company",
  kind: "text",
  description: "The client's company; can be empty.",
  searched: true,
} as const;
const clientId = {
  label: "Client id",
  kind: "id",
  description: "Identifies the client; absent for an email to the company or to staff.",
} as const;
const subscriptionId = {
  label: "Subscription id",
  kind: "id",
  description:
    "Identifies the subscription; absent for a receipt and for an email to the company or to staff.",
} as const;

/** The send log, in the order of the exported file. */
export const reminderFields = {
  at: { label: "When", kind: "moment", description: "When it was sent or given up." },
  client_name: {
    label: "To",
    kind: "text",
    description: "The client's name; empty for an email to the company or to staff.",
    searched: true,
  },
  company,
  reader: { label: "Reader", kind: "text", description: "The member of staff who got it: name or address." },
  kind,
  service,
  period: {
    label: "Due",
    kind: "day",
    description:
      "The due day of what it names; for a receipt, the day of the payment; for an email to the company, the day.",
  },
  named: {
    label: "Charges",
    kind: "text",
    description:
      "The charges that a reminder names, or that are skipped: how many, of how many subscriptions, the oldest due day, and what is left to pay.",
    searched: true,
  },
  receipt_number: {
    label: "Receipt number",
    kind: "text",
    description: "The number of a receipt.",
    searched: true,
  },
  resend: { label: "Sent by hand", kind: "yes-no", description: "A person chose to send it again." },
  state: {
    label: "Result",
    kind: "text",
    description:
      "claimed: it is being sent; waiting: it is tried again automatically; sent: the mail service accepted it; delayed: the recipient's server has not accepted it yet. The next daily run tries failed and skipped reminders again.",
    names: reminderStateNames,
    searched: true,
  },
  reason: {
    label: "Reason",
    kind: "text",
    description: "Why it waits, failed, was skipped or bounced.",
    searched: true,
  },
  settled_at: {
    label: "Result known since",
    kind: "moment",
    description: "When the mail service last reported the result.",
  },
  subscription_id: subscriptionId,
  client_id: clientId,
} as const satisfies Fields<Exclude<keyof LoggedReminder, "day">>;

/** The next run, in the order of the exported file. */
export const expectedFields = {
  client_name: { label: "To", kind: "text", description: "The client's name.", searched: true },
  company,
  kind,
  service,
  period: { label: "Due", kind: "day", description: "The day on which it is due." },
  amount: { label: "Amount", kind: "amount", description: "The price." },
  paid: { label: "Part paid", kind: "amount", description: "The part that is already paid." },
  frequency: {
    label: "Frequency",
    kind: "text",
    description: "How often it is due.",
    names: frequencyNames,
  },
  skipped: {
    label: "Reason",
    kind: "text",
    description: "Why it would be skipped; absent if it would be sent.",
  },
  subscription_id: {
    label: "Subscription id",
    kind: "id",
    description: "Identifies the subscription; absent if it does not recur.",
  },
  charge_id: { label: "Charge id", kind: "id", description: "Identifies the charge." },
  client_id: { label: "Client id", kind: "id", description: "Identifies the client." },
  currency: { label: "Currency", kind: "text", description: "US dollars if absent.", absent: "USD" },
} as const satisfies Fields<keyof ExpectedReminder>;
