import type { Covered } from "../billing.ts";
import { type Day, daysBetween } from "../day.ts";
import type { Language } from "../languages.ts";
import { type Currency, formatCents, leftCents, toCents } from "../money.ts";
import { spaced } from "../payment-reference.ts";
import { howToPay, type PaymentDetails, paymentNote, saysHow } from "./how-to-pay.ts";
import { texts } from "./texts.ts";
import { fill, paragraphsOf, reminderTone, type Values, type Words } from "./worded.ts";

/** What a reminder says, whichever way it goes out. `amount` is as it travels. */
export type ReminderFacts = {
  client: string;
  /** What the client reads; English where nothing was chosen. */
  language?: Language | undefined;
  /** Who writes; nameless until the company's profile is filled in. */
  company: string;
  frequency: string;
  /** What is sold. */
  service?: string | undefined;
  amount: number;
  currency: Currency;
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
export const writtenDay = (day: Day, language: Language = "en"): string =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString(texts[language].locales.days, {
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  });

/** `14999` → `$149.99`; in Swahili `Ksh 149.99` */
export const amountText = (cents: number, currency: Currency, language: Language): string =>
  formatCents(cents, currency, texts[language].locales.amounts);

export const signatureOf = (company: string, language: Language = "en"): string =>
  company || texts[language].signature;

/** `28 Dec 2026 to 27 Jan 2027` */
export const coveredText = ({ from, to }: Covered, language: Language = "en"): string =>
  texts[language].fromTo(writtenDay(from, language), writtenDay(to, language));

type Common = Pick<ReminderFacts, "client" | "frequency" | "service" | "covered" | "reference"> & {
  amount: string;
  due: Day;
};

/** What stands in the places that every email to a client has. */
export function commonValues({ covered, due, ...facts }: Common, language: Language): Values {
  const { frequencies, plan } = texts[language];
  const frequency = (frequencies as Record<string, string>)[facts.frequency] ?? facts.frequency;
  return {
    client: facts.client,
    service: facts.service ?? "",
    amount: facts.amount,
    due: writtenDay(due, language),
    period: covered ? coveredText(covered, language) : writtenDay(due, language),
    reference: spaced(facts.reference ?? ""),
    frequency,
    plan: plan(frequency),
  };
}

function distanceText({ period, today }: ReminderFacts, language: Language): string {
  const { today: now, ahead, ago } = texts[language];
  const distance = daysBetween(today, period);
  if (distance === 0) return now;
  return distance > 0 ? ahead(distance) : ago(-distance);
}

const valuesOf = (facts: ReminderFacts, language: Language): Values => ({
  ...commonValues(
    { ...facts, amount: amountText(leftCents(facts), facts.currency, language), due: facts.period },
    language,
  ),
  days: distanceText(facts, language),
});

/** Words with everything in its place: the subject, and each part as paragraphs. Who writes names a subject without a service. */
export function wordsOf(words: Words, values: Values, company: string, language: Language) {
  const part = (text: string) => paragraphsOf(text).map((paragraph) => fill(paragraph, values));
  return {
    subject: fill(words.subject, { ...values, plan: signatureOf(company, language) }),
    opening: part(words.opening),
    request: part(words.request),
    closing: part(words.closing),
  };
}

/** What a reminder says: in the company's own words where these are given. */
export function reminderWords(facts: ReminderFacts, how: boolean, own?: Words) {
  const { language = "en" } = facts;
  const words = own ?? texts[language].original(how)[reminderTone(facts.period, facts.today)];
  return wordsOf(words, valuesOf(facts, language), facts.company, language);
}

/** What came in part, and what is left; undefined where nothing came yet. */
export const partPaid = ({
  amount,
  currency,
  paid,
  language = "en",
}: Pick<ReminderFacts, "amount" | "currency" | "paid" | "language">): string | undefined =>
  paid
    ? texts[language].partPaid(
        amountText(toCents(amount), currency, language),
        amountText(toCents(paid), currency, language),
        amountText(leftCents({ amount, paid }), currency, language),
      )
    : undefined;

/** The reminder as plain words, for a chat. */
export function reminderText(facts: ReminderFacts, company: PaymentDetails): string {
  const { language = "en", reference } = facts;
  const amount = amountText(leftCents(facts), facts.currency, language);
  const { opening, closing } = reminderWords(facts, saysHow(company, language));
  return [
    `${opening.join("\n\n")} ${partPaid(facts) ?? texts[language].amountIs(amount)}`,
    howToPay(company, { reference, amount, language })
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    paymentNote(company, language),
    ...closing,
    signatureOf(facts.company, language),
  ]
    .filter(Boolean)
    .join("\n\n");
}
