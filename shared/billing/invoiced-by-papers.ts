import type { Day } from "../day.ts";
import type { Invoiced, Taxed } from "./account.ts";

type WrittenPaper = {
  id: string;
  kind: "invoice" | "credit_note";
  day: Day;
  /** The order of writing. */
  written: string;
  /** The invoice of a credit note. */
  of?: string | undefined;
  lines: readonly ({ charge: string; gross_cents: number } & {
    [Field in keyof Taxed]?: Taxed[Field] | undefined;
  })[];
};

/**
 * What the papers of a client say of each charge: its parts on invoices, less what credit notes took back. A charge repeats
 * it in `invoiced`, in the same order.
 */
export function invoicedByPapers(papers: readonly WrittenPaper[]): Map<string, Invoiced[]> {
  const invoiced = new Map<string, Invoiced[]>();
  for (const { id, kind, day, of, lines } of papers.toSorted((a, b) => (a.written < b.written ? -1 : 1)))
    for (const { charge, gross_cents: cents, taxed, rate } of lines) {
      const parts = invoiced.get(charge) ?? [];
      invoiced.set(charge, parts);
      if (kind === "invoice")
        parts.push({ invoice: id, day, cents, ...(taxed !== undefined && { taxed, rate }) });
      const credited = kind === "credit_note" && parts.find(({ invoice }) => invoice === of);
      if (credited) credited.cents -= cents;
    }
  return invoiced;
}
