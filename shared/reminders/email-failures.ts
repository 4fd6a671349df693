import { formatDay } from "../dates.ts";
import type { ReminderState } from "./reminder.ts";

/** The stored reasons of the send log, and their texts for people. */
const reasonTexts: Record<string, string> = {
  "no longer due": "Paid or changed before it was sent",
  "the payment was undone": "The payment was undone before it was sent",
  "this kind of email is switched off": "This kind is switched off in Settings",
  "overdue by now": "It is overdue now: another reminder is due",
  "not due by the schedule": "The schedule now has another reminder, or none",
  "reminded of since": "A reminder was sent on that day or later",
  "reminded today": "The client had a reminder today. The next daily run sends this one",
  "free of charge": "Nothing to pay",
  "this kind of reminder is switched off": "This kind is switched off in Settings",
  muted: "Its reminders are muted",
  "the client does not exist": "The client is not in the directory",
  "the client is inactive": "The client is inactive",
  "sample data": "Sample data gets no email",
  "no valid address": "The client has no valid e-mail address",
  "address suppressed": "Email to this address bounced or was marked as spam",
  "nothing to tell": "There was nothing to report",
  "marked as spam": "No more email goes to this address",
  MessageRejected: "The mail service refused it",
  "sending is paused": "Sending is paused by the mail service",
  "the database could not be used": "The database could not be used",
  "it took too long": "The mail service was too slow",
  // SES's DeliveryDelay.delayType.
  TransientCommunicationFailure: "The recipient's mail server could not be reached yet",
  RecipientServerError: "The recipient's mail server has a problem",
  MailboxFull: "The mailbox is full at the moment",
  SpamDetected: "The recipient's mail server treats it as spam at the moment",
  SendingDeferral: "The mail service is delaying it",
  "Transient, MailboxFull": "The mailbox is full",
  "Transient, MessageTooLarge": "The email is too large for the mailbox",
  "Transient, General": "The mailbox did not accept it this time",
  "Permanent, General": "The address does not exist or does not accept email",
  "Permanent, NoEmail": "The address does not exist",
  "Transient, ContentRejected": "The mailbox did not accept this content",
  "Transient, AttachmentRejected": "The mailbox did not accept this attachment",
  "Undetermined, Undetermined": "The recipient's mail server did not say why",
  "Permanent, Suppressed": "The mail service blocks the address, because email to it bounced before",
  "Permanent, OnAccountSuppressionList":
    "The mail service blocks the address, because email to it bounced before",
};

const promised = /^promised to pay by (\d{4}-\d\d-\d\d)$/;
const gaveUp = /^given up after (\d+) attempts: (.+)$/;

/** The text of a reason; an unknown reason is returned unchanged. */
export function reasonText(reason: string | undefined): string {
  if (reason === undefined) return "";
  const [, attempts, last] = gaveUp.exec(reason) ?? [];
  if (last !== undefined) return `Given up after ${attempts} attempts: ${lowerFirst(reasonText(last))}`;
  const [, day] = promised.exec(reason) ?? [];
  return day === undefined ? (reasonTexts[reason] ?? reason) : `Promised to pay by ${formatDay(day)}`;
}

const lowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** Says how an email failed, and why. */
export function failureText(state: ReminderState, reason: string | undefined): string {
  const why = reasonText(reason);
  if (state === "complained") return "It was marked as spam: no more email goes to this address";
  if (state === "bounced") return why ? `It came back: ${lowerFirst(why)}` : "It came back";
  if (state === "rejected") return "The mail service refused it";
  return why ? `It could not be sent: ${lowerFirst(why)}` : "It could not be sent";
}
