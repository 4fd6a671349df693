import { coveredBy } from "../billing.ts";
import type { Client } from "../clients.ts";
import { addDays, addMonths, type Day, daysBetween } from "../day.ts";
import type { Language } from "../languages.ts";
import { type Currency, currencyOf } from "../money.ts";
import { withCheckDigit } from "../payment-reference.ts";
import type { Settings } from "../settings.ts";
import type { Subscription } from "../subscriptions.ts";
import type { Email } from "./email.ts";
import { receiptEmail, reminderEmail } from "./to-clients.ts";
import { reminderTone, type WordedEmail, type Words } from "./worded.ts";

/** Whom and what an example speaks of. */
export type Example = {
  client: string;
  reference?: string | undefined;
  frequency: string;
  service?: string | undefined;
  amount: number;
  currency: Currency;
  paid?: number | undefined;
  /** The day that is due; another is taken where the email would not speak of it today. */
  period?: Day | undefined;
};

/** Values that nobody can take for real ones. */
export const nobody: Example = {
  client: "Example Client",
  reference: withCheckDigit("123456"),
  frequency: "monthly",
  service: "Example service",
  amount: 149.99,
  currency: "USD",
};

/** A real client, with what they pay for; where that is nothing, the amount and the dates are made up. */
export const aboutClient = (
  { name, payment_reference }: Pick<Client, "name" | "payment_reference">,
  sold: Subscription | undefined,
): Example => ({
  ...{ client: name, reference: payment_reference },
  frequency: sold?.frequency ?? nobody.frequency,
  service: sold?.service,
  amount: sold?.amount ?? nobody.amount,
  currency: sold ? currencyOf(sold) : nobody.currency,
  paid: sold?.paid,
  period: sold?.next_billing_date,
});

/** Days from today on which what an email speaks of is due. */
const distances: Record<WordedEmail, number> = {
  upcoming: 7,
  overdue: -3,
  "overdue-14": -17,
  "overdue-30": -35,
  receipt: 0,
};

type Said = { language: Language; words?: Words | undefined; about?: Example | undefined };

/** An email to a client as it would look today. */
export function clientExample(
  email: WordedEmail,
  company: Settings,
  today: Day,
  { language, words, about = nobody }: Said,
): Email {
  const { reference, period: real, paid, ...facts } = about;
  const fits = real !== undefined && daysBetween(today, real) <= 60 && reminderTone(real, today) === email;
  const period = fits ? real : addDays(today, distances[email]);
  const covered = coveredBy({ billing_anchor: period, frequency: facts.frequency }, period);
  if (email !== "receipt")
    return reminderEmail({ ...facts, language, reference, paid, period, covered, today }, company, words);
  return receiptEmail(
    {
      ...{ ...facts, language, covered, paid_on: today, method: "mpesa", reference: "EXAMPLE123" },
      ...{ payment_reference: reference, next: covered ? addDays(covered.to, 1) : addMonths(today, 1) },
    },
    company,
    words,
  );
}
