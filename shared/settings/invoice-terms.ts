import type { InvoiceTerms } from "../billing/invoicing.ts";
import { addDays, type Day } from "../day.ts";
import type { Settings } from "./settings.ts";

/** What the Settings say about the invoices that are written on a day; undefined if there are none. */
export function invoiceTerms(
  {
    invoices_from: from,
    invoice_days_before,
    vat_registered,
    vat_rate,
  }: Pick<Settings, "invoices_from" | "invoice_days_before" | "vat_registered" | "vat_rate">,
  today: Day,
): InvoiceTerms | undefined {
  if (from === null) return undefined;
  return {
    from,
    until: addDays(today, invoice_days_before ?? 0),
    rate: vat_registered ? vat_rate : undefined,
  };
}
