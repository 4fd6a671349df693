import {
  type Amounts,
  type Currency,
  currencyOf,
  formatCents,
  isFree,
  leftCents,
  type Sums,
  toCents,
  toSums,
} from "./money.ts";

/** A typed amount as a number; empty or non-numeric text is 0, as specified. */
export function amountOf(text: string): number {
  const amount = Number(text.trim());
  return Number.isFinite(amount) ? amount : 0;
}

export const money = (amount: number, currency: Currency): string => formatCents(toCents(amount), currency);

export const priceText = (amount: number, currency: Currency): string =>
  isFree(amount) ? "free" : money(amount, currency);

type Due = { amount: number; currency?: Currency | undefined; paid?: number | undefined };

export const leftMoney = (due: Due): string => formatCents(leftCents(due), currencyOf(due));

/** The rest of a partly paid period: `$40.00 of $100.00 left`. */
export const leftText = (due: Due): string =>
  due.paid ? `${leftMoney(due)} of ${money(due.amount, currencyOf(due))} left` : "";

/** A figure of a response, by currency. */
export const figureSums = (amount: number, currency: Currency, byCurrency?: Amounts): Sums =>
  toSums(byCurrency ?? { [currency]: amount });

export const moneyOrder = "By currency, then by amount";
