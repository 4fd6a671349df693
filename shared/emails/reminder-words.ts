import type { Covered } from "../billing.ts";
import { type Day, daysBetween } from "../day.ts";
import { formatCents, leftCents, toCents } from "../money.ts";
import { howToPay, type PaymentDetails } from "./how-to-pay.ts";

/** What a reminder says, whichever way it goes out. `amount` is in dollars, as it travels. */
export type ReminderFacts = {
  kind: "upcoming" | "overdue";
  client: string;
  /** Who writes; nameless until the company's profile is filled in. */
  company: string;
  frequency: string;
  /** What is sold. */
  service?: string | undefined;
  amount: number;
  /** What was paid of it, in part. */
  paid?: number | undefined;
  /** The client's payment reference, as it is stored. */
  reference?: string | undefined;
  /** The day the period is due. */
  period: Day;
  /** The days that it covers, the last included; absent where the schedule is not known. */
  covered?: Covered | undefined;
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

/** What, then when: `Renewal due 12 Jan 2027: <service, else company>` */
export const reminderSubject = ({ kind, period, service, company }: ReminderFacts): string =>
  `${kind === "upcoming" ? "Renewal due" : "Payment overdue since"} ${writtenDay(period)}: ${service || signatureOf(company)}`;

/** What is paid for. In brackets: whatever somebody calls it, the sentence stays one. */
export const whatOf = ({ frequency, service }: Pick<ReminderFacts, "frequency" | "service">): string =>
  `${frequency} subscription${service ? ` (${service})` : ""}`;

/** One sentence of what is due and when. */
export function reminderSentence({ kind, frequency, service, period, today }: ReminderFacts): string {
  const what = whatOf({ frequency, service });
  const when = writtenDay(period);
  const distance = daysBetween(today, period);
  if (kind === "overdue") return `The payment for your ${what} was due on ${when}, ${days(-distance)} ago.`;
  return `Your ${what} renews on ${when}${distance === 0 ? ", today" : `, in ${days(distance)}`}.`;
}

/** `28 Dec 2026 to 27 Jan 2027` */
export const coveredText = ({ from, to }: Covered): string => `${writtenDay(from)} to ${writtenDay(to)}`;

/** What is asked of the client, in a tone that follows how late it is; `how` is whether the way to pay is told below. */
export function asked({ period, today }: Pick<ReminderFacts, "period" | "today">, how: boolean): string {
  const late = daysBetween(period, today);
  const way = how ? "as shown below" : "in the way you usually do";
  if (late <= 0) return `Please pay by ${writtenDay(period)}, ${way}.`;
  if (late < 14) return `It may have slipped through. Please pay ${way}, or tell us if something is wrong.`;
  if (late < 30)
    return `We have not received it yet. Please pay this week, ${way}, or tell us when we can expect it.`;
  return `It has now been open for ${days(late)}. Please pay today, ${way}, or call us, so that we can agree on what to do.`;
}

/** What came in part, and what is left; undefined where nothing came yet. */
export const partPaid = ({ amount, paid }: Pick<ReminderFacts, "amount" | "paid">): string | undefined =>
  paid
    ? `Of ${formatCents(toCents(amount))} you have paid ${formatCents(toCents(paid))}, thank you: ${formatCents(leftCents({ amount, paid }))} is left.`
    : undefined;

export const alreadyPaid = "If you have paid already, thank you: nothing more is to be done.";

/** The reminder as plain words, for a chat. */
export function reminderText(facts: ReminderFacts, company: PaymentDetails): string {
  const amount = formatCents(leftCents(facts));
  return [
    `Dear ${facts.client},`,
    `${reminderSentence(facts)} ${partPaid(facts) ?? `Amount: ${amount}.`}`,
    howToPay(company, { reference: facts.reference, amount })
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    company.payment_note,
    alreadyPaid,
    signatureOf(facts.company),
  ]
    .filter(Boolean)
    .join("\n\n");
}
