import * as z from "zod/mini";

/** Far above any subscription, and small enough for sums of millions of them to stay exact. */
const largest = 99_999_999.99;

/** As near to whole cents as a computer's numbers come to the amount, and no nearer to nothing. */
const hasWholeCents = (amount: number) =>
  Math.abs(amount - fromCents(toCents(amount))) <= 2 * Number.EPSILON * amount;

/** US dollars as they travel: a number with at most two decimals, `149.99`. */
export const Amount = z
  .number("Please give the amount as a number.")
  .check(
    z.minimum(0, "The amount cannot be negative."),
    z.maximum(largest, "The amount is too large."),
    z.refine(hasWholeCents, "Please give the amount with at most two decimals."),
  );

/** Cents, as amounts are stored and added up. */
export const Cents = z.int().check(z.minimum(0));

export const toCents = (amount: number): number => Math.round(amount * 100);
export const fromCents = (cents: number): number => cents / 100;

/** What is still to be paid of an amount of which a part may have come, in cents. */
export const leftOf = (cents: number, paid = 0): number => Math.max(0, cents - paid);

/** The same of amounts as they travel. */
export const leftCents = ({ amount, paid = 0 }: { amount: number; paid?: number | undefined }): number =>
  leftOf(toCents(amount), toCents(paid));

let dollars: Intl.NumberFormat | undefined;

/** `14999` → `$149.99` */
export function formatCents(cents: number): string {
  // Made at its first use: it is slow to make, and most functions never write an amount.
  dollars ??= new Intl.NumberFormat("en-US", { style: "currency", currency: "USD" });
  return dollars.format(cents / 100);
}
