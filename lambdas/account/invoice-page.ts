import { accountPath } from "../../shared/account-page-routes.ts";
import type { Day } from "../../shared/day.ts";
import { invoiceDocument } from "../../shared/invoices/document.ts";
import { fromCents } from "../../shared/money.ts";
import { creditNotesOf, invoiceOf, paperWithNumber, progressOf } from "../ledger/client-papers.ts";
import { type PaperRow, wholeInvoiceOnWire } from "../ledger/paper-row.ts";
import type * as clients from "../stores/client-store.ts";
import * as settings from "../stores/settings-store.ts";

type Address = { client: clients.Row; secret: string; number: string };

/** The page of a client's invoice or credit note; undefined if the client has none with this number. */
export async function invoicePage(
  { client, secret, number }: Address,
  today: Day,
): Promise<string | undefined> {
  const paper = await paperWithNumber(client.id, number);
  if (!paper) return undefined;
  const { language, sample } = client;
  const [company, content] = await Promise.all([settings.get(), contentOf(paper)]);
  return invoiceDocument({ ...content, company, language, sample, today, account: accountPath(secret) });
}

async function contentOf(paper: PaperRow) {
  if (paper.kind === "credit_note") return { invoice: wholeInvoiceOnWire(paper, await invoiceOf(paper)) };
  const { left_cents, credited_cents, not_collected_cents } = await progressOf(paper);
  return {
    invoice: {
      ...wholeInvoiceOnWire(paper),
      left: fromCents(left_cents),
      credited: fromCents(credited_cents),
      not_collected: fromCents(not_collected_cents),
    },
    creditNotes: credited_cents > 0 ? await creditNotesOf(paper) : [],
  };
}
