import { isToInvoice } from "../../shared/billing/invoicing.ts";
import { invoiceTerms } from "../../shared/settings/invoice-terms.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { bringClientsUpToDate } from "../ledger/bring-up-to-date.ts";
import type { OwingAccount } from "../ledger/read-accounts.ts";
import { systemContext } from "../platform/change-context.ts";
import { scanPages } from "../platform/dynamo/database.ts";
import type { Moment } from "../platform/moment.ts";
import * as invoiceStart from "../stores/invoice-start-store.ts";
import { creditUntil } from "./due.ts";

// Every change of an account writes the invoices that it lacks. The daily run looks for those that no change has written.

/** Writes the invoices of a page of accounts: those that are written some days before the due day. */
export async function writeDueInvoices(
  accounts: readonly OwingAccount[],
  company: Settings,
  moment: Moment,
  hasTimeLeft: () => boolean,
): Promise<void> {
  const terms = invoiceTerms(company, moment.today);
  if (!terms) return;
  const behind = accounts.filter(
    ({ account, open }) => !account.sample && open.some((charge) => isToInvoice(charge, terms)),
  );
  const until = creditUntil(moment.today, company);
  const ids = behind.map(({ account }) => account.client_id);
  await bringClientsUpToDate(ids, systemContext(moment), { until, hasTimeLeft });
}

/**
 * After somebody has set the day on which invoices begin, one run looks at every account: something due from that day on can
 * be paid already. One that could not write all of them is made up for by the next run.
 */
export async function writeFirstInvoices(
  company: Settings,
  moment: Moment,
  hasTimeLeft: () => boolean,
): Promise<void> {
  const { invoices_from } = company;
  if (invoices_from === null || (await invoiceStart.written()) === invoices_from) return;
  const until = creditUntil(moment.today, company);
  let isDone = true;
  for await (const page of scanPages("accounts", { ProjectionExpression: "client_id" })) {
    const ids = page.map(({ client_id }) => String(client_id));
    if (!(await bringClientsUpToDate(ids, systemContext(moment), { until, hasTimeLeft, whole: true })))
      isDone = false;
  }
  if (isDone) await invoiceStart.saveWritten(invoices_from);
}
