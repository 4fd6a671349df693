import type { Day } from "../day.ts";
import { formatCents, leftCents, toCents } from "../money.ts";
import { spaced } from "../payment-reference.ts";
import type { Settings } from "../settings.ts";
import { methodName } from "../subscriptions.ts";
import { whatsAppLink, whatsAppOf } from "../whatsapp.ts";
import { type Email, type Part, renderEmail, type Writer } from "./email.ts";
import { howToPay, type PaymentDetails, saysHow } from "./how-to-pay.ts";
import {
  alreadyPaid,
  asked,
  coveredText,
  partPaid,
  type ReminderFacts,
  reminderSentence,
  reminderSubject,
  signatureOf,
  whatOf,
  writtenDay,
} from "./reminder-words.ts";

type Profile = PaymentDetails &
  Pick<
    Settings,
    "company_name" | "company_address" | "company_phone" | "company_email" | "company_website" | "logo_url"
  >;

/** The company as the one who writes, from its profile. */
export const writerOf = (company: Omit<Profile, keyof PaymentDetails>): Writer => ({
  name: signatureOf(company.company_name),
  logo: company.logo_url,
  lines: [
    ...company.company_address.split("\n"),
    company.company_phone,
    company.company_email,
    company.company_website,
  ],
});

/** The email that tells a client what is due, or was. */
export function reminderEmail(facts: Omit<ReminderFacts, "company">, company: Profile): Email {
  const named = { ...facts, company: company.company_name };
  const { service, paid, period, reference } = facts;
  const left = formatCents(leftCents(facts));
  const part = partPaid(facts);
  return renderEmail(
    reminderSubject(named),
    [
      { paragraph: `Dear ${facts.client},` },
      { paragraph: reminderSentence(named) },
      { figure: left },
      ...(part ? [{ paragraph: part }] : []),
      {
        facts: [
          ...(service ? [["Service", service] as Fact] : []),
          ...(facts.covered ? [["Period", coveredText(facts.covered)] as Fact] : []),
          ["Due", writtenDay(period)],
          ["Amount", formatCents(toCents(facts.amount))],
          ...(paid ? [["Paid", formatCents(toCents(paid))] as Fact, ["Left to pay", left] as Fact] : []),
        ],
      },
      { paragraph: asked(named, saysHow(company)) },
      {
        box: "How to pay",
        facts: howToPay(company, { reference, amount: left }),
        words: company.payment_note,
      },
      ...whomToAsk(company, reference),
      { paragraph: alreadyPaid },
    ],
    writerOf(company),
  );
}

/** What a receipt says. `amount` is in dollars, as it travels. */
export type ReceiptFacts = Pick<ReminderFacts, "client" | "frequency" | "service" | "amount" | "covered"> & {
  paid_on: Day;
  method?: string | undefined;
  /** Of the payment: an M-Pesa code, a cheque number. */
  reference: string;
  payment_reference?: string | undefined;
  /** The day that is due next. */
  next: Day;
  /** Of a part: what is still to be paid for its period, in dollars. */
  left?: number | undefined;
};

/** The email that tells a client that a payment came. */
export function receiptEmail(facts: ReceiptFacts, company: Profile): Email {
  const { service, method, reference, payment_reference: own } = facts;
  return renderEmail(
    `Payment received ${writtenDay(facts.paid_on)}: ${service || signatureOf(company.company_name)}`,
    [
      { paragraph: `Dear ${facts.client},` },
      { paragraph: `Thank you: we have received your payment for your ${whatOf(facts)}.` },
      { figure: formatCents(toCents(facts.amount)) },
      {
        facts: [
          ...(service ? [["Service", service] as Fact] : []),
          ...(facts.covered ? [["Period", coveredText(facts.covered)] as Fact] : []),
          ["Paid on", writtenDay(facts.paid_on)],
          ...(method ? [["Method", methodName(method)] as Fact] : []),
          ...(reference ? [["Reference", reference] as Fact] : []),
          ...(own ? [["Your payment reference", spaced(own)] as Fact] : []),
          ...(facts.left ? [["Left to pay", formatCents(toCents(facts.left))] as Fact] : []),
          [facts.left ? "Due" : "Next due", writtenDay(facts.next)],
        ],
      },
      { paragraph: "Please keep this email as your receipt." },
      ...whomToAsk(company, own),
    ],
    writerOf(company),
  );
}

type Fact = [string, string];

/** Answers go to the company's address; without one nobody would read them. */
function whomToAsk({ company_email, company_phone }: Profile, reference: string | undefined): Part[] {
  const ways = [company_email && "reply to this email", company_phone && `call ${company_phone}`];
  const chat = whatsAppOf(company_phone);
  const about = `Hello, this is about my payment reference ${spaced(reference ?? "")}: `;
  return [
    ...(ways.some(Boolean)
      ? [{ paragraph: `To ask something, or to change anything, ${ways.filter(Boolean).join(" or ")}.` }]
      : []),
    ...("number" in chat
      ? [{ link: "Write to us on WhatsApp", href: whatsAppLink(chat.number, reference ? about : "Hello, ") }]
      : []),
  ];
}
