import { documentOf, type Html, html } from "../account-page/html.ts";
import { amount, howToPayPart, invoiceLink } from "../account-page/page.ts";
import { texts as pageTexts } from "../account-page/texts.ts";
import { invoicePath, PDF_ENDING } from "../account-page-routes.ts";
import { isHttps } from "../emails/email.ts";
import type { Cell, Paper, PaperFact, PaperPart, PaperTable } from "../paper/paper.ts";
import { invoiceStyle } from "./document-style.ts";
import { texts } from "./document-texts.ts";
import { type InvoiceFacts, invoiceContent } from "./invoice-content.ts";
import { qrCode } from "./qr-code.ts";

export type InvoicePage = InvoiceFacts & {
  /** The numbers of the credit notes that took back parts of it. */
  creditNotes?: readonly string[] | undefined;
  /** The address of the client's own page. */
  account?: string | undefined;
  /** The address of the site, for a page that is made in the browser. */
  site?: string | undefined;
};

/** One page, to read and to print: an invoice, a credit note, or a request to pay before there is an invoice. */
export function invoiceDocument(facts: InvoicePage): string {
  const { account, site } = facts;
  const paper = invoiceContent(facts);
  const { number } = facts.invoice;
  const pdf = account && number && invoicePath(account, number) + PDF_ENDING;
  const { language, title, note, parts, controlUnit, pay } = paper;
  const content = html`<p class="actions"><button type="button" class="button" id="print" hidden>${pageTexts[language].print}</button>${
    account && html` <a class="button" href="${account}">${pageTexts[language].back}</a>`
  }${pdf && html` <a class="button" href="${pdf}">PDF</a>`}</p>
${facts.sample && html`<p class="late">${texts[language].sample}</p>`}
${statusPart(paper, facts)}
<article>${letterhead(paper, facts)}
${heading(paper, account)}
${!facts.sample && note && html`<p class="note">${note}</p>`}
${parts.map(part)}
${controlUnit && controlUnitPart(controlUnit)}</article>
${howToPayPart(pay)}`;
  return documentOf(title, language, content, { moreStyle: invoiceStyle, site });
}

function statusPart({ status, language }: Paper, { account, creditNotes = [] }: InvoicePage): Html | false {
  return (
    status !== undefined &&
    html`<p class="box" role="status"><span class="quiet">${status.asOf}:</span> <strong>${status.text}</strong>${creditNotes.map(
      (number) => html`<br>${texts[language].creditNote} ${invoiceLink(account, number)}`,
    )}</p>`
  );
}

/** The company's logo, if it has one, and the seller. */
const letterhead = ({ seller }: Paper, { company: { logo_url } }: InvoicePage): Html =>
  html`<header class="head">${
    isHttps(logo_url) && html`<p><img class="logo" src="${logo_url}" alt="${seller[0]}"></p>`
  }<p class="lines">${seller.join("\n")}</p></header>`;

/** What it is, with its number and days and its reader. */
function heading({ kind, english, to, facts }: Paper, account: string | undefined): Html {
  const shown = ({ value, isNumber, isStrong }: PaperFact): Html | string => {
    if (isNumber) return invoiceLink(account, value);
    return isStrong ? html`<strong>${amount(value)}</strong>` : value;
  };
  return html`<div class="head title"><div><h1><span class="kind">${kind}${
    english && html` · <span lang="en">${english}</span>`
  }</span></h1>
<p class="party lines"><span class="quiet">${to.label}</span>\n<strong>${to.name}</strong>${to.lines.map((line) => `\n${line}`)}</p></div>
<dl class="facts">${facts.map((fact) => html`<dt>${fact.label}</dt><dd>${shown(fact)}</dd>`)}</dl></div>`;
}

const part = ({ tables, totals, notes }: PaperPart): Html =>
  html`${tables.map((one, at) => table(one, at > 0 ? "rates" : ""))}
<dl class="totals">${totals.map(({ label, value, isSum }) => {
    const name = isSum ? "sum-of-all" : "";
    return html`<dt class="${name}">${label}</dt><dd class="${name}">${amount(value)}</dd>`;
  })}</dl>
${notes.map((note) => html`<p class="small quiet note">${note}</p>`)}`;

/** A table whose cells have the name of their column, for narrow screens. The first column names the row. */
const table = ({ headings, rows }: PaperTable, name: string): Html =>
  html`<table class="${name}"><thead><tr>${headings.map(
    (heading) => html`<th scope="col">${heading}</th>`,
  )}</tr></thead>
<tbody>${rows.map(
    ([first, ...cells]) =>
      html`<tr><th scope="row">${first && cell(first, first.text)}</th>${cells.map(
        (one, at) => html`<td data-label="${headings[at + 1]}">${cell(one, amount(one.text))}</td>`,
      )}</tr>
`,
  )}</tbody></table>`;

const cell = ({ below }: Cell, text: Html | string): Html =>
  below === undefined
    ? html`${text}`
    : html`<span>${text}<br><span class="small quiet">${below}</span></span>`;

const controlUnitPart = ({ label, number, check, link }: NonNullable<Paper["controlUnit"]>): Html =>
  html`<figure class="qr">${link && qrCode(link, check)}<figcaption>${label}<br><strong>${number}</strong>${
    link && html`<br><a href="${link}" rel="noreferrer">${check}</a>`
  }</figcaption></figure>`;
