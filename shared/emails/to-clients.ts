import { formatReference } from "../billing/payment-reference.ts";
import type { Day } from "../day.ts";
import type { Language } from "../languages.ts";
import { toCents } from "../money.ts";
import { whatsAppLink, whatsAppOf } from "../reminders/whatsapp.ts";
import type { Settings } from "../settings/settings.ts";
import { type Email, type Part, renderEmail, type Sender } from "./email.ts";
import { hasPaymentInstructions, type PaymentDetails } from "./how-to-pay.ts";
import {
  commonPlaceholderValues,
  fillTemplate,
  formatAmount,
  formatEmailDay,
  formatPeriod,
  type ReminderFacts,
  signatureOf,
} from "./reminder-text.ts";
import type { Template } from "./templates.ts";
import { texts } from "./texts.ts";

export type Profile = PaymentDetails &
  Pick<
    Settings,
    "company_name" | "company_address" | "company_phone" | "company_email" | "company_website" | "logo_url"
  >;

/** The company as sender, from its profile. */
export const senderOf = (
  company: Omit<Profile, keyof PaymentDetails>,
  language: Language = "en",
): Sender => ({
  name: signatureOf(company.company_name, language),
  logo: company.logo_url,
  lines: [
    ...company.company_address.split("\n"),
    company.company_phone,
    company.company_email,
    company.company_website,
  ],
  language,
});

export const toParts = (paragraphs: string[]): Part[] => paragraphs.map((paragraph) => ({ paragraph }));

/** The facts of a receipt. Amounts are in wire form. */
export type ReceiptFacts = Pick<
  ReminderFacts,
  "client" | "language" | "frequency" | "service" | "amount" | "currency" | "covered"
> & {
  paid_on: Day;
  method?: string | undefined;
  /** An M-Pesa code, a cheque number. */
  reference: string;
  payment_reference?: string | undefined;
  /** The next due day. */
  next: Day;
  /** For a part payment: the unpaid rest of the period. */
  left?: number | undefined;
};

/** The receipt for a payment. */
export function receiptEmail(facts: ReceiptFacts, company: Profile, companyTemplate?: Template): Email {
  const { service, currency, method, reference, payment_reference, language = "en" } = facts;
  const { labels, methods, templates } = texts[language];
  const amount = formatAmount(toCents(facts.amount), currency, language);
  const values = {
    ...commonPlaceholderValues({ ...facts, amount, due: facts.next, reference: payment_reference }, language),
    paid: formatEmailDay(facts.paid_on, language),
  };
  const template =
    companyTemplate ?? templates(hasPaymentInstructions(company, language, { [currency]: 0 })).receipt;
  const { subject, opening, request, closing } = fillTemplate(
    template,
    values,
    company.company_name,
    language,
  );
  return renderEmail(
    subject,
    [
      ...toParts(opening),
      { figure: amount },
      {
        facts: [
          ...(service ? [[labels.service, service] as Fact] : []),
          ...(facts.covered ? [[labels.period, formatPeriod(facts.covered, language)] as Fact] : []),
          [labels.paidOn, values.paid],
          // An unknown method is shown as it is stored.
          ...(method ? [[labels.method, (methods as Record<string, string>)[method] ?? method] as Fact] : []),
          ...(reference ? [[labels.reference, reference] as Fact] : []),
          ...(payment_reference ? [[labels.ownReference, formatReference(payment_reference)] as Fact] : []),
          ...(facts.left
            ? [[labels.left, formatAmount(toCents(facts.left), currency, language)] as Fact]
            : []),
          [facts.left ? labels.due : labels.nextDue, values.due],
        ],
      },
      ...toParts(request),
      ...contactParts(company, payment_reference, language),
      ...toParts(closing),
    ],
    senderOf(company, language),
  );
}

export type Fact = [string, string];

/** Replies go to the company's address, so without one there is no `reply`. */
export function contactParts(
  { company_email, company_phone }: Profile,
  reference: string | undefined,
  language: Language,
): Part[] {
  const { contactUs, reply, call, or, writeOnWhatsApp, chatAboutReference, chatHello } = texts[language];
  const ways = [company_email && reply, company_phone && call(company_phone)].filter(Boolean);
  const chat = whatsAppOf(company_phone);
  const chatText = reference ? chatAboutReference(formatReference(reference)) : chatHello;
  return [
    ...(ways.length > 0 ? [{ paragraph: contactUs(ways.join(or)) }] : []),
    ...("number" in chat ? [{ link: writeOnWhatsApp, href: whatsAppLink(chat.number, chatText) }] : []),
  ];
}
