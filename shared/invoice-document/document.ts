import { documentOf, type Html, html } from "../account-page/html.ts";
import { amount, day, howToPayPart, invoiceLink } from "../account-page/page.ts";
import { texts as pageTexts } from "../account-page/texts.ts";
import { periodOf } from "../billing/account.ts";
import type { Day } from "../day.ts";
import { isHttps } from "../emails/email.ts";
import { formatAmount, formatEmailDay, formatPeriod, signatureOf } from "../emails/reminder-text.ts";
import { texts as emailTexts } from "../emails/texts.ts";
import type { ControlUnit, InvoiceLine, Party, WholeInvoice } from "../invoices/invoice.ts";
import { centsOf, type LineAmounts, rateSums } from "../invoices/rate-sums.ts";
import type { Language } from "../languages.ts";
import { type Currency, fromCents, toCents } from "../money.ts";
import { formatReference } from "../payment-reference.ts";
import type { Settings } from "../settings/settings.ts";
import { invoiceStyle } from "./document-style.ts";
import { texts } from "./document-texts.ts";
import { qrCode } from "./qr-code.ts";

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
  /** The numbers of the credit notes that took back parts of it. */
  creditNotes?: readonly string[] | undefined;
  /** The address of the client's own page. */
  account?: string | undefined;
  /** The address of the site, for a page that is made in the browser. */
  site?: string | undefined;
};

/** One page, to read and to print: an invoice, a credit note, or a request to pay before there is an invoice. */
export function invoiceDocument(facts: InvoiceFacts): string {
  const { invoice, account, sample, isRequest, site, language = "en" } = facts;
  const text = texts[language];
  const content = html`<p class="actions"><button type="button" class="button" id="print" hidden>${pageTexts[language].print}</button>${
    account && html` <a class="button" href="${account}">${pageTexts[language].back}</a>`
  }</p>
${sample && html`<p class="late">${text.sample}</p>`}
${progressPart(facts, language)}
<article>${letterhead(facts, language)}
${heading(facts, language)}
${isRequest && html`<p class="note">${text.noInvoiceYet}</p>`}
${linesTable(invoice, language)}
${ratesTable(invoice, language)}
${totals(invoice, language)}
${invoice.control_unit && controlUnitPart(invoice.control_unit, language)}</article>
${payPart(facts, language)}`;
  const title = [kindOf(facts, language), invoice.number].filter(Boolean).join(" ");
  return documentOf(`${title}: ${buyerName(invoice.buyer)}`, language, content, {
    moreStyle: invoiceStyle,
    site,
  });
}

const isTaxed = ({ lines }: Pick<WholeInvoice, "lines">): boolean =>
  lines.some(({ taxed }) => taxed !== undefined);

function kindOf({ invoice, isRequest }: InvoiceFacts, language: Language): string {
  const text = texts[language];
  if (isRequest) return text.request;
  if (invoice.kind === "credit_note") return text.creditNote;
  return isTaxed(invoice) ? text.taxInvoice : text.invoice;
}

const buyerName = ({ company, name }: Party): string => company || name;

/** What is true on the day of reading, apart from what is written for good. */
function progressPart(facts: InvoiceFacts, language: Language): Html | false {
  const { invoice, today, account, creditNotes = [] } = facts;
  const { left, credited = 0, not_collected = 0, gross, currency } = invoice;
  if (left === undefined) return false;
  const text = texts[language];
  const format = (value: number) => formatAmount(toCents(value), currency, language);
  const paid = fromCents(toCents(gross) - toCents(credited) - toCents(not_collected) - toCents(left));
  const sentences = [
    credited > 0 && (credited < gross ? text.credited(format(credited)) : text.creditedWhole),
    paid > 0 && (left + not_collected > 0 ? text.paidPart(format(paid)) : text.paid),
    left > 0 && left < gross && text.left(format(left)),
  ].filter(Boolean);
  return (
    sentences.length > 0 &&
    html`<p class="box" role="status"><span class="quiet">${pageTexts[language].asOf(formatEmailDay(today, language))}:</span> <strong>${sentences.join(" ")}</strong>${creditNotes.map(
      (number) => html`<br>${text.creditNote} ${invoiceLink(account, number)}`,
    )}</p>`
  );
}

/** The company's logo, if it has one, and the seller as it was. */
function letterhead({ invoice: { seller }, company }: InvoiceFacts, language: Language): Html {
  const { name, address, phone, email, kra_pin } = seller;
  const shown = signatureOf(name, language);
  const lines = [address, phone, email, kra_pin && `${texts[language].kraPin}: ${kra_pin}`].filter(Boolean);
  return html`<header class="head">${
    isHttps(company.logo_url) && html`<p><img class="logo" src="${company.logo_url}" alt="${shown}"></p>`
  }<p class="lines">${[shown, ...lines].join("\n")}</p></header>`;
}

/** What it is, with its number and days and its reader. */
function heading(facts: InvoiceFacts, language: Language): Html {
  const { invoice, isRequest, account } = facts;
  const { number, due, of_number, why, reference, buyer } = invoice;
  const text = texts[language];
  const { labels } = emailTexts[language];
  const english = !isRequest && language !== "en" && kindOf(facts, "en");
  const rows: [label: string, value: Html | string | undefined | false][] = [
    [text.number, number && html`<strong>${amount(number)}</strong>`],
    [text.day, !isRequest && day(invoice.day, language)],
    [labels.due, due && day(due, language)],
    [text.ofInvoice, of_number && invoiceLink(account, of_number)],
    [text.reason, why],
    [labels.ownReference, invoice.kind === "invoice" && reference && amount(formatReference(reference))],
  ];
  const more = [buyer.company && buyer.name !== buyer.company && buyer.name, buyer.address];
  return html`<div class="head title"><div><h1><span class="kind">${kindOf(facts, language)}${
    english && html` · <span lang="en">${english}</span>`
  }</span></h1>
<p class="party lines"><span class="quiet">${text.to}</span>\n<strong>${buyerName(buyer)}</strong>${more.filter(Boolean).map((line) => `\n${line}`)}${
    buyer.kra_pin && `\n${text.kraPin}: ${buyer.kra_pin}`
  }</p></div>
<dl class="facts">${rows.filter(([, value]) => value).map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl></div>`;
}

const money = (cents: number, currency: Currency, language: Language): Html =>
  amount(formatAmount(cents, currency, language));

/** Amounts without VAT, of VAT and with it. Those in dollars have their shillings below them. */
function amountCells(cents: LineAmounts, { currency, kes }: InvoiceFacts["invoice"], language: Language) {
  const cell = (value: number, shillings: number) =>
    html`<span>${money(value, currency, language)}${
      kes !== undefined && html`<br><span class="small quiet">${money(shillings, "KES", language)}</span>`
    }</span>`;
  return {
    net: cell(cents.net, cents.net_kes),
    vat: cell(cents.vat, cents.vat_kes),
    gross: cell(cents.gross, cents.kes),
  };
}

/** A table whose cells have the name of their column, for narrow screens. The first column names the row. */
function table(headings: readonly string[], rows: readonly (readonly (Html | string)[])[], name = ""): Html {
  return html`<table class="${name}"><thead><tr>${headings.map(
    (heading) => html`<th scope="col">${heading}</th>`,
  )}</tr></thead>
<tbody>${rows.map(
    ([first = "", ...cells]) =>
      html`<tr><th scope="row">${first}</th>${cells.map((cell, at) => html`<td data-label="${headings[at + 1]}">${cell}</td>`)}</tr>
`,
  )}</tbody></table>`;
}

function linesTable(invoice: InvoiceFacts["invoice"], language: Language): Html {
  const { lines } = invoice;
  const text = texts[language];
  const { labels } = emailTexts[language];
  const taxed = isTaxed(invoice);
  const headings = taxed
    ? [labels.service, text.net, text.rate, text.vat, text.gross]
    : [labels.service, labels.amount];
  const rows = lines.map((line) => {
    const { net, vat, gross } = amountCells(centsOf(line), invoice, language);
    return [nameOf(line, language), ...(taxed ? [net, rateText(line, language), vat] : []), gross];
  });
  return table(headings, rows);
}

/** The service, or what it is without one, and its period. */
function nameOf({ service, charge, covered }: InvoiceLine, language: Language): Html {
  const unnamed = periodOf(charge) ? texts[language].subscription : emailTexts[language].unnamedCharge;
  const name = service || unnamed;
  return html`${name.slice(0, 1).toUpperCase() + name.slice(1)}${
    covered && html`<br><span class="small quiet">${formatPeriod(covered, language)}</span>`
  }`;
}

const rateText = ({ taxed, rate = 0 }: Pick<InvoiceLine, "taxed" | "rate">, language: Language): string =>
  taxed === "exempt" ? texts[language].exemptRate : `${rate}%`;

/** The sums by rate, if there is more than one. */
function ratesTable(invoice: InvoiceFacts["invoice"], language: Language): Html | false {
  const text = texts[language];
  const sums = rateSums(invoice.lines);
  const nameOfRate = { standard: text.atRate, zero: () => text.zero, exempt: () => text.exempt };
  const rows = sums.map(({ taxed = "standard", rate, ...cents }) => {
    const { net, vat, gross } = amountCells(cents, invoice, language);
    return [nameOfRate[taxed](`${rate}%`), net, vat, gross];
  });
  return sums.length > 1 && table([text.byRate, text.net, text.vat, text.gross], rows, "rates");
}

function totals(invoice: InvoiceFacts["invoice"], language: Language): Html {
  const { kind, currency, dollar_rate } = invoice;
  const text = texts[language];
  const total = kind === "credit_note" ? text.totalCredited : emailTexts[language].labels.total;
  const { net, vat, gross, net_kes, vat_kes, kes } = centsOf(invoice);
  const row = (label: string, cents: number, currency: Currency) =>
    html`<dt>${label}</dt><dd>${money(cents, currency, language)}</dd>`;
  const taxed = isTaxed(invoice);
  const inShillings = invoice.kes !== undefined;
  return html`<dl class="totals">${taxed && [row(text.totalNet, net, currency), row(text.totalVat, vat, currency)]}<dt class="sum-of-all">${total}</dt><dd class="sum-of-all">${money(gross, currency, language)}</dd>${
    inShillings &&
    taxed && [row(text.netInShillings, net_kes, "KES"), row(text.vatInShillings, vat_kes, "KES")]
  }${inShillings && row(text.inShillings, kes, "KES")}</dl>
${
  dollar_rate &&
  html`<p class="small quiet note">${text.dollarRate(
    formatAmount(toCents(dollar_rate.kes), "KES", language),
    formatEmailDay(dollar_rate.day, language),
  )}</p>`
}`;
}

function controlUnitPart({ number, link = "" }: ControlUnit, language: Language): Html {
  const text = texts[language];
  return html`<figure class="qr">${isHttps(link) && qrCode(link, text.checkAtKra)}<figcaption>${text.controlUnit}<br><strong>${number}</strong>${
    isHttps(link) && html`<br><a href="${link}" rel="noreferrer">${text.checkAtKra}</a>`
  }</figcaption></figure>`;
}

/** How to pay what is left, as the company is paid today. */
function payPart({ invoice, company }: InvoiceFacts, language: Language): Html | false {
  const { kind, gross, left = gross, currency, reference } = invoice;
  return (
    kind === "invoice" &&
    left > 0 &&
    howToPayPart(company, { reference, sums: { [currency]: toCents(left) }, language })
  );
}
