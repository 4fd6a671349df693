import {
  type InvoiceState,
  invoiceState,
  invoiceStateNames,
} from "../../../shared/billing/invoice-progress.ts";
import type { Day } from "../../../shared/day.ts";
import type { Invoice } from "../../../shared/invoices/invoice.ts";
import type { ListedInvoice } from "../../../shared/invoices/routes.ts";
import type { Tone } from "../../../shared/tone.ts";
import { vatNames } from "../../../shared/vat.ts";

// What is said of an invoice or a credit note, on every screen.

export type PaperState = InvoiceState | "credit_note";

export const paperStateNames: Record<PaperState, string> = {
  ...invoiceStateNames,
  credit_note: "Credit note",
};

type Progress = Pick<ListedInvoice, "kind" | "gross" | "left" | "credited" | "not_collected">;

export const paperState = ({
  kind,
  gross,
  left = 0,
  credited = 0,
  not_collected = 0,
}: Progress): PaperState =>
  kind === "credit_note" ? "credit_note" : invoiceState({ gross, left, credited, not_collected });

/** Something of a late invoice is still to be paid after its due day. */
export const isLate = ({ left = 0, due }: Pick<ListedInvoice, "left" | "due">, today: Day): boolean =>
  left > 0 && due !== undefined && due < today;

export const paperTone = (state: PaperState, late: boolean): Tone =>
  late ? "overdue" : state === "paid" ? "fine" : "quiet";

/** Nobody outside the company sees an invoice before it has its number. */
export const numberText = ({ number }: Pick<Invoice, "number">): string => number ?? "Number follows";

/** `Invoice INV-2026-000123` */
export const paperName = ({ kind, number }: Pick<Invoice, "kind" | "number">): string =>
  [kind === "credit_note" ? "Credit note" : "Invoice", number ?? "without a number yet"].join(" ");

type Taxed = { taxed?: keyof typeof vatNames | undefined; rate?: number | undefined };

/** `Standard rate, 16%`, or that the company was not registered for VAT. */
export function taxText({ taxed, rate }: Taxed): string {
  if (taxed === undefined) return "Without VAT";
  return taxed === "standard" ? `${vatNames.standard}, ${rate}%` : vatNames[taxed];
}

/** The numbers of the invoices and credit notes of each charge, oldest first. */
export function paperNumbersByCharge(
  papers: readonly Pick<Invoice, "charges" | "number">[],
): ReadonlyMap<string, string> {
  const numbers = new Map<string, string>();
  for (const { charges, number } of papers.toReversed())
    if (number)
      for (const charge of charges)
        numbers.set(charge, [numbers.get(charge), number].filter(Boolean).join(", "));
  return numbers;
}
