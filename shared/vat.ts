import * as z from "zod/mini";

/** How value added tax applies to a service: at the standard rate, at 0%, or not at all. Absent is standard. */
export const vatKinds = ["standard", "zero", "exempt"] as const;
export const Vat = z.enum(vatKinds, "The VAT must be standard, zero or exempt.");
export type Vat = z.output<typeof Vat>;

export const vatNames: Record<Vat, string> = {
  standard: "Standard rate",
  zero: "Zero-rated",
  exempt: "Exempt",
};

/** In percent; `standard` is the company's rate. */
export const rateOf = (kind: Vat, standard: number): number => (kind === "standard" ? standard : 0);

/** The VAT in an amount that includes it, in cents, rounded half up. `rate` is in percent. */
export const vatIn = (gross_cents: number, rate: number): number =>
  Math.floor((2 * gross_cents * rate + (100 + rate)) / (2 * (100 + rate)));

/** The amount with VAT of one without, in cents. */
export const withVat = (net_cents: number, rate: number): number =>
  net_cents + Math.floor((2 * net_cents * rate + 100) / 200);

export const withoutVat = (gross_cents: number, rate: number): number =>
  gross_cents - vatIn(gross_cents, rate);
