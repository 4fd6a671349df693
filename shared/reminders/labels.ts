import { count } from "../count.ts";
import type { Tone } from "../tone.ts";
import { reminderStateNames } from "./fields.ts";
import { problemStates, type ReminderState } from "./reminder.ts";

type DeliveryStatus = { name: string; tone: Tone; meaning: string };

export const deliveryStatuses: Record<ReminderState, DeliveryStatus> = {
  claimed: {
    name: reminderStateNames.claimed,
    tone: "quiet",
    meaning: "It is being handed to the mail service.",
  },
  waiting: {
    name: reminderStateNames.waiting,
    tone: "soon",
    meaning: "It could not be sent yet. We try again automatically.",
  },
  sent: {
    name: reminderStateNames.sent,
    tone: "fine",
    meaning: "The mail service has accepted it. Delivery is not confirmed yet.",
  },
  delayed: {
    name: reminderStateNames.delayed,
    tone: "soon",
    meaning: "The recipient's mail server has not accepted it yet.",
  },
  delivered: { name: reminderStateNames.delivered, tone: "fine", meaning: "It is in the mailbox." },
  bounced: {
    name: reminderStateNames.bounced,
    tone: "overdue",
    meaning: "The recipient's mail server did not accept it.",
  },
  complained: {
    name: reminderStateNames.complained,
    tone: "overdue",
    meaning: "The recipient marked it as spam.",
  },
  rejected: {
    name: reminderStateNames.rejected,
    tone: "overdue",
    meaning: "The mail service refused to send it.",
  },
  failed: {
    name: reminderStateNames.failed,
    tone: "overdue",
    meaning: "It was not sent.",
  },
  skipped: {
    name: reminderStateNames.skipped,
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

/** Sending is possible with an empty list, because a renewal may have become due since. */
export const sendingText = (sending: number) =>
  sending === 0 ? "Send anyway" : sending === 1 ? "Send 1 email" : `Send ${count(sending)} emails`;
