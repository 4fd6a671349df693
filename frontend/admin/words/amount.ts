import { formatCents, toCents } from "../../../shared/money.ts";

/** What an amount typed as text is sent as: an empty or non-numeric one is 0. */
export function amountOf(text: string): number {
  const amount = Number(text.trim());
  return Number.isFinite(amount) ? amount : 0;
}

/** A subscription that costs nothing says so in a word. */
export const priceText = (amount: number): string => (amount === 0 ? "free" : formatCents(toCents(amount)));

export const dollars = (amount: number): string => formatCents(toCents(amount));
