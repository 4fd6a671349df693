import { isOneOff } from "../billing/account.ts";
import type { PeriodDays } from "../billing/schedule.ts";
import type { Day } from "../day.ts";
import type { Template } from "../email-templates.ts";
import type { Language } from "../languages.ts";
import { type Currency, type Sums, sumTexts } from "../money.ts";
import { formatReference } from "../payment-reference.ts";
import { type Email, type Part, renderEmail } from "./email.ts";
import { hasPaymentInstructions } from "./how-to-pay.ts";
import {
  commonPlaceholderValues,
  fillTemplate,
  formatAmount,
  formatEmailDay,
  formatPeriod,
  taggedName,
} from "./reminder-text.ts";
import { texts } from "./texts.ts";
import { accountParts, contactParts, type Fact, type Profile, senderOf, toParts } from "./to-clients.ts";

/** A payment, for an email. Amounts are in cents. */
type PaymentFacts = {
  client: string;
  language?: Language | undefined;
  cents: number;
  currency: Currency;
  paid_on: Day;
  method?: string | undefined;
  /** An M-Pesa code, a cheque number. */
  reference: string;
  payment_reference?: string | undefined;
  /** The number of the receipt. */
  number?: string | undefined;
  /** The client's KRA PIN. */
  kra_pin?: string | undefined;
  /** The client still owes this in all. */
  owed: Sums;
  /** The address of the client's own page. */
  link?: string | undefined;
};

/** The part of a payment that pays one subscription, or a charge that does not recur. */
export type PaidPart = {
  /** Undefined for a charge that does not recur. */
  subscription_id: string | undefined;
  frequency: string;
  service?: string | undefined;
  cents: number;
  /** The due day of its last period, and the days of all its periods. */
  period: Day;
  covered?: PeriodDays | undefined;
  /** The unpaid rest of its last period. */
  left: number;
};

export type ReceiptFacts = PaymentFacts & {
  /** Empty if all of the payment is credit. */
  parts: readonly PaidPart[];
  credit: number;
  /** The next due day. */
  next?: Day | undefined;
  /** The number of the earlier receipt of the payment that was sent. */
  replaces?: string | undefined;
  /** The invoices of what it pays, and the addresses of their pages. */
  invoices?: readonly { number: string; link?: string | undefined }[] | undefined;
};

/** The receipt of a payment, by the company's template or the built-in one. */
export function receiptEmail(facts: ReceiptFacts, company: Profile, companyTemplate?: Template): Email {
  const { parts, language = "en", currency, replaces } = facts;
  const { templates, chargeTemplates, severalPaid, replacesReceipt } = texts[language];
  const [only, ...others] = parts;
  const hasInstructions = hasPaymentInstructions(company, language, { [currency]: 0 });
  const ownTemplate = only && !isOneOff(only) ? companyTemplate : undefined;
  const template =
    only && others.length === 0
      ? (ownTemplate ?? (isOneOff(only) ? chargeTemplates : templates)(hasInstructions).receipt)
      : { ...severalPaid, ...ownTemplate, subject: severalPaid.subject };
  return paymentEmail(facts, company, template, {
    names: [...new Set(parts.map((part) => part.service ?? ""))],
    oldest: only,
    isPaidInFull: isSettled(facts) && parts.every(({ left }) => left === 0),
    note: replaces && replacesReceipt(replaces),
    amounts: others.length > 0 ? [{ rows: rowsOf(facts, language) }] : [],
    facts: only && others.length === 0 ? factsOfOne(only, facts, language) : [],
    invoices: (facts.invoices ?? []).map(({ number, link }): Part => {
      const name = texts[language].invoice(number);
      return link ? { link: name, href: link } : { paragraph: name };
    }),
  });
}

/** Takes back the receipt of a payment that was undone. It has the number of that receipt. */
export const correctionEmail = (facts: PaymentFacts, company: Profile): Email =>
  paymentEmail({ ...facts, credit: 0 }, company, texts[facts.language ?? "en"].correction, {
    isPaidInFull: false,
    names: [],
    oldest: undefined,
    note: undefined,
    amounts: [],
    facts: [],
    invoices: [],
  });

const isSettled = ({ owed }: Pick<PaymentFacts, "owed">): boolean =>
  Object.values(owed).every((cents) => cents === 0);

type Content = {
  /** Nothing is due now, and no part is left of what it pays. */
  isPaidInFull: boolean;
  names: string[];
  oldest: PaidPart | undefined;
  note: string | undefined;
  amounts: Part[];
  facts: Fact[];
  invoices: Part[];
};

function paymentEmail(
  payment: PaymentFacts & Pick<ReceiptFacts, "credit" | "next">,
  company: Profile,
  template: Template,
  { isPaidInFull, names, oldest, note, amounts, facts, invoices }: Content,
): Email {
  const { currency, method = "", reference, payment_reference, language = "en", paid_on, next } = payment;
  const { labels, methods, amountsLocale, withReceipt } = texts[language];
  const amount = formatAmount(payment.cents, currency, language);
  const paid = formatEmailDay(paid_on, language);
  const values = {
    ...commonPlaceholderValues(
      {
        client: payment.client,
        subscription_id: oldest?.subscription_id,
        frequency: oldest?.frequency ?? "",
        service: names.filter(Boolean).join(", "),
        covered: oldest?.covered,
        reference: payment_reference,
        // A header takes no non-breaking space, and the amount stays whole in the table.
        amount: amount.replaceAll("\u00a0", " "),
        due: next ?? oldest?.period ?? paid_on,
      },
      language,
    ),
    paid,
  };
  const ofPayment: Fact[] = [
    [labels.receiptNumber, payment.number ?? ""],
    ...facts,
    [labels.paidOn, paid],
    // An unknown method is shown as it is stored.
    [labels.method, (methods as Record<string, string>)[method] ?? method],
    [labels.reference, reference],
    [labels.ownReference, payment_reference ? formatReference(payment_reference) : ""],
    [labels.ownKraPin, payment.kra_pin ?? ""],
    [labels.credit, payment.credit > 0 ? formatAmount(payment.credit, currency, language) : ""],
    ...(isSettled(payment) ? [] : sumTexts(payment.owed, currency, amountsLocale)).map(
      (owed): Fact => [labels.stillOwed, owed],
    ),
    [labels.nextDue, next ? formatEmailDay(next, language) : ""],
  ];
  const { subject, opening, request, closing } = fillTemplate(
    template,
    values,
    company.company_name,
    language,
  );
  return renderEmail(
    payment.number ? withReceipt(subject, payment.number) : subject,
    [
      ...toParts(opening),
      { figure: amount },
      ...(isPaidInFull ? [{ paragraph: texts[language].paidInFull }] : []),
      ...(note ? [{ paragraph: note }] : []),
      ...amounts,
      { facts: ofPayment.filter(([, value]) => value) },
      ...invoices,
      ...toParts(request),
      ...accountParts(payment.link, language),
      ...contactParts(company, payment_reference, language),
      ...toParts(closing),
    ],
    senderOf(company, language),
  );
}

function factsOfOne(part: PaidPart, { currency }: PaymentFacts, language: Language): Fact[] {
  const { labels } = texts[language];
  const { service, covered, left, period } = part;
  return [
    [labels.service, service ? taggedName(part, language) : ""],
    [labels.period, covered ? formatPeriod(covered, language) : ""],
    [labels.left, left > 0 ? formatAmount(left, currency, language) : ""],
    [labels.due, left > 0 ? formatEmailDay(period, language) : ""],
  ];
}

const rowsOf = ({ parts, currency }: ReceiptFacts, language: Language) =>
  parts.map((part) => ({
    name: taggedName(part, language),
    end: formatAmount(part.cents, currency, language),
    below: [
      part.covered && formatPeriod(part.covered, language),
      part.left > 0 && `${texts[language].labels.left}: ${formatAmount(part.left, currency, language)}`,
    ]
      .filter(Boolean)
      .join(" · "),
  }));
