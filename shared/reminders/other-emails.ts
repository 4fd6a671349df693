/** The emails without a template: the name on screen, who gets each, and when. */
export const otherEmails = {
  correction: {
    title: "Correction of a receipt",
    to: "to clients",
    reader: "To the client when a payment is undone after its receipt was sent.",
  },
  price: {
    title: "New price",
    to: "to clients",
    reader:
      "To the client ten minutes after you change prices, if you choose to tell the clients. Once for each change, with all subscriptions of the client.",
  },
  "price-withdrawn": {
    title: "Price withdrawn",
    to: "to clients",
    reader: "To the client when a new price is withdrawn after an email told the client.",
  },
  statement: {
    title: "Statement of account",
    to: "to clients",
    reader:
      "To the client when you send a statement and, if Settings say so, every month to clients who owe something.",
  },
  digest: {
    title: "Daily summary",
    to: "to you",
    reader: "To the notification address after the daily run: what is due, overdue or was not delivered.",
  },
  month: {
    title: "Month for the accountant",
    to: "to you",
    reader:
      "To the accountant's address on the first of each month: what was invoiced, credited, received, withheld, refunded and is owed.",
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
} as const;

export type OtherEmail = keyof typeof otherEmails;
export const otherEmailNames = Object.keys(otherEmails) as OtherEmail[];

/** `contact-message` and `invitation` have senders of their own, and are not in the send log. */
export type LoggedEmail = Exclude<OtherEmail, "contact-message" | "invitation">;
export const loggedEmails = otherEmailNames.filter(
  (name): name is LoggedEmail => name !== "contact-message" && name !== "invitation",
);
export const loggedEmailTitles = Object.fromEntries(
  loggedEmails.map((name) => [name, otherEmails[name].title]),
) as Record<LoggedEmail, string>;
