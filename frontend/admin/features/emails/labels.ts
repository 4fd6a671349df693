import { templateNames } from "../../../../shared/email-templates.ts";
import { otherEmails } from "../../../../shared/reminders/other-emails.ts";
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
  ...otherEmails,
};
