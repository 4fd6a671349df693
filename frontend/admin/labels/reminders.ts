import { type EmailKind, problemStates, type ReminderState } from "../../../shared/reminders/reminder.ts";
import type { Tone } from "../components/ui/Badge.tsx";

export const kindNames: Record<EmailKind, string> = {
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
  receipt: "Receipt",
  digest: "Daily summary",
  "new-client": "New client note",
  notice: "System notice",
  test: "Test email",
  "settings-change": "Settings changed",
};

type DeliveryStatus = { name: string; tone: Tone; meaning: string };

export const deliveryStatuses: Record<ReminderState, DeliveryStatus> = {
  claimed: { name: "Sending", tone: "quiet", meaning: "It is being handed to the mail service." },
  waiting: {
    name: "Waiting",
    tone: "soon",
    meaning: "It could not be sent yet. We try again automatically.",
  },
  sent: {
    name: "Sent",
    tone: "fine",
    meaning: "The mail service has accepted it. Delivery is not confirmed yet.",
  },
  delayed: { name: "Delayed", tone: "soon", meaning: "The recipient's mail server has not accepted it yet." },
  delivered: { name: "Delivered", tone: "fine", meaning: "It is in the mailbox." },
  bounced: { name: "Bounced", tone: "overdue", meaning: "The recipient's mail server did not accept it." },
  complained: { name: "Marked as spam", tone: "overdue", meaning: "The recipient marked it as spam." },
  rejected: { name: "Rejected", tone: "overdue", meaning: "The mail service refused to send it." },
  failed: {
    name: "Failed",
    tone: "overdue",
    meaning: "It was not sent.",
  },
  skipped: {
    name: "Skipped",
    tone: "quiet",
    meaning: "Not sent on purpose.",
  },
};

/** The delivery states in four groups, for the filter. */
export const outcomeGroups = ["delivered", "under-way", "skipped", "problems"] as const;
export type OutcomeGroup = (typeof outcomeGroups)[number];

export const outcomeGroupNames: Record<OutcomeGroup, string> = {
  delivered: "Delivered",
  "under-way": "In progress",
  skipped: "Skipped",
  problems: "Problems",
};

const otherGroups: Record<Exclude<ReminderState, (typeof problemStates)[number]>, OutcomeGroup> = {
  claimed: "under-way",
  waiting: "under-way",
  sent: "under-way",
  delayed: "under-way",
  delivered: "delivered",
  skipped: "skipped",
};

export const outcomeGroupOf = {
  ...otherGroups,
  ...Object.fromEntries(problemStates.map((state) => [state, "problems"])),
} as Record<ReminderState, OutcomeGroup>;

export { reasonText } from "../../../shared/reminders/email-failures.ts";
