import { quoted } from "./errors.ts";
import {
  Amount,
  type Amounts,
  type Currency,
  currencyNames,
  currencyOf,
  formatCents,
  fromCents,
  isFree,
  leftCents,
  type Sums,
  toCents,
  toSums,
} from "./money.ts";
import { parseCents, readAmount } from "./parse-amount.ts";

/** Why a typed amount in a currency is refused. An empty one is 0, as specified. */
export function amountProblem(text: string, currency: Currency | undefined): string | undefined {
  if (text.trim() === "") return undefined;
  const read = readAmount(text);
  if ("problem" in read)
    return `${read.problem} Write thousands with a comma and cents with a point, for example 1,500.50.`;
  if (read.currency && currency && read.currency !== currency)
    return `${quoted(text)} is in ${currencyNames[read.currency]}, but this amount is in ${currencyNames[currency]}. Correct one of the two.`;
  return Amount.safeParse(fromCents(read.cents)).error?.issues[0]?.message;
}

/** A typed amount as a number: 0 for an empty one, and NaN, which every schema refuses, for one with a problem. */
export const amountOf = (text: string, currency: Currency | undefined): number =>
  amountProblem(text, currency) === undefined ? fromCents(parseCents(text) ?? 0) : Number.NaN;

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
