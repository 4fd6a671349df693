import { type Day, daysBetween } from "../day.ts";
import { formatCents, toCents } from "../money.ts";

/** What a reminder says, whichever way it goes out. `amount` is in dollars, as it travels. */
export type ReminderFacts = {
  kind: "upcoming" | "overdue";
  client: string;
  /** Who writes; nameless until the company's profile is filled in. */
  company: string;
  frequency: string;
  amount: number;
  /** The day the period is due. */
  period: Day;
  today: Day;
};

/** `2027-01-12` → `12 Jan 2027` */
export const writtenDay = (day: Day): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString("en-GB", {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });

/** `1 day`, `7 days` */
export const days = (count: number) => (count === 1 ? "1 day" : `${count} days`);

export const signatureOf = (company: string): string => company || "Accounts";

/** What, then when: `Renewal due 12 Jan 2027: <company>` */
export const reminderSubject = ({ kind, period, company }: ReminderFacts): string =>
  `${kind === "upcoming" ? "Renewal due" : "Payment overdue since"} ${writtenDay(period)}: ${signatureOf(company)}`;

/** One sentence of what is due and when. */
export function reminderSentence({ kind, frequency, period, today }: ReminderFacts): string {
  const when = writtenDay(period);
  const distance = daysBetween(today, period);
  if (kind === "overdue")
    return `The payment for your ${frequency} subscription was due on ${when}, ${days(-distance)} ago.`;
  return `Your ${frequency} subscription renews on ${when}${distance === 0 ? ", today" : `, in ${days(distance)}`}.`;
}

export const alreadyPaid = "If you have paid already, thank you: nothing more is to be done.";

/** The reminder as plain words, for a chat. */
export const reminderText = (facts: ReminderFacts): string =>
  [
    `Dear ${facts.client},`,
    `${reminderSentence(facts)} Amount: ${formatCents(toCents(facts.amount))}.`,
    alreadyPaid,
    signatureOf(facts.company),
  ].join("\n\n");
