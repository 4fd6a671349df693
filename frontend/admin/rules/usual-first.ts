import { type Currency, currencies, formatCents, type Sums } from "../../../shared/money.ts";

/** A text for each currency that is not zero, the company's usual one first; its zero if all are. */
export function usualFirst(sums: Sums, usual: Currency): string[] {
  const ordered = [usual, ...currencies.filter((currency) => currency !== usual)];
  const used = ordered.filter((currency) => sums[currency]);
  return (used.length > 0 ? used : [usual]).map((currency) => formatCents(sums[currency] ?? 0, currency));
}
