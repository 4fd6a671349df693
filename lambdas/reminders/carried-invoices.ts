import { setTimeout as wait } from "node:timers/promises";
import { invoicePath } from "../../shared/account-page-routes.ts";
import type { Charge } from "../../shared/billing/account.ts";
import { lacksInvoice } from "../../shared/billing/invoicing.ts";
import { compareTexts } from "../../shared/compare-texts.ts";
import type { ReminderInvoice } from "../../shared/emails/reminder-text.ts";
import { fromCents } from "../../shared/money.ts";
import { invoiceTerms } from "../../shared/settings/invoice-terms.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import type { PaperRow } from "../ledger/paper-row.ts";
import { invoicesOf } from "../ledger/papers.ts";
import { tellAsInvoice } from "../ledger/tell-as-invoice.ts";
import type { Outcome } from "../outbox/send-once.ts";
import type { Moment } from "../platform/moment.ts";
import { wakeNumberer } from "../platform/queues.ts";

// A reminder carries the invoices of the charges that it names.

const NUMBERED_AFTER_MS = 3_000;

const NO_NUMBER = "its invoice has no number yet";

/** An email goes out only when its invoices have their numbers. */
export const withoutNumber = (): Outcome & { state: "retry" } => ({
  state: "retry",
  reason: NO_NUMBER,
  until: Date.now() + NUMBERED_AFTER_MS,
});

export const waitsForNumber = (outcome: Outcome): boolean =>
  outcome.state === "retry" && outcome.reason === NO_NUMBER;

export const NO_CONTROL_UNIT = "its invoice has no control unit number yet";

/** Whether an email has to wait for the number of the control unit of an invoice of the charge. */
export const waitsForControlUnit = (
  { invoiced = [] }: Charge,
  invoices: readonly PaperRow[],
  { invoice_emails_wait }: Settings,
): boolean =>
  invoice_emails_wait &&
  invoices.some(({ id, control_unit }) => !control_unit && invoiced.some(({ invoice }) => invoice === id));

/**
 * Writes the invoices of the charges that an email names, if the first reminder carries them. Returns whether all of its
 * invoices have numbers.
 */
export async function areNumbered(
  client_id: string,
  charges: readonly Charge[],
  company: Settings,
  moment: Moment,
): Promise<boolean> {
  const terms = company.invoice_days_before === null ? invoiceTerms(company, moment.today) : undefined;
  const lacking = terms ? charges.filter((charge) => lacksInvoice(charge, terms)) : [];
  if (lacking.length > 0) {
    await tellAsInvoice(client_id, new Set(lacking.map(({ id }) => id)), moment);
    return false;
  }
  const invoices = await invoicesOf(charges);
  if (invoices.every(({ number }) => number !== undefined)) return true;
  // Who wrote them may have been killed before it did this.
  await wakeNumberer();
  return false;
}

/** The invoices of the charges that an email names, oldest first, without those that credit notes took back whole. */
export function carriedInvoices(charges: readonly Charge[], invoices: readonly PaperRow[]): PaperRow[] {
  const parts = charges.flatMap(({ invoiced = [] }) => invoiced).filter(({ cents }) => cents > 0);
  const named = new Set(parts.map(({ invoice }) => invoice));
  return invoices
    .filter(({ id, number }) => named.has(id) && number !== undefined)
    .sort((a, b) => compareTexts(a.written, b.written));
}

/** As the text of an email names them. */
export const invoicesInEmail = (
  carried: readonly PaperRow[],
  account: string | undefined,
): ReminderInvoice[] =>
  carried.flatMap(({ number, due, gross_cents, currency }): ReminderInvoice[] =>
    number === undefined || due === undefined
      ? []
      : [
          {
            number,
            due,
            amount: fromCents(gross_cents),
            currency,
            link: account && invoicePath(account, number),
          },
        ],
  );

/** A person waits for the answer: this long. */
const MAX_WAIT_MS = 12_000;
const PAUSE_MS = 500;

/** Sends an email for a person as soon as its invoices have numbers. */
export async function sendWhenNumbered(send: () => Promise<Outcome>): Promise<Outcome> {
  for (const deadline = Date.now() + MAX_WAIT_MS; ; await wait(PAUSE_MS)) {
    const outcome = await send();
    if (!waitsForNumber(outcome) || Date.now() >= deadline) return outcome;
  }
}
