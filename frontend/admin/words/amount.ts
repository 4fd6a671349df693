import {
  type Amounts,
  type Currency,
  currencyOf,
  formatCents,
  leftCents,
  sumTexts,
  toCents,
  toSums,
} from "../../../shared/money.ts";

/** What an amount typed as text is sent as: an empty or non-numeric one is 0. */
export function amountOf(text: string): number {
  const amount = Number(text.trim());
  return Number.isFinite(amount) ? amount : 0;
}

export const money = (amount: number, currency: Currency): string => formatCents(toCents(amount), currency);

/** A subscription that costs nothing says so in a word. */
export const priceText = (amount: number, currency: Currency): string =>
  amount === 0 ? "free" : money(amount, currency);

type Due = { amount: number; currency?: Currency | undefined; paid?: number | undefined };

export const leftMoney = (due: Due): string => formatCents(leftCents(due), currencyOf(due));

/** What is left where a part was paid: `$40.00 of $100.00 left`. */
export const leftText = (due: Due): string =>
  due.paid ? `${leftMoney(due)} of ${money(due.amount, currencyOf(due))} left` : "";

/** A figure of an answer: a line for each currency that there is something of. */
export const figureLines = (amount: number, currency: Currency, byCurrency?: Amounts): string =>
  sumTexts(toSums(byCurrency ?? { [currency]: amount }), currency).join("\n");

/** How money of two currencies is sorted. */
export const moneyOrder = "By currency, then by amount";
