import { wordedNames } from "../../../../shared/emails/worded.ts";
import type { EmailName } from "../../../../shared/reminders.ts";

type Words = { title: string; to: string; reader: string };

/** The emails: who reads them, and when. */
export const emailNames: Record<EmailName, Words> = {
  upcoming: {
    title: wordedNames.upcoming,
    to: "to clients",
    reader: "To the client, before a period is due: on the days chosen in Settings.",
  },
  overdue: {
    title: wordedNames.overdue,
    to: "to clients",
    reader: "To the client, in the first 14 days after a period was due: on the days chosen in Settings.",
  },
  "overdue-14": {
    title: wordedNames["overdue-14"],
    to: "to clients",
    reader: "To the client, from 14 days after a period was due: it asks more firmly.",
  },
  "overdue-30": {
    title: wordedNames["overdue-30"],
    to: "to clients",
    reader: "To the client, from 30 days after a period was due: it asks for a decision.",
  },
  receipt: {
    title: wordedNames.receipt,
    to: "to clients",
    reader: "To the client, when a payment is recorded and receipts are switched on in Settings.",
  },
  digest: {
    title: "Daily summary",
    to: "to you",
    reader: "To the notification address, after the daily run: what is due, overdue, and did not arrive.",
  },
  "new-client": {
    title: "New client note",
    to: "to you",
    reader: "To the notification address, when a client is added.",
  },
  notice: {
    title: "System notice",
    to: "to you",
    reader:
      "To the notification address, when something needs a person: here, an address whose mail came back.",
  },
  "settings-change": {
    title: "Change of settings",
    to: "to you",
    reader:
      "To the administrators, and to the notification address before, when that, the company's name, the way to pay or the words of an email are changed.",
  },
  "contact-message": {
    title: "Message from the site",
    to: "to you",
    reader: "To the company, when a visitor writes through the contact form.",
  },
  invitation: {
    title: "Invitation to staff",
    to: "to staff",
    reader: "To a new colleague, with a temporary password.",
  },
};
