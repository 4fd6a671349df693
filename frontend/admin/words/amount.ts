import { formatCents, leftCents, toCents } from "../../../shared/money.ts";

/** What an amount typed as text is sent as: an empty or non-numeric one is 0. */
export function amountOf(text: string): number {
  const amount = Number(text.trim());
  return Number.isFinite(amount) ? amount : 0;
}

/** A subscription that costs nothing says so in a word. */
export const priceText = (amount: number): string => (amount === 0 ? "free" : formatCents(toCents(amount)));

/** What is left where a part was paid: `$40.00 of $100.00 left`. */
export const leftText = (due: { amount: number; paid?: number | undefined }): string =>
  due.paid ? `${formatCents(leftCents(due))} of ${dollars(due.amount)} left` : "";

export const dollars = (amount: number): string => formatCents(toCents(amount));
