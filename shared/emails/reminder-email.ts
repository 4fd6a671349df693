import { isOneOff, isOverdue } from "../billing/account.ts";
import { reminderTone, type Template } from "../email-templates.ts";
import type { Language } from "../languages.ts";
import { type Currency, leftCents, type Sums, sumsOf, sumTexts, toCents } from "../money.ts";
import { blockText, type Email, type Part, renderEmail } from "./email.ts";
import { hasPaymentInstructions, howToPay, paymentNote } from "./how-to-pay.ts";
import {
  commonPlaceholderValues,
  distanceText,
  fillReminderTemplate,
  fillTemplate,
  formatAmount,
  formatEmailDay,
  formatPeriod,
  partPaidText,
  type ReminderCharge,
  type ReminderFacts,
  type ReminderInvoice,
  serviceName,
  signatureOf,
  taggedName,
} from "./reminder-text.ts";
import { texts } from "./texts.ts";
import { accountParts, contactParts, type Fact, type Profile, senderOf, toParts } from "./to-clients.ts";

/** Gmail cuts an email off after 102 KB, and with it how to pay. The client's own page has all. */
const MAX_ROWS = 40;

/** A client's open charges, oldest first. */
type Reminder = Pick<ReminderFacts, "client" | "language" | "reference" | "today"> & {
  charges: readonly ReminderCharge[];
  /** The invoices of these charges, as far as they have a number. */
  invoices?: readonly ReminderInvoice[] | undefined;
  /** The address of the client's own page. */
  link?: string | undefined;
};

/** A filled template, and the amounts, which stand between its opening and its request. */
type Filled = ReturnType<typeof fillTemplate> & { sums: Sums; amounts: Part[] };

/** The reminder of a client's open charges, by the company's template or the built-in one. */
export function reminderEmail(reminder: Reminder, company: Profile, companyTemplate?: Template): Email {
  const { reference, language = "en", link } = reminder;
  const { subject, opening, amounts, request, closing, sums } = fill(reminder, company, companyTemplate);
  return renderEmail(
    subject,
    [
      ...toParts(opening),
      ...invoiceParts(reminder),
      ...amounts,
      ...toParts(request),
      ...accountParts(link, language),
      {
        box: texts[language].labels.howToPay,
        blocks: howToPay(company, { reference, sums, language }),
        note: paymentNote(company, language),
      },
      ...contactParts(company, reference, language),
      ...toParts(closing),
    ],
    senderOf(company, language),
  );
}

function fill(reminder: Reminder, company: Profile, companyTemplate?: Template): Filled {
  const [oldest, ...others] = reminder.charges;
  if (!oldest) throw new Error("A reminder names at least one charge.");
  return others.length === 0
    ? fillSingle({ ...reminder, ...oldest }, reminder, company, companyTemplate)
    : fillSeveral(reminder, oldest, company, companyTemplate);
}

/** The built-in subject if the reminder asks for one invoice and nothing else. */
function invoiceSubject({ charges, invoices = [], today, language = "en" }: Reminder, about: string) {
  const [invoice, ...others] = invoices;
  const isAll =
    others.length === 0 &&
    charges.every(({ period, currency }) => period === invoice?.due && currency === invoice.currency);
  return invoice && isAll
    ? texts[language].invoiceSubjects(invoice.number, about)[reminderTone(invoice.due, today)]
    : undefined;
}

const invoiceName = ({ number, due }: ReminderInvoice, language: Language): string =>
  texts[language].invoiceDue(number, formatEmailDay(due, language));

/** One invoice is a link, several are a list with what each asks for. */
function invoiceParts({ invoices = [], language = "en" }: Reminder): Part[] {
  const [only, ...others] = invoices;
  if (!only) return [];
  if (others.length === 0) {
    const name = invoiceName(only, language);
    return [only.link ? { link: name, href: only.link } : { paragraph: name }];
  }
  const rows = invoices.slice(0, MAX_ROWS).map((invoice) => ({
    name: invoiceName(invoice, language),
    end: formatAmount(toCents(invoice.amount), invoice.currency, language),
    href: invoice.link,
  }));
  return [{ rows: [...rows, ...rowOfOthers(invoices, ({ amount }) => toCents(amount), language)] }];
}

/** One row for those beyond the first, with their sums. */
function rowOfOthers<R extends { currency: Currency }>(
  all: readonly R[],
  centsOf: (row: R) => number,
  language: Language,
) {
  const { andMore, amountsLocale } = texts[language];
  const others = all.slice(MAX_ROWS);
  const [first] = others;
  if (!first) return [];
  const end = sumTexts(sumsOf(others, centsOf), first.currency, amountsLocale).join(" + ");
  return [{ name: andMore(others.length), end }];
}

/** A reminder as plain text, for a chat: the whole sum, how to pay it, and the address of the client's own page. */
export function reminderText(reminder: Reminder, company: Profile): string {
  const { reference, language = "en", charges, link } = reminder;
  const { chatAmount, seeAccount, amountsLocale } = texts[language];
  const { opening, closing, sums } = fill(reminder, company);
  const invoices = (reminder.invoices ?? []).map((invoice) =>
    [invoiceName(invoice, language), invoice.link].filter(Boolean).join(": "),
  );
  const [oldest, ...others] = charges;
  const partPaid = oldest && others.length === 0 ? partPaidText({ ...oldest, language }) : undefined;
  const total = sumTexts(sums, oldest?.currency ?? "USD", amountsLocale).join(" + ");
  return [
    `${opening.join("\n\n")} ${partPaid ?? chatAmount(total)}`,
    invoices.join("\n"),
    ...howToPay(company, { reference, sums, language }).map(blockText),
    paymentNote(company, language),
    link && `${seeAccount}: ${link}`,
    ...closing,
    signatureOf(company.company_name, language),
  ]
    .filter(Boolean)
    .join("\n\n");
}

/** The reminder of a client with one open charge. */
export const reminderOfOne = (
  facts: Omit<ReminderFacts, "company"> & Pick<Reminder, "link" | "invoices">,
  company: Profile,
  template?: Template,
) => reminderEmail({ ...facts, charges: [facts] }, company, template);

function fillSingle(
  facts: Omit<ReminderFacts, "company">,
  reminder: Reminder,
  company: Profile,
  companyTemplate: Template | undefined,
): Filled {
  const { service, currency, paid, period, covered, language = "en" } = facts;
  const { labels } = texts[language];
  const sums = { [currency]: leftCents(facts) };
  const amountLeft = formatAmount(leftCents(facts), currency, language);
  const partPaid = partPaidText(facts);
  return {
    ...fillReminderTemplate(
      { ...facts, company: company.company_name },
      {
        hasInstructions: hasPaymentInstructions(company, language, sums),
        companyTemplate,
        builtInSubject: invoiceSubject(reminder, "{service}"),
      },
    ),
    sums,
    amounts: [
      { figure: amountLeft, late: isOverdue(period, facts.today) },
      ...(partPaid ? [{ paragraph: partPaid }] : []),
      {
        facts: [
          ...(service ? [[labels.service, taggedName(facts, language)] as Fact] : []),
          ...(covered ? [[labels.period, formatPeriod(covered, language)] as Fact] : []),
          [labels.due, formatEmailDay(period, language)],
          [labels.amount, formatAmount(toCents(facts.amount), currency, language)],
          ...(paid
            ? [
                [labels.paid, formatAmount(toCents(paid), currency, language)] as Fact,
                [labels.left, amountLeft] as Fact,
              ]
            : []),
        ],
      },
    ],
  };
}

/** Tone, day and period come from the oldest charge, amount and services from all. */
function fillSeveral(
  reminder: Reminder,
  oldest: ReminderCharge,
  company: Profile,
  companyTemplate: Template | undefined,
): Filled {
  const { client, language = "en", reference, today, charges } = reminder;
  const { labels, amountsLocale, several } = texts[language];
  const sums = sumsOf(charges, leftCents);
  const totals = sumTexts(sums, oldest.currency, amountsLocale);
  const builtIn = several(charges.length, {
    hasInstructions: hasPaymentInstructions(company, language, sums),
  })[reminderTone(oldest.period, today)];
  const names = charges.map((charge) => serviceName(charge, language));
  const values = {
    ...commonPlaceholderValues(
      {
        client,
        reference,
        subscription_id: oldest.subscription_id,
        frequency: oldest.frequency,
        covered: oldest.covered,
        due: oldest.period,
        service: [...new Set(names)].join(", "),
        // A subject cannot have non-breaking spaces. The table keeps them.
        amount: totals.join(" + ").replaceAll("\u00a0", " "),
      },
      language,
    ),
    days: distanceText({ period: oldest.period, today }, language),
  };
  const subject = invoiceSubject(reminder, "{amount}") ?? builtIn.subject;
  const template = { ...builtIn, ...(!isOneOff(oldest) && companyTemplate), subject };
  return {
    ...fillTemplate(template, values, company.company_name, language),
    sums,
    amounts: [
      { figures: totals, late: isOverdue(oldest.period, today) },
      {
        rows: [
          ...charges.slice(0, MAX_ROWS).map((charge) => ({
            name: taggedName(charge, language),
            end: formatAmount(leftCents(charge), charge.currency, language),
            below: detailOf(charge, language),
          })),
          ...rowOfOthers(charges, leftCents, language),
          ...totals.map((end) => ({ name: labels.total, end, isSum: true as const })),
        ],
      },
    ],
  };
}

/** `Due: 28 Dec 2026 · 28 Dec 2026 to 27 Jan 2027 · Paid: $50.00` */
const detailOf = ({ covered, period, paid, currency }: ReminderCharge, language: Language): string => {
  const { labels } = texts[language];
  return [
    `${labels.due}: ${formatEmailDay(period, language)}`,
    covered && formatPeriod(covered, language),
    paid && `${labels.paid}: ${formatAmount(toCents(paid), currency, language)}`,
  ]
    .filter(Boolean)
    .join(" · ");
};
