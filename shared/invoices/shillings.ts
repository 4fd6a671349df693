import { fromCents } from "../money.ts";
import type { DollarRate } from "./invoice.ts";

type Cents = { vat_cents: number; gross_cents: number };

/**
 * Lines in dollars as Kenya shillings, in wire form. The gross amount and the VAT of a line are its own times the rate, rounded
 * half up, so that a reader can check them; the net amount is the rest. Sums are those of the lines.
 */
export function inShillings(lines: readonly Cents[], { kes }: DollarRate) {
  const sum = (name: keyof Cents) => lines.reduce((cents, line) => cents + Math.round(line[name] * kes), 0);
  const [gross_cents, vat_cents] = [sum("gross_cents"), sum("vat_cents")];
  return {
    net_kes: fromCents(gross_cents - vat_cents),
    vat_kes: fromCents(vat_cents),
    kes: fromCents(gross_cents),
  };
}
