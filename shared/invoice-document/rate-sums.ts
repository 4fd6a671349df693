import type { InvoiceLine, RateSums } from "../invoices/invoice.ts";
import { fromCents, toCents } from "../money.ts";

type Line = Pick<InvoiceLine, "taxed" | "rate" | "net" | "vat" | "gross">;

/** The sums of the lines by kind and rate of VAT, the highest rate first. Empty if the company was not registered. */
export function rateSums(lines: readonly Line[]): RateSums[] {
  const sums = new Map<string, RateSums>();
  for (const { taxed, rate = 0, net, vat, gross } of lines) {
    if (taxed === undefined) continue;
    const name = `${taxed} ${rate}`;
    const sum = sums.get(name) ?? { taxed, rate, net: 0, vat: 0, gross: 0 };
    const add = (a: number, b: number) => fromCents(toCents(a) + toCents(b));
    sums.set(name, {
      taxed,
      rate,
      net: add(sum.net, net),
      vat: add(sum.vat, vat),
      gross: add(sum.gross, gross),
    });
  }
  const kinds = ["standard", "zero", "exempt"];
  return [...sums.values()].sort(
    (a, b) => kinds.indexOf(a.taxed) - kinds.indexOf(b.taxed) || b.rate - a.rate,
  );
}
