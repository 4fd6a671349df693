import * as z from "zod/mini";

/** The currencies in display order. An absent currency is dollars. */
export const currencies = ["USD", "KES"] as const;
export const Currency = z.enum(currencies, "The currency must be USD or KES.");
export type Currency = z.output<typeof Currency>;

export const currencyNames: Record<Currency, string> = { USD: "US dollars", KES: "Kenya shillings" };

type InCurrency = { currency?: Currency | undefined };
export const currencyOf = ({ currency = "USD" }: InCurrency): Currency => currency;

/** Far above any subscription, and small enough that sums of millions stay exact. */
const MAX_AMOUNT = 99_999_999.99;

/** Whether the amount is whole cents, within floating-point error. */
const hasWholeCents = (amount: number) =>
  Math.abs(amount - fromCents(toCents(amount))) <= 2 * Number.EPSILON * amount;

/** Money on the wire: a number with at most two decimals, `149.99`, with its currency beside it. */
export const Amount = z
  .number("Please give the amount as a number.")
  .check(
    z.minimum(0, "The amount cannot be negative."),
    z.maximum(MAX_AMOUNT, "The amount is too large."),
    z.refine(hasWholeCents, "Please give the amount with at most two decimals."),
  );

/** Stored amounts and sums are in cents of a dollar or a shilling. */
export const Cents = z.int().check(z.minimum(0));

export const toCents = (amount: number): number => Math.round(amount * 100);
export const fromCents = (cents: number): number => cents / 100;

/** The largest amount of a payment or a price. */
export const MAX_CENTS = toCents(MAX_AMOUNT);

/** A free subscription is never due or overdue. */
export const isFree = (amount: number): boolean => amount === 0;

/** The unpaid cents. */
export const leftOf = (cents: number, paid = 0): number => Math.max(0, cents - paid);

/** The unpaid cents of amounts in wire form. */
export const leftCents = ({ amount, paid = 0 }: { amount: number; paid?: number | undefined }): number =>
  leftOf(toCents(amount), toCents(paid));

/** Cents by currency. Currencies are never added together; unused ones are absent. */
export type Sums = { [C in Currency]?: number };

/** Sums in wire form. */
export const Amounts = z.partialRecord(Currency, z.number());
export type Amounts = z.output<typeof Amounts>;

export const toSums = (amounts: Amounts): Sums => mapSums(amounts, toCents);
export const fromSums = (sums: Sums): Amounts => mapSums(sums, fromCents);

const mapSums = (sums: Sums, change: (sum: number) => number): Sums =>
  Object.fromEntries(Object.entries(sums).map(([currency, sum]) => [currency, change(sum)]));

/** Adds up rows by currency. */
export function sumsOf<R extends InCurrency>(rows: Iterable<R>, centsOf: (row: R) => number): Sums {
  const sums: Sums = {};
  for (const row of rows) addTo(sums, currencyOf(row), centsOf(row));
  return sums;
}

export function addTo(sums: Sums, currency: Currency, cents: number): void {
  sums[currency] = (sums[currency] ?? 0) + cents;
}

/** A sort key: by currency, then by amount. */
export const moneyRank = (cents: number, currency: Currency): number =>
  currencies.indexOf(currency) * 10 * toCents(MAX_AMOUNT) + cents;

const formats = new Map<string, Intl.NumberFormat>();

const styles = {
  standard: {},
  compact: { notation: "compact", maximumSignificantDigits: 3 },
} as const satisfies Record<string, Intl.NumberFormatOptions>;

function formatWith(cents: number, currency: Currency, style: keyof typeof styles, locale = "en-US"): string {
  const name = `${locale} ${currency} ${style}`;
  // Created on first use: it is slow, and most functions never format an amount.
  const format =
    formats.get(name) ?? new Intl.NumberFormat(locale, { style: "currency", currency, ...styles[style] });
  formats.set(name, format);
  return format.format(cents / 100);
}

/** `14999` → `$149.99`, or `KES 149.99` with a non-breaking space. */
export const formatCents = (cents: number, currency: Currency, locale?: string): string =>
  formatWith(cents, currency, "standard", locale);

/** `1249900` → `$12.5K`; shillings are only `12.5K`, for narrow places with the currency in the heading. */
export const formatCompact = (cents: number, currency: Currency): string =>
  formatWith(cents, currency, "compact").replace(/^[A-Z]+\s/, "");

/**
 * `$1,200.00`, `KES 125,000.00`: one text for each currency that is not zero, the default one first; zero in the default
 * currency if all are.
 */
export function sumTexts(sums: Sums, defaultCurrency: Currency, locale?: string): string[] {
  const used = currencyOrder(defaultCurrency).filter((currency) => sums[currency]);
  return (used.length > 0 ? used : [defaultCurrency]).map((currency) =>
    formatCents(sums[currency] ?? 0, currency, locale),
  );
}

/** The currencies in the order in which sums are shown. */
export const currencyOrder = (usual: Currency): Currency[] => [
  usual,
  ...currencies.filter((currency) => currency !== usual),
];

/** The same in one line: `$1,200.00 + KES 125,000.00` */
export const formatSums = (sums: Sums, defaultCurrency: Currency): string =>
  sumTexts(sums, defaultCurrency).join(" + ");
