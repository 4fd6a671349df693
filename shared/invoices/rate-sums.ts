import { toCents } from "../money.ts";
import { vatKinds } from "../vat.ts";
import type { InvoiceLine } from "./invoice.ts";

const names = ["net", "vat", "gross", "net_kes", "vat_kes", "kes"] as const;
type Name = (typeof names)[number];

/** Amounts of a line or of an invoice, in cents. Those in shillings are 0 if it has none. */
export type LineAmounts = Record<Name, number>;

export const centsOf = (line: Pick<InvoiceLine, Name>): LineAmounts => summed([line]);

const summed = (lines: readonly Pick<InvoiceLine, Name>[]): LineAmounts => {
  const sums = { net: 0, vat: 0, gross: 0, net_kes: 0, vat_kes: 0, kes: 0 };
  for (const line of lines) for (const name of names) sums[name] += toCents(line[name] ?? 0);
  return sums;
};

/** The sums of the lines with one kind and rate of VAT. `taxed` is absent if the company was not registered. */
export type RateSum = Pick<InvoiceLine, "taxed" | "rate"> & LineAmounts;

/** By kind of VAT, the highest rate first. */
export function rateSums(lines: readonly Pick<InvoiceLine, "taxed" | "rate" | Name>[]): RateSum[] {
  const rankOf = ({ taxed }: RateSum) => (taxed === undefined ? vatKinds.length : vatKinds.indexOf(taxed));
  const byRate = Map.groupBy(lines, ({ taxed, rate }) => [taxed, rate].join(" "));
  return [...byRate.values()]
    .map((alike) => ({ taxed: alike[0]?.taxed, rate: alike[0]?.rate, ...summed(alike) }))
    .sort((a, b) => rankOf(a) - rankOf(b) || (b.rate ?? 0) - (a.rate ?? 0));
}
