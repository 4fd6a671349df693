import { invoicePath, paymentRequestName, STATEMENT_VIEW } from "../account-page-routes.ts";
import {
  coveredBy,
  invoiceNumbersOf,
  type Records,
  statementOf,
} from "../account-statement/build-statement.ts";
import { byCurrency, type Line, periodOf, type Statement } from "../account-statement/statement.ts";
import {
  entryName,
  isPayment,
  meansText,
  serviceOf,
  texts as statementTexts,
} from "../account-statement/statement-texts.ts";
import {
  type Charge,
  compareCharges,
  isAskedFor,
  isOpen,
  isOverdue,
  leftOf,
  type Owed,
} from "../billing/account.ts";
import { isInvoiced } from "../billing/invoicing.ts";
import type { Client } from "../clients/client.ts";
import { isHttps } from "../emails/email.ts";
import { type HowToPay, howToPayWith } from "../emails/how-to-pay.ts";
import { formatAmount, formatEmailDay, formatPeriod } from "../emails/reminder-text.ts";
import { texts as emailTexts } from "../emails/texts.ts";
import { senderOf } from "../emails/to-clients.ts";
import type { Language } from "../languages.ts";
import { type Currency, type Sums, sumsOf } from "../money.ts";
import { formatReference } from "../payment-reference.ts";
import { isDue } from "../reminders/to-pay.ts";
import { whatsAppLink, whatsAppOf } from "../reminders/whatsapp.ts";
import type { Settings } from "../settings/settings.ts";
import { documentOf, type Html, html } from "./html.ts";
import { type PayNow, payNowPart, promptPart, refreshSeconds } from "./pay-now.ts";
import { texts } from "./texts.ts";

/** The page shows one client's account, and the company. */
export type AccountFacts = {
  client: Pick<Client, "name" | "company" | "kra_pin" | "language" | "payment_reference" | "sample">;
  company: Settings;
  charges: readonly Charge[];
  /** The charges that the client is asked to pay. */
  toPay: readonly Charge[];
  owed: readonly Owed[];
  records: Records;
  /** All records could be read. */
  complete: boolean;
  /** The address of this page. */
  account?: string | undefined;
  payNow?: PayNow;
};

/** The client's account: what is open, how to pay, and what was paid. Each list has at most `maxRows` rows. */
export function accountPage(facts: AccountFacts, maxRows: number): string {
  const { client, company, owed, records, toPay } = facts;
  const { language = "en", payment_reference: reference } = client;
  const [text, { labels }] = [texts[language], emailTexts[language]];
  const asked = sumsOf(toPay, leftOf);
  const statements = byCurrency(statementOf(records, periodOf("", records.today)));
  const sums = sumsToShow(facts, asked, statements);
  const credit = owed.filter((debt) => debt.credit > 0);
  const payNow = payNowPart(facts.payNow, { charges: facts.charges, asked, language });
  const content = html`${opening(facts, text.title)}
${promptPart(facts.payNow, language)}
${toPayPart(facts, asked, language)}
${openPart(facts, maxRows, payNow)}
${credit.map(({ currency, credit }) => html`<p>${labels.credit}: ${amount(formatAmount(credit, currency, language))}</p>`)}
${howToPayPart(howToPayWith(company, { reference, sums, language }))}
${paidPart(statements, language, maxRows)}
<p class="actions"><a class="button" href="?view=${STATEMENT_VIEW}">${text.statement}</a></p>
${contact(company, reference, language)}`;
  const title = `${text.title}: ${senderOf(company, language).name}`;
  return documentOf(title, language, content, { refreshSeconds: refreshSeconds(facts.payNow) });
}

export const amount = (text: string): Html => html`<span class="amount">${text}</span>`;
export const day = (value: string, language: Language): Html =>
  html`<time datetime="${value}">${formatEmailDay(value, language)}</time>`;

/** The number of an invoice as a link to it. What is printed or saved has the number alone: the address is secret. */
export const invoiceLink = (account: string | undefined, number: string): Html =>
  account
    ? html`<a class="amount on-screen" href="${invoicePath(account, number)}">${number}</a><span class="amount on-paper">${number}</span>`
    : amount(number);

/** `Invoice INV-2026-000123` */
export const invoiceNames = (
  numbers: readonly string[],
  { account, language }: { account: string | undefined; language: Language },
): Html[] =>
  numbers.map((number) => html`<br>${emailTexts[language].invoice("")}${invoiceLink(account, number)}`);

/** The company, and whose account it is on which day. */
export function opening({ client, company, records, complete }: AccountFacts, title: string): Html {
  const { language = "en", payment_reference: reference } = client;
  const { name, logo = "" } = senderOf(company, language);
  const [text, { labels }] = [texts[language], emailTexts[language]];
  return html`<header>${isHttps(logo) ? html`<img class="logo" src="${logo}" alt="${name}">` : name}</header>
<h1>${title}</h1>
<p>${client.company || client.name}</p>
<p class="quiet">${text.asOf(formatEmailDay(records.today, language))}${
    reference && html` · ${labels.ownReference}: <span class="amount">${formatReference(reference)}</span>`
  }</p>
${client.sample && html`<p class="late">${text.sample}</p>`}
${!complete && html`<p class="late">${statementTexts[language].unreadable}</p>`}`;
}

/** One sum for each currency. What is on hold stands in its own part. */
function toPayPart({ toPay, owed, records }: AccountFacts, asked: Sums, language: Language): Html | false {
  const { toPay: title, ofItOverdue } = texts[language];
  if (toPay.length === 0)
    return (
      owed.every(({ on_hold }) => on_hold === 0) &&
      html`<section><p class="sum">${statementTexts[language].nothingDue}</p></section>`
    );
  const late = sumsOf(
    toPay.filter(({ due }) => isOverdue(due, records.today)),
    leftOf,
  );
  const sums = Object.entries(asked) as [Currency, number][];
  return html`<section><h2>${title}</h2>${sums.map(([currency, cents]) => {
    const overdue = late[currency] ?? 0;
    return html`<p class="sum amount">${formatAmount(cents, currency, language)}</p>${
      overdue > 0 && overdue < cents && html`<p>${ofItOverdue(formatAmount(overdue, currency, language))}</p>`
    }`;
  })}</section>`;
}

/** The charges to pay, how to pay them at once, those on hold, those not asked for, and the next one of each subscription. */
function openPart(
  { client, company, charges, owed, toPay, records, account }: AccountFacts,
  maxRows: number,
  payNow: Html | false,
): Html {
  const { language = "en" } = client;
  const [text, { labels }] = [texts[language], emailTexts[language]];
  const asked = new Set(toPay);
  const open = charges.filter((charge) => isAskedFor(charge) && !asked.has(charge)).toSorted(compareCharges);
  const held = charges.filter((charge) => isOpen(charge) && charge.on_hold).toSorted(compareCharges);
  const isDueNow = (charge: Charge) => isDue(charge, records.today, company);
  const [alsoOpen, later] = [open.filter(isDueNow), open.filter((charge) => !isDueNow(charge))];
  const coming = [...Map.groupBy(later, ({ subscription_id, id }) => subscription_id ?? id).values()].flatMap(
    ([first]) => first ?? [],
  );
  const row = (charge: Charge) => {
    const covered = coveredBy(charge, records.subscriptions);
    const format = (cents: number) => formatAmount(cents, charge.currency, language);
    return html`<li><div>${serviceOf(charge, language)}
<div class="small quiet">${labels.due}: ${day(charge.due, language)}${
      !charge.on_hold &&
      isOverdue(charge.due, records.today) &&
      html` · <span class="late">${text.overdue}</span>`
    }${covered && html`<br>${formatPeriod(covered, language)}`}${
      charge.paid_cents > 0 && html`<br>${labels.paid}: ${amount(format(charge.paid_cents))}`
    }${invoiceNames(invoiceNumbersOf(charge, records), { account, language })}</div></div>${amount(format(leftOf(charge)))}</li>`;
  };
  const list = (listed: Charge[]) =>
    html`<ul>${listed.slice(0, maxRows).map(row)}</ul>${moreText(listed.length - maxRows, language)}`;
  const heldSums = owed.filter(({ on_hold }) => on_hold > 0);
  return html`${toPay.length > 0 && list([...toPay])}
${requestLinks(toPay.slice(0, maxRows), { account, language })}
${
  held.length > 0 &&
  html`<section><h2>${text.onHold}</h2>${heldSums.map(
    ({ currency, on_hold }) => html`<p class="sum amount">${formatAmount(on_hold, currency, language)}</p>`,
  )}
<p class="quiet">${text.onHoldNote}</p>${list(held)}</section>`
}
${payNow}
${alsoOpen.length > 0 && html`<section><h2>${text.alsoOpen}</h2><p class="quiet">${text.notAskedFor}</p>${list(alsoOpen)}</section>`}
${coming.length > 0 && html`<section><h2>${labels.nextDue}</h2>${list(coming)}</section>`}`;
}

/** Who needs a paper to pay has one before there is an invoice: for each due day and currency. */
function requestLinks(
  charges: readonly Charge[],
  { account, language }: { account: string | undefined; language: Language },
): Html | false {
  const uninvoiced = charges.filter((charge) => !isInvoiced(charge));
  const requested = new Map(uninvoiced.map((charge) => [paymentRequestName(charge), charge]));
  const links = [...requested].map(
    ([name, { due }], at) =>
      html`${at > 0 && ", "}<a href="${invoicePath(account ?? "", name)}">${day(due, language)}</a>`,
  );
  return (
    account !== undefined &&
    links.length > 0 &&
    html`<p class="small quiet on-screen">${texts[language].request}: ${links}</p>`
  );
}

export const moreText = (count: number, language: Language): Html | false =>
  count > 0 && html`<p class="quiet">${texts[language].more(count)}</p>`;

/** Shows the sums asked for; if there are none, those on hold, else the currencies of the account. */
function sumsToShow(
  { owed, toPay, company }: AccountFacts,
  asked: Sums,
  statements: readonly Statement[],
): Sums {
  if (toPay.length > 0) return asked;
  const held = owed.filter(({ on_hold }) => on_hold > 0);
  if (held.length > 0) return Object.fromEntries(held.map(({ currency, on_hold }) => [currency, on_hold]));
  const used = statements.map(({ currency }) => currency);
  return Object.fromEntries(
    (used.length > 0 ? used : [company.default_currency]).map((currency) => [currency, 0]),
  );
}

/** The same ways to pay as in a reminder. */
export function howToPayPart(pay: HowToPay | undefined): Html | false {
  if (!pay) return false;
  const { heading, blocks, note } = pay;
  return html`<section><h2>${heading}</h2>
${blocks.map(
  ({ title, facts, note = "" }) => html`<div class="box"><h3>${title}</h3>
<dl>${facts.map(([label, value]) => html`<dt>${label}</dt><dd>${value}</dd>`)}</dl>${note && html`<p>${note}</p>`}</div>`,
)}${note && html`<p class="box lines">${note}</p>`}</section>`;
}

/** Lists the payments in the days of the statements, newest first. */
function paidPart(statements: readonly Statement[], language: Language, maxRows: number): Html {
  const text = texts[language];
  const paid = statements
    .flatMap(({ currency, lines }) => lines.map((line) => ({ line, currency })))
    .filter(({ line }) => isPayment(line))
    .sort((a, b) => (a.line.day < b.line.day ? 1 : -1));
  return html`<section><h2>${text.payments}</h2>
${paid.length === 0 && html`<p>${text.noPayments}</p>`}
<ul>${paid.slice(0, maxRows).map(
    ({ line, currency }) => html`<li><div>${day(line.day, language)}
<div class="small quiet">${meansOf(line, language)}</div></div>${amount(formatAmount(-line.cents, currency, language))}</li>`,
  )}</ul>${moreText(paid.length - maxRows, language)}</section>`;
}

/** `M-Pesa SK12ABC`, and the number of its receipt; for tax and refunds with their name. */
export function meansOf(line: Line, language: Language): Html {
  const { labels } = emailTexts[language];
  const means = meansText(line, language);
  const name = entryName(line, language);
  const text = name === statementTexts[language].received ? means : [name, means].filter(Boolean).join(": ");
  const { receipt_number: number } = line;
  return html`${text}${number && html`${text && " · "}${labels.receiptNumber} ${amount(number)}`}`;
}

/** How to reach the company. */
export function contact(company: Settings, reference: string | undefined, language: Language): Html {
  const { name, lines } = senderOf(company, language);
  const { writeOnWhatsApp, chatAboutReference, chatHello } = emailTexts[language];
  const chat = whatsAppOf(company.company_phone);
  const text = reference ? chatAboutReference(formatReference(reference)) : chatHello;
  return html`<section class="small"><p class="quiet lines">${[name, ...lines.filter(Boolean)].join("\n")}</p>
${"number" in chat && html`<p><a href="${whatsAppLink(chat.number, text)}" rel="noreferrer">${writeOnWhatsApp}</a></p>`}</section>`;
}
