import * as z from "zod/mini";

/** The currencies in their order. What names none is in dollars: it was written when there was nothing else. */
export const currencies = ["USD", "KES"] as const;
export const Currency = z.enum(currencies, "The currency must be USD or KES.");
export type Currency = z.output<typeof Currency>;

export const currencyNames: Record<Currency, string> = { USD: "US dollars", KES: "Kenya shillings" };

type InCurrency = { currency?: Currency | undefined };
export const currencyOf = ({ currency = "USD" }: InCurrency): Currency => currency;

/** Far above any subscription, and small enough for sums of millions of them to stay exact. */
const largest = 99_999_999.99;

/** As near to whole cents as a computer's numbers come to the amount, and no nearer to nothing. */
const hasWholeCents = (amount: number) =>
  Math.abs(amount - fromCents(toCents(amount))) <= 2 * Number.EPSILON * amount;

/** Money as it travels: a number with at most two decimals, `149.99`; its currency stands beside it. */
export const Amount = z
  .number("Please give the amount as a number.")
  .check(
    z.minimum(0, "The amount cannot be negative."),
    z.maximum(largest, "The amount is too large."),
    z.refine(hasWholeCents, "Please give the amount with at most two decimals."),
  );

/** Cents, of a dollar or a shilling, as amounts are stored and added up. */
export const Cents = z.int().check(z.minimum(0));

export const toCents = (amount: number): number => Math.round(amount * 100);
export const fromCents = (cents: number): number => cents / 100;

/** What is still to be paid of an amount of which a part may have come, in cents. */
export const leftOf = (cents: number, paid = 0): number => Math.max(0, cents - paid);

/** The same of amounts as they travel. */
export const leftCents = ({ amount, paid = 0 }: { amount: number; paid?: number | undefined }): number =>
  leftOf(toCents(amount), toCents(paid));

/** Cents by currency. One is never added to another, and what does not occur is not there. */
export type Sums = { [C in Currency]?: number };

/** The same as it travels. */
export const Amounts = z.partialRecord(Currency, z.number());
export type Amounts = z.output<typeof Amounts>;

export const toSums = (amounts: Amounts): Sums => mapped(amounts, toCents);
export const fromSums = (sums: Sums): Amounts => mapped(sums, fromCents);

const mapped = (sums: Sums, change: (sum: number) => number): Sums =>
  Object.fromEntries(Object.entries(sums).map(([currency, sum]) => [currency, change(sum)]));

/** What some rows come to, each in its own currency. */
export function sumsOf<R extends InCurrency>(rows: Iterable<R>, centsOf: (row: R) => number): Sums {
  const sums: Sums = {};
  for (const row of rows) addTo(sums, currencyOf(row), centsOf(row));
  return sums;
}

export function addTo(sums: Sums, currency: Currency, cents: number): void {
  sums[currency] = (sums[currency] ?? 0) + cents;
}

/** A number to sort money by: by currency, and within one by amount. No amount reaches into the next currency. */
export const moneyRank = (cents: number, currency: Currency): number =>
  currencies.indexOf(currency) * 10 * toCents(largest) + cents;

const formats = new Map<string, Intl.NumberFormat>();

function formatted(
  cents: number,
  currency: Currency,
  notation: "standard" | "compact",
  locale = "en-US",
): string {
  const name = `${locale} ${currency} ${notation}`;
  // Made at its first use: it is slow to make, and most functions never write an amount.
  const format =
    formats.get(name) ?? new Intl.NumberFormat(locale, { style: "currency", currency, notation });
  formats.set(name, format);
  return format.format(cents / 100);
}

/** `14999` → `$149.99`, or `KES 149.99` with a space at which no line breaks */
export const formatCents = (cents: number, currency: Currency, locale?: string): string =>
  formatted(cents, currency, "standard", locale);

/** `1249900` → `$12K`; of shillings `12K`, where they are named above: there is no room for their letters. */
export const formatBriefly = (cents: number, currency: Currency): string =>
  formatted(cents, currency, "compact").replace(/^[A-Z]+\s/, "");

/** `$1,200.00`, `KES 125,000.00`: what there is of each currency; of nothing, none of the usual one. */
export function sumTexts(sums: Sums, usual: Currency): string[] {
  const given = currencies.filter((currency) => sums[currency]);
  return (given.length > 0 ? given : [usual]).map((currency) => formatCents(sums[currency] ?? 0, currency));
}

/** The same in one line: `$1,200.00 + KES 125,000.00` */
export const formatSums = (sums: Sums, usual: Currency): string => sumTexts(sums, usual).join(" + ");
