import type { EmailName } from "../../../../shared/reminders.ts";

type Words = { title: string; to: string; reader: string };

/** The emails: who reads them, and when. */
export const emailNames: Record<EmailName, Words> = {
  upcoming: {
    title: "Renewal reminder",
    to: "to clients",
    reader: "To the client, before a period is due: on the days chosen in Settings.",
  },
  overdue: {
    title: "Overdue reminder",
    to: "to clients",
    reader:
      "To the client, after a period was due: on the days chosen in Settings. From 14 days on, and again from 30, it asks more firmly.",
  },
  receipt: {
    title: "Receipt",
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
      "To the administrators, and to the notification address before, when that or the company's name is changed.",
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
