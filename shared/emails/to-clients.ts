import type { Day } from "../day.ts";
import type { Language } from "../languages.ts";
import { leftCents, toCents } from "../money.ts";
import { spaced } from "../payment-reference.ts";
import type { Settings } from "../settings.ts";
import { whatsAppLink, whatsAppOf } from "../whatsapp.ts";
import { type Email, type Part, renderEmail, type Writer } from "./email.ts";
import { howToPay, type PaymentDetails, paymentNote, saysHow } from "./how-to-pay.ts";
import {
  amountText,
  commonValues,
  coveredText,
  partPaid,
  type ReminderFacts,
  reminderWords,
  signatureOf,
  wordsOf,
  writtenDay,
} from "./reminder-words.ts";
import { texts } from "./texts.ts";
import type { Words } from "./worded.ts";

type Profile = PaymentDetails &
  Pick<
    Settings,
    "company_name" | "company_address" | "company_phone" | "company_email" | "company_website" | "logo_url"
  >;

/** The company as the one who writes, from its profile. */
export const writerOf = (
  company: Omit<Profile, keyof PaymentDetails>,
  language: Language = "en",
): Writer => ({
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

const asParts = (paragraphs: string[]): Part[] => paragraphs.map((paragraph) => ({ paragraph }));

/** The email that tells a client what is due, or was; `own` are the company's words for it. */
export function reminderEmail(facts: Omit<ReminderFacts, "company">, company: Profile, own?: Words): Email {
  const { service, currency, paid, period, reference, language = "en" } = facts;
  const { labels } = texts[language];
  const named = { ...facts, company: company.company_name };
  const { subject, opening, request, closing } = reminderWords(named, saysHow(company, language), own);
  const left = amountText(leftCents(facts), currency, language);
  const part = partPaid(facts);
  return renderEmail(
    subject,
    [
      ...asParts(opening),
      { figure: left },
      ...(part ? [{ paragraph: part }] : []),
      {
        facts: [
          ...(service ? [[labels.service, service] as Fact] : []),
          ...(facts.covered ? [[labels.period, coveredText(facts.covered, language)] as Fact] : []),
          [labels.due, writtenDay(period, language)],
          [labels.amount, amountText(toCents(facts.amount), currency, language)],
          ...(paid
            ? [
                [labels.paid, amountText(toCents(paid), currency, language)] as Fact,
                [labels.left, left] as Fact,
              ]
            : []),
        ],
      },
      ...asParts(request),
      {
        box: labels.howToPay,
        facts: howToPay(company, { reference, amount: left, language }),
        words: paymentNote(company, language),
      },
      ...whomToAsk(company, reference, language),
      ...asParts(closing),
    ],
    writerOf(company, language),
  );
}

/** What a receipt says. `amount` is as it travels. */
export type ReceiptFacts = Pick<
  ReminderFacts,
  "client" | "language" | "frequency" | "service" | "amount" | "currency" | "covered"
> & {
  paid_on: Day;
  method?: string | undefined;
  /** Of the payment: an M-Pesa code, a cheque number. */
  reference: string;
  payment_reference?: string | undefined;
  /** The day that is due next. */
  next: Day;
  /** Of a part: what is still to be paid for its period. */
  left?: number | undefined;
};

/** The email that tells a client that a payment came. */
export function receiptEmail(facts: ReceiptFacts, company: Profile, own?: Words): Email {
  const { service, currency, method, reference, payment_reference, language = "en" } = facts;
  const { labels, methods, original } = texts[language];
  const amount = amountText(toCents(facts.amount), currency, language);
  const values = {
    ...commonValues({ ...facts, amount, due: facts.next, reference: payment_reference }, language),
    paid: writtenDay(facts.paid_on, language),
  };
  const words = own ?? original(saysHow(company, language)).receipt;
  const { subject, opening, request, closing } = wordsOf(words, values, company.company_name, language);
  return renderEmail(
    subject,
    [
      ...asParts(opening),
      { figure: amount },
      {
        facts: [
          ...(service ? [[labels.service, service] as Fact] : []),
          ...(facts.covered ? [[labels.period, coveredText(facts.covered, language)] as Fact] : []),
          [labels.paidOn, values.paid],
          // One that another version knows is called what it calls it.
          ...(method ? [[labels.method, (methods as Record<string, string>)[method] ?? method] as Fact] : []),
          ...(reference ? [[labels.reference, reference] as Fact] : []),
          ...(payment_reference ? [[labels.ownReference, spaced(payment_reference)] as Fact] : []),
          ...(facts.left ? [[labels.left, amountText(toCents(facts.left), currency, language)] as Fact] : []),
          [facts.left ? labels.due : labels.nextDue, values.due],
        ],
      },
      ...asParts(request),
      ...whomToAsk(company, payment_reference, language),
      ...asParts(closing),
    ],
    writerOf(company, language),
  );
}

type Fact = [string, string];

/** Answers go to the company's address; without one nobody would read them. */
function whomToAsk(
  { company_email, company_phone }: Profile,
  reference: string | undefined,
  language: Language,
): Part[] {
  const { ask, reply, call, or, writeOnWhatsApp, about, hello } = texts[language];
  const ways = [company_email && reply, company_phone && call(company_phone)].filter(Boolean);
  const chat = whatsAppOf(company_phone);
  const first = reference ? about(spaced(reference)) : hello;
  return [
    ...(ways.length > 0 ? [{ paragraph: ask(ways.join(or)) }] : []),
    ...("number" in chat ? [{ link: writeOnWhatsApp, href: whatsAppLink(chat.number, first) }] : []),
  ];
}
