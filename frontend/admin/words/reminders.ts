import { type EmailKind, problemStates, type ReminderState } from "../../../shared/reminders.ts";
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
  test: "Test of an email",
  "settings-change": "Change of settings",
};

type DeliveryStatus = { name: string; tone: Tone; meaning: string };

/** The delivery status of an email, as people say it. */
export const deliveryStatuses: Record<ReminderState, DeliveryStatus> = {
  claimed: { name: "Being sent", tone: "quiet", meaning: "It is being handed to the mail service." },
  waiting: {
    name: "Waiting",
    tone: "soon",
    meaning: "It could not be sent yet and is tried again by itself.",
  },
  sent: { name: "Sent", tone: "fine", meaning: "The mail service has it; nothing was heard of it since." },
  delayed: { name: "Delayed", tone: "soon", meaning: "The other side has not taken it yet." },
  delivered: { name: "Delivered", tone: "fine", meaning: "It is in the mailbox." },
  bounced: { name: "Came back", tone: "overdue", meaning: "The other side did not take it." },
  complained: { name: "Marked as spam", tone: "overdue", meaning: "Its reader marked it as spam." },
  rejected: { name: "Refused", tone: "overdue", meaning: "The mail service refused to send it." },
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

/** The ten states, as people ask for them. */
export const outcomeGroups = ["delivered", "under-way", "skipped", "problems"] as const;
export type OutcomeGroup = (typeof outcomeGroups)[number];

export const outcomeGroupNames: Record<OutcomeGroup, string> = {
  delivered: "Delivered",
  "under-way": "Under way",
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

export { reasonText } from "../../../shared/reasons.ts";
