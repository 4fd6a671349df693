import type { Tone } from "../tone.ts";
import { reminderStateNames } from "./fields.ts";
import type { ReminderState } from "./reminder.ts";

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
