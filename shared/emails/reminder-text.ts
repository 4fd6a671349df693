import { isOneOff } from "../billing/account.ts";
import type { PeriodDays } from "../billing/schedule.ts";
import { type Day, daysBetween } from "../day.ts";
import {
  fillPlaceholders,
  type PlaceholderValues,
  reminderTone,
  splitParagraphs,
  type Template,
} from "../email-templates.ts";
import type { Language } from "../languages.ts";
import { type Currency, formatCents, leftCents, toCents } from "../money.ts";
import { formatReference } from "../payment-reference.ts";
import { texts } from "./texts.ts";

/** The facts of a reminder, by email or chat. Amounts are in wire form. */
export type ReminderFacts = {
  client: string;
  /** The client's language; English if absent. */
  language?: Language | undefined;
  /** The company's name; empty until the profile is filled in. */
  company: string;
  /** Undefined for a charge that does not recur. */
  subscription_id: string | undefined;
  frequency: string;
  service?: string | undefined;
  amount: number;
  currency: Currency;
  /** The part that is already paid. */
  paid?: number | undefined;
  /** The client's payment reference, as stored. */
  reference?: string | undefined;
  /** The day the period is due. */
  period: Day;
  /** The days of the period; absent if the schedule is unknown. */
  covered?: PeriodDays | undefined;
  today: Day;
};

/** A charge in a reminder by email. */
export type ReminderCharge = Pick<
  ReminderFacts,
  "subscription_id" | "frequency" | "service" | "amount" | "currency" | "paid" | "period" | "covered"
>;

/** An invoice that a reminder carries. `amount` is in wire form; `link` is the address of its page. */
export type ReminderInvoice = {
  number: string;
  due: Day;
  amount: number;
  currency: Currency;
  link?: string | undefined;
};

/** `2027-01-12` → `12 Jan 2027`. Not by `Intl`: browsers and servers have different short names of months. */
export function formatEmailDay(day: Day, language: Language = "en"): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${date} ${texts[language].months[Number(month) - 1]} ${year}`;
}

/** `14999` → `$149.99`; in Swahili `Ksh 149.99` */
export const formatAmount = (cents: number, currency: Currency, language: Language): string =>
  formatCents(cents, currency, texts[language].amountsLocale);

export const signatureOf = (company: string, language: Language = "en"): string =>
  company || texts[language].signature;

/** `28 Dec 2026 to 27 Jan 2027` */
export const formatPeriod = ({ from, to }: PeriodDays, language: Language = "en"): string =>
  texts[language].dayRange(formatEmailDay(from, language), formatEmailDay(to, language));

const frequencyIn = (language: Language, frequency: string): string =>
  (texts[language].frequencies as Record<string, string>)[frequency] ?? frequency;

type NamedSubscription = Pick<ReminderFacts, "service" | "frequency">;
type NamedCharge = NamedSubscription & Pick<ReminderFacts, "subscription_id">;

/** The service, or the frequency of a subscription without one. */
export const subscriptionName = ({ service, frequency }: NamedSubscription, language: Language): string =>
  service || texts[language].unnamedSubscription(frequencyIn(language, frequency));

/** The service, or what the charge is: of a subscription, or a one-off. */
export const serviceName = (charge: NamedCharge, language: Language): string =>
  isOneOff(charge) ? charge.service || texts[language].unnamedCharge : subscriptionName(charge, language);

/** Its name in a list: `Hosting`, `Installation (One-off)`. One without a service is called a one-off already. */
export function taggedName(charge: NamedCharge, language: Language): string {
  const name = serviceName(charge, language);
  return charge.service && isOneOff(charge) ? `${name} (${texts[language].oneOff})` : name;
}

type CommonFacts = NamedCharge &
  Pick<ReminderFacts, "client" | "covered" | "reference"> & {
    amount: string;
    due: Day;
  };

/** The values of the placeholders in every template. */
export function commonPlaceholderValues(
  { covered, due, ...facts }: CommonFacts,
  language: Language,
): PlaceholderValues {
  return {
    client: facts.client,
    service: facts.service ?? "",
    amount: facts.amount,
    due: formatEmailDay(due, language),
    period: covered ? formatPeriod(covered, language) : formatEmailDay(due, language),
    reference: formatReference(facts.reference ?? ""),
    frequency: frequencyIn(language, facts.frequency),
    unnamedSubscription: serviceName({ ...facts, service: "" }, language),
  };
}

export function distanceText(
  { period, today }: Pick<ReminderFacts, "period" | "today">,
  language: Language,
): string {
  const { today: todayText, inDays, daysAgo } = texts[language];
  const distance = daysBetween(today, period);
  if (distance === 0) return todayText;
  return distance > 0 ? inDays(distance) : daysAgo(-distance);
}

const valuesOf = (facts: ReminderFacts, language: Language): PlaceholderValues => ({
  ...commonPlaceholderValues(
    { ...facts, amount: formatAmount(leftCents(facts), facts.currency, language), due: facts.period },
    language,
  ),
  days: distanceText(facts, language),
});

/** A filled template: the subject, and each part as paragraphs. Without a service, the subject has the company's name. */
export function fillTemplate(
  template: Template,
  values: PlaceholderValues,
  company: string,
  language: Language,
) {
  const part = (text: string) =>
    splitParagraphs(text).map((paragraph) => fillPlaceholders(paragraph, values));
  return {
    subject: fillPlaceholders(template.subject, {
      ...values,
      unnamedSubscription: signatureOf(company, language),
    }),
    opening: part(template.opening),
    request: part(template.request),
    closing: part(template.closing),
  };
}

type TemplateOptions = {
  hasInstructions: boolean;
  companyTemplate?: Template | undefined;
  /** In place of the subject of the built-in template. */
  builtInSubject?: string | undefined;
};

/** A reminder by the company's template, or by the built-in one. */
export function fillReminderTemplate(
  facts: ReminderFacts,
  { hasInstructions, companyTemplate, builtInSubject }: TemplateOptions,
) {
  const { language = "en" } = facts;
  const { templates, chargeTemplates } = texts[language];
  const tone = reminderTone(facts.period, facts.today);
  const builtIn = (isOneOff(facts) ? chargeTemplates : templates)(hasInstructions)[tone];
  const template = (!isOneOff(facts) && companyTemplate) || {
    ...builtIn,
    subject: builtInSubject ?? builtIn.subject,
  };
  return fillTemplate(template, valuesOf(facts, language), facts.company, language);
}

/** The paid part and the rest; undefined if nothing is paid yet. */
export const partPaidText = ({
  amount,
  currency,
  paid,
  language = "en",
}: Pick<ReminderFacts, "amount" | "currency" | "paid" | "language">): string | undefined =>
  paid
    ? texts[language].partPaid(
        formatAmount(toCents(amount), currency, language),
        formatAmount(toCents(paid), currency, language),
        formatAmount(leftCents({ amount, paid }), currency, language),
      )
    : undefined;
