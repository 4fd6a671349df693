import type { EmailKind, ReminderState } from "../../../shared/reminders.ts";
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

export const outcomeGroupOf: Record<ReminderState, OutcomeGroup> = {
  claimed: "under-way",
  waiting: "under-way",
  sent: "under-way",
  delayed: "under-way",
  delivered: "delivered",
  skipped: "skipped",
  bounced: "problems",
  complained: "problems",
  rejected: "problems",
  failed: "problems",
};

/** The ledger's own words for why, and what they mean to a person. */
const reasons: Record<string, string> = {
  "no longer due": "Paid or changed before it was sent",
  "the payment was undone": "The payment was undone before it was sent",
  "this kind of email is switched off": "This kind is switched off in Settings",
  "already paid": "Paid already",
  "overdue by now": "Overdue by now: another reminder is due",
  "not due by the schedule": "By now the schedule asks for another reminder, or for none",
  "reminded of since": "Reminded of on that day or later already",
  "free of charge": "Nothing to pay",
  "this kind of reminder is switched off": "This kind is switched off in Settings",
  muted: "Its reminders are muted",
  "the client does not exist": "The client is not in the directory",
  "the client is inactive": "The client is inactive",
  "sample data": "Sample data is never written to",
  "no valid address": "The client has no valid e-mail address",
  "address suppressed": "Mail to this address came back or was marked as spam",
  "nothing to tell": "There was nothing to tell",
  "marked as spam": "No more mail goes there",
  MessageRejected: "The mail service refused it",
  "sending is paused": "Sending is paused by the mail service",
  "the database could not be used": "The database could not be used",
  "it took too long": "The mail service was too slow",
  // Why the other side has not taken an email yet, by SES's names (DeliveryDelay.delayType).
  TransientCommunicationFailure: "The other side could not be reached yet",
  RecipientServerError: "The other side's mail server has trouble",
  MailboxFull: "The mailbox is full for now",
  SpamDetected: "The other side takes it for spam for now",
  SendingDeferral: "The mail service holds it back for a while",
  "Transient, MailboxFull": "The mailbox is full",
  "Transient, MessageTooLarge": "The mailbox takes no email of this size",
  "Transient, General": "The mailbox did not take it this time",
  "Permanent, General": "The address takes no mail",
  "Permanent, NoEmail": "There is no such address",
  "Permanent, Suppressed": "The address takes no mail",
  "Permanent, OnAccountSuppressionList": "The address takes no mail",
};

const gaveUp = /^given up after (\d+) attempts: (.+)$/;

/** Why, in words for a person; what is not known by heart is told as it came. */
export function reasonText(reason: string | undefined): string {
  if (reason === undefined) return "";
  const [, attempts, last] = gaveUp.exec(reason) ?? [];
  if (last !== undefined) return `Given up after ${attempts} attempts: ${lowerFirst(reasonText(last))}`;
  return reasons[reason] ?? reason;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);
