import type { ReminderState } from "./reminders.ts";

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
  "Permanent, General": "The address does not exist, or takes no mail",
  "Permanent, NoEmail": "The address does not exist",
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

/** What became of an email that did not reach its reader, and why. */
export function failureWords(state: ReminderState, reason: string | undefined): string {
  const why = reasonText(reason);
  if (state === "complained") return "It was marked as spam: no more mail goes there";
  if (state === "bounced") return why ? `It came back: ${lowerFirst(why)}` : "It came back";
  if (state === "rejected") return "The mail service refused it";
  return why ? `It could not be sent: ${lowerFirst(why)}` : "It could not be sent";
}
