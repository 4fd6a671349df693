import { accountPath, PDF_ENDING, type Requested, requestedBy } from "../../shared/account-page-routes.ts";
import { isAskedFor, sumOf } from "../../shared/billing/account.ts";
import { isInvoiced } from "../../shared/billing/invoicing.ts";
import { compareTexts } from "../../shared/compare-texts.ts";
import type { Day } from "../../shared/day.ts";
import { invoiceDocument } from "../../shared/invoice-document/document.ts";
import { fromCents } from "../../shared/money.ts";
import type { PdfFile } from "../../shared/route.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { readAccount } from "../ledger/account-store.ts";
import { creditNotesOf, paperWithNumber } from "../ledger/client-papers.ts";
import { contentOfPaper } from "../ledger/paper-content.ts";
import { paymentRequest } from "../ledger/paper-items.ts";
import { type PaperRow, wholeInvoiceOnWire } from "../ledger/paper-row.ts";
import { invoicesOf } from "../ledger/papers.ts";
import { openedPaper } from "../ledger/papers-page.ts";
import { Unavailable } from "../platform/http/refusals.ts";
import { logFailure } from "../platform/log.ts";
import { pdfOf } from "../platform/paper-pdf.ts";
import type * as clients from "../stores/client-store.ts";
import * as settings from "../stores/settings-store.ts";

type Address = { client: clients.Row; secret: string; number: string };

/** An invoice or a credit note as a page or, by the ending of its number, as a PDF; undefined if the client has none with it. */
export const invoiceAnswer = (asked: Address, today: Day): Promise<string | PdfFile | undefined> =>
  asked.number.endsWith(PDF_ENDING)
    ? invoicePdf({ ...asked, number: asked.number.slice(0, -PDF_ENDING.length) }, today)
    : invoicePage(asked, today);

async function invoicePdf({ client, number }: Address, today: Day): Promise<PdfFile | undefined> {
  const row = await paperWithNumber(client.id, number);
  if (!row) return undefined;
  const { language, sample } = client;
  const paper = await contentOfPaper(row, { company: await settings.get(), language, sample, today });
  try {
    return { name: paper.name, base64: (await pdfOf(paper)).toString("base64") };
  } catch (error) {
    logFailure("PDF not drawn", error, { paper: row.id });
    throw new Unavailable("The PDF cannot be made now. The page of the invoice can be printed or saved.");
  }
}

/**
 * The page of a client's invoice or credit note, or of what is asked for on a day in a currency; undefined if the client has
 * none with this number, and nothing to pay then.
 */
async function invoicePage({ client, secret, number }: Address, today: Day): Promise<string | undefined> {
  const { language, sample } = client;
  const company = await settings.get();
  const requested = requestedBy(number);
  const content = requested
    ? await requestedContent(client, requested, { company, today })
    : await contentOf(await paperWithNumber(client.id, number));
  return (
    content && invoiceDocument({ ...content, company, language, sample, today, account: accountPath(secret) })
  );
}

/**
 * What is to be paid and has no invoice yet. If all of it has one by now, the newest of these: an older email leads here.
 */
async function requestedContent(
  client: clients.Row,
  requested: Requested,
  { company, today }: { company: Settings; today: Day },
) {
  const { account } = await readAccount(client.id);
  const due = account.charges.filter(
    (charge) => charge.due === requested.due && charge.currency === requested.currency,
  );
  const charges = due.filter((charge) => isAskedFor(charge) && !isInvoiced(charge));
  const request = paymentRequest({ client, company, account, charges, today });
  if (request)
    return {
      invoice: { ...wholeInvoiceOnWire(request), left: fromCents(sumOf(charges)) },
      isRequest: true,
    };
  const invoices = (await invoicesOf(due)).filter(({ number }) => number !== undefined);
  return contentOf(invoices.sort((a, b) => compareTexts(a.written, b.written)).at(-1));
}

async function contentOf(paper: PaperRow | undefined) {
  if (!paper) return undefined;
  const invoice = await openedPaper(paper);
  return { invoice, creditNotes: invoice.credited ? await creditNotesOf(paper) : [] };
}
