import { texts as pageTexts } from "../account-page/texts.ts";
import { periodOf } from "../billing/account.ts";
import type { Day } from "../day.ts";
import { isHttps } from "../emails/email.ts";
import { howToPayWith } from "../emails/how-to-pay.ts";
import { formatAmount, formatEmailDay, formatPeriod, signatureOf } from "../emails/reminder-text.ts";
import { texts as emailTexts } from "../emails/texts.ts";
import type { InvoiceLine, Party, WholeInvoice } from "../invoices/invoice.ts";
import { centsOf, type LineAmounts, rateSums } from "../invoices/rate-sums.ts";
import type { Language } from "../languages.ts";
import { type Currency, fromCents, toCents } from "../money.ts";
import { type Cell, filled, type Paper, type PaperTable, type Total } from "../paper/paper.ts";
import { formatReference } from "../payment-reference.ts";
import type { Settings } from "../settings/settings.ts";
import { texts } from "./document-texts.ts";

/** What has become of an invoice, in wire form. */
type Progress = {
  left?: number | undefined;
  credited?: number | undefined;
  not_collected?: number | undefined;
};

export type InvoiceFacts = {
  invoice: Omit<WholeInvoice, "id" | "client_id" | "charges" | "written_at"> & Progress;
  /** What will be an invoice: nothing is frozen yet, and it has no number. */
  isRequest?: boolean;
  company: Settings;
  language?: Language | undefined;
  today: Day;
  sample?: boolean | undefined;
};

/** What stands on an invoice, a credit note, or a request to pay before there is an invoice. */
export function invoiceContent(facts: InvoiceFacts): Paper {
  const { invoice, company, isRequest, sample, language = "en" } = facts;
  const { number, due, of_number, why, reference, buyer, seller, control_unit } = invoice;
  const { kind: paperKind, gross, left = gross, currency } = invoice;
  const text = texts[language];
  const { labels } = emailTexts[language];
  const kind = kindOf(facts, language);
  const name = buyer.company || buyer.name;
  const isToPay = paperKind === "invoice" && left > 0;
  return {
    language,
    title: `${[kind, number].filter(Boolean).join(" ")}: ${name}`,
    kind,
    english: isRequest || language === "en" ? undefined : kindOf(facts, "en"),
    name: number ?? "",
    seller: sellerLines(seller, language),
    to: {
      label: text.to,
      name,
      lines: [
        buyer.company && buyer.name !== buyer.company && buyer.name,
        buyer.address,
        buyer.kra_pin && `${text.kraPin}: ${buyer.kra_pin}`,
      ].flatMap((line) => (line ? line.split("\n") : [])),
    },
    facts: filled([
      { label: text.number, value: number, isStrong: true },
      { label: text.day, value: !isRequest && formatEmailDay(invoice.day, language) },
      { label: labels.due, value: due && formatEmailDay(due, language) },
      { label: text.ofInvoice, value: of_number, isNumber: true },
      { label: text.reason, value: why },
      {
        label: labels.ownReference,
        value: paperKind === "invoice" && reference && formatReference(reference),
      },
    ]),
    status: statusOf(facts, language),
    note: (sample && text.sample) || (isRequest && text.noInvoiceYet) || undefined,
    parts: [
      {
        tables: [linesTable(invoice, language), ...ratesTable(invoice, language)],
        totals: totalsOf(invoice, language),
        notes: invoice.dollar_rate
          ? [
              text.dollarRate(
                formatAmount(toCents(invoice.dollar_rate.kes), "KES", language),
                formatEmailDay(invoice.dollar_rate.day, language),
              ),
            ]
          : [],
      },
    ],
    controlUnit: control_unit && {
      label: text.controlUnit,
      number: control_unit.number,
      check: text.checkAtKra,
      ...(isHttps(control_unit.link ?? "") && { link: control_unit.link }),
    },
    pay: isToPay
      ? howToPayWith(company, { reference, sums: { [currency]: toCents(left) }, language })
      : undefined,
  };
}

const isTaxed = ({ lines }: Pick<WholeInvoice, "lines">): boolean =>
  lines.some(({ taxed }) => taxed !== undefined);

function kindOf({ invoice, isRequest }: InvoiceFacts, language: Language): string {
  const text = texts[language];
  if (isRequest) return text.request;
  if (invoice.kind === "credit_note") return text.creditNote;
  return isTaxed(invoice) ? text.taxInvoice : text.invoice;
}

/** The seller as it was. */
function sellerLines({ name, address, phone, email, kra_pin }: Party, language: Language): string[] {
  const pin = kra_pin && `${texts[language].kraPin}: ${kra_pin}`;
  return [signatureOf(name, language), ...(address ?? "").split("\n"), phone, email, pin].filter(
    (line): line is string => Boolean(line),
  );
}

function statusOf(facts: InvoiceFacts, language: Language): Paper["status"] {
  const { invoice, today } = facts;
  const { left, credited = 0, not_collected = 0, gross, currency } = invoice;
  if (left === undefined) return undefined;
  const text = texts[language];
  const format = (value: number) => formatAmount(toCents(value), currency, language);
  const paid = fromCents(toCents(gross) - toCents(credited) - toCents(not_collected) - toCents(left));
  const sentences = [
    credited > 0 && (credited < gross ? text.credited(format(credited)) : text.creditedWhole),
    paid > 0 && (left + not_collected > 0 ? text.paidPart(format(paid)) : text.paid),
    left > 0 && left < gross && text.left(format(left)),
  ].filter(Boolean);
  return sentences.length > 0
    ? { asOf: pageTexts[language].asOf(formatEmailDay(today, language)), text: sentences.join(" ") }
    : undefined;
}

/** Amounts without VAT, of VAT and with it. Those in dollars have their shillings below them. */
function amountCells(cents: LineAmounts, { currency, kes }: InvoiceFacts["invoice"], language: Language) {
  const cell = (value: number, shillings: number): Cell => ({
    text: formatAmount(value, currency, language),
    below: kes === undefined ? undefined : formatAmount(shillings, "KES", language),
  });
  return {
    net: cell(cents.net, cents.net_kes),
    vat: cell(cents.vat, cents.vat_kes),
    gross: cell(cents.gross, cents.kes),
  };
}

function linesTable(invoice: InvoiceFacts["invoice"], language: Language): PaperTable {
  const text = texts[language];
  const { labels } = emailTexts[language];
  const taxed = isTaxed(invoice);
  return {
    headings: taxed
      ? [labels.service, text.net, text.rate, text.vat, text.gross]
      : [labels.service, labels.amount],
    rows: invoice.lines.map((line) => {
      const { net, vat, gross } = amountCells(centsOf(line), invoice, language);
      return [
        nameOf(line, language),
        ...(taxed ? [net, { text: rateText(line, language) }, vat] : []),
        gross,
      ];
    }),
  };
}

/** The service, or what it is without one, and its period. */
function nameOf({ service, charge, covered }: InvoiceLine, language: Language): Cell {
  const unnamed = periodOf(charge) ? texts[language].subscription : emailTexts[language].unnamedCharge;
  const name = service || unnamed;
  return {
    text: name.slice(0, 1).toUpperCase() + name.slice(1),
    below: covered && formatPeriod(covered, language),
  };
}

const rateText = ({ taxed, rate = 0 }: Pick<InvoiceLine, "taxed" | "rate">, language: Language): string =>
  taxed === "exempt" ? texts[language].exemptRate : `${rate}%`;

/** The sums by rate, if there is more than one. */
function ratesTable(invoice: InvoiceFacts["invoice"], language: Language): PaperTable[] {
  const text = texts[language];
  const sums = rateSums(invoice.lines);
  if (sums.length < 2) return [];
  const nameOfRate = { standard: text.atRate, zero: () => text.zero, exempt: () => text.exempt };
  return [
    {
      headings: [text.byRate, text.net, text.vat, text.gross],
      rows: sums.map(({ taxed = "standard", rate, ...cents }) => {
        const { net, vat, gross } = amountCells(cents, invoice, language);
        return [{ text: nameOfRate[taxed](`${rate}%`) }, net, vat, gross];
      }),
    },
  ];
}

function totalsOf(invoice: InvoiceFacts["invoice"], language: Language): Total[] {
  const { kind, currency } = invoice;
  const text = texts[language];
  const total = kind === "credit_note" ? text.totalCredited : emailTexts[language].labels.total;
  const { net, vat, gross, net_kes, vat_kes, kes } = centsOf(invoice);
  const row = (label: string, cents: number, of: Currency): Total => ({
    label,
    value: formatAmount(cents, of, language),
  });
  const taxed = isTaxed(invoice);
  const inShillings = invoice.kes !== undefined;
  return [
    ...(taxed ? [row(text.totalNet, net, currency), row(text.totalVat, vat, currency)] : []),
    { ...row(total, gross, currency), isSum: true },
    ...(inShillings && taxed
      ? [row(text.netInShillings, net_kes, "KES"), row(text.vatInShillings, vat_kes, "KES")]
      : []),
    ...(inShillings ? [row(text.inShillings, kes, "KES")] : []),
  ];
}
