import { templateNames } from "../../../../shared/email-templates.ts";
import type { EmailName } from "../../../../shared/reminders/reminder.ts";

type Labels = { title: string; to: string; reader: string };

/** Who gets each email, and when. */
export const emailNames: Record<EmailName, Labels> = {
  upcoming: {
    title: templateNames.upcoming,
    to: "to clients",
    reader: "To the client before the due date, on the days chosen in Settings.",
  },
  overdue: {
    title: templateNames.overdue,
    to: "to clients",
    reader: "To the client in the first 14 days after the due date, on the days chosen in Settings.",
  },
  "overdue-14": {
    title: templateNames["overdue-14"],
    to: "to clients",
    reader: "To the client from 14 days after the due date, in a firmer tone.",
  },
  "overdue-30": {
    title: templateNames["overdue-30"],
    to: "to clients",
    reader: "To the client from 30 days after the due date. It asks for a decision.",
  },
  receipt: {
    title: templateNames.receipt,
    to: "to clients",
    reader:
      "To the client ten minutes after a payment is recorded, if receipts are switched on in Settings. Not for payments dated more than 30 days back, unless you choose it.",
  },
  correction: {
    title: "Correction of a receipt",
    to: "to clients",
    reader: "To the client when a payment is undone after its receipt was sent.",
  },
  digest: {
    title: "Daily summary",
    to: "to you",
    reader: "To the notification address after the daily run: what is due, overdue or was not delivered.",
  },
  "new-client": {
    title: "New client note",
    to: "to you",
    reader: "To the notification address when a client is added.",
  },
  notice: {
    title: "System notice",
    to: "to you",
    reader:
      "To the notification address when something needs attention. This example is about a bounced email.",
  },
  "settings-change": {
    title: "Settings changed",
    to: "to you",
    reader:
      "To the administrators and the previous addresses when the company profile, payment details, data retention or an email template change.",
  },
  "contact-message": {
    title: "Message from the site",
    to: "to you",
    reader: "To the company when a visitor sends the contact form.",
  },
  invitation: {
    title: "Invitation to staff",
    to: "to staff",
    reader: "To a new member of staff, with a temporary password.",
  },
};
