import { toCents } from "../money.ts";
import { type Charge, leftOf } from "./account.ts";

/** What has become of an invoice, in cents. */
type InvoiceProgress = { left_cents: number; credited_cents: number; not_collected_cents: number };

/** A line of an invoice, with its charge as it is now; undefined if the charge was removed and so credited whole. */
type InvoicedLine = { gross_cents: number; charge: Charge | undefined };

/**
 * What is left to pay of an invoice, what credit notes took back of it, and what was waived without one. A charge that is on
 * several invoices pays the oldest first.
 */
export function invoiceProgress(invoice: string, lines: readonly InvoicedLine[]): InvoiceProgress {
  const progress = { left_cents: 0, credited_cents: 0, not_collected_cents: 0 };
  for (const { gross_cents, charge } of lines) {
    const parts = charge?.invoiced ?? [];
    const at = parts.findIndex((part) => part.invoice === invoice);
    const part = parts[at];
    if (!charge || !part) {
      progress.credited_cents += gross_cents;
      continue;
    }
    const newer = parts.slice(at + 1).reduce((sum, { cents }) => sum + cents, 0);
    const unpaid = Math.max(0, leftOf(charge)) + (charge.not_collectible_cents ?? 0);
    // The newest parts are the last to be paid, and of what is not paid, the newest is what is not collected.
    const unpaidHere = within(unpaid - newer, part.cents);
    const notCollected = within((charge.not_collectible_cents ?? 0) - newer, part.cents);
    progress.left_cents += unpaidHere - notCollected;
    progress.not_collected_cents += notCollected;
    progress.credited_cents += gross_cents - part.cents;
  }
  return progress;
}

const within = (cents: number, most: number): number => Math.min(Math.max(0, cents), most);

export type InvoiceState = "open" | "part" | "paid" | "credited" | "not_collected";

export const invoiceStateNames: Record<InvoiceState, string> = {
  open: "Open",
  part: "Paid in part",
  paid: "Paid",
  credited: "Credited",
  not_collected: "Not collected",
};

type Amounts = { gross: number; left: number; credited: number; not_collected: number };

/** The state of an invoice, from what has become of it. */
export function invoiceState({ gross, left, credited, not_collected }: Amounts): InvoiceState {
  if (credited >= gross) return "credited";
  if (left === 0) return not_collected > 0 ? "not_collected" : "paid";
  const paidCents = toCents(gross) - toCents(left) - toCents(credited) - toCents(not_collected);
  return paidCents > 0 ? "part" : "open";
}
