import { statementOf } from "../account-statement/build-statement.ts";
import {
  byCurrency,
  type Line,
  periodOf,
  type Statement,
  sumsToPay,
} from "../account-statement/statement.ts";
import {
  closingOf,
  entryName,
  isPayment,
  servicesOf,
  texts as statementTexts,
} from "../account-statement/statement-texts.ts";
import { howToPayWith } from "../emails/how-to-pay.ts";
import { formatAmount, formatPeriod } from "../emails/reminder-text.ts";
import { texts as emailTexts } from "../emails/texts.ts";
import type { Language } from "../languages.ts";
import { documentOf, type Html, html } from "./html.ts";
import {
  type AccountFacts,
  amount,
  contact,
  day,
  howToPayPart,
  invoiceNames,
  meansOf,
  opening,
} from "./page.ts";
import { statementStyle } from "./style.ts";
import { texts } from "./texts.ts";

/** The statement of the last 12 months, to print. Each currency has at most `maxRows` lines, the newest. */
export function statementPage(facts: AccountFacts, maxRows: number): string {
  const { client, company, records, account } = facts;
  const { language = "en", payment_reference: reference } = client;
  const [text, page] = [statementTexts[language], texts[language]];
  const { from, to } = periodOf("", records.today);
  const statements = byCurrency(statementOf(records, { from, to })).filter(
    ({ lines, opening }) => lines.length > 0 || opening !== 0,
  );
  const content = html`${opening(facts, text.title)}
${client.kra_pin && html`<p class="quiet">${emailTexts[language].labels.ownKraPin}: ${client.kra_pin}</p>`}
<p>${formatPeriod({ from: from ?? to, to }, language)}</p>
<p class="actions"><button type="button" class="button" id="print" hidden>${page.print}</button>
<a class="button" href="?">${page.back}</a></p>
${statements.length === 0 && html`<p>${text.empty}</p>`}
${statements.map((statement) => accountIn(newestLines(statement, maxRows), { account, language }))}
${howToPayPart(howToPayWith(company, { reference, sums: sumsToPay(statements, company), language }))}
${contact(company, reference, language)}`;
  const title = `${text.title}: ${client.company || client.name}`;
  return documentOf(title, language, content, { moreStyle: statementStyle });
}

/** Older lines become part of the balance that is brought forward. */
export function newestLines(statement: Statement, maxRows: number): Statement {
  const lines = statement.lines.slice(-maxRows);
  const [first] = lines;
  return { ...statement, lines, opening: first ? first.balance - first.cents : statement.opening };
}

type Reader = { account: string | undefined; language: Language };

function accountIn({ currency, opening, lines, closing, held }: Statement, reader: Reader): Html {
  const { language } = reader;
  const text = statementTexts[language];
  const { labels } = emailTexts[language];
  const end = closingOf({ closing }, undefined, language);
  const format = (cents: number) => amount(formatAmount(cents, currency, language));
  const row = (when: Html | string, details: Html | string, sum: Html | string, balance: number) =>
    html`<tr><td>${when}</td><th scope="row">${details}</th><td>${sum}</td><td data-label="${text.balance}">${format(balance)}</td></tr>`;
  return html`<section><h2>${text.currencies[currency]}</h2>
<p>${closing !== 0 && `${end.label}: `}<strong>${closing === 0 ? text.nothingDue : format(end.cents)}</strong></p>
${held > 0 && html`<p>${text.ofItOnHold(formatAmount(held, currency, language))}</p>`}
<table><thead><tr>${[text.day, text.details, labels.amount, text.balance].map((heading) => html`<th scope="col">${heading}</th>`)}</tr></thead>
<tbody>${opening !== 0 && row("", text.opening, "", opening)}
${lines.map((line) => row(day(line.day, language), detailsOf(line, reader), format(line.cents), line.balance))}</tbody></table></section>`;
}

function detailsOf(line: Line, reader: Reader): Html {
  const { language } = reader;
  const services = servicesOf(line, language);
  if (isPayment(line))
    return html`${entryName(line, language)}<div class="small quiet">${meansOf(line, language)}${
      line.items.length > 1 && html`<br>${services}`
    }</div>`;
  const { labels } = emailTexts[language];
  const onHold = line.on_hold && ` · ${statementTexts[language].onHold}`;
  return html`${[entryName(line, language), services].filter(Boolean).join(": ")}<div class="small quiet">${
    line.covered && `${formatPeriod(line.covered, language)} · `
  }${labels.due}: ${line.due && day(line.due, language)}${onHold}${invoiceNames(line.invoices ?? [], reader)}</div>`;
}
