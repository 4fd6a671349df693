import { plain } from "../../../../../../shared/billing/matching/line.ts";
import type { Currency } from "../../../../../../shared/money.ts";
import type { Table } from "../../../../components/import/table.ts";

// A statement names its currency and account outside its rows: above its columns and in their names.

const currencyTexts: readonly [name: string, text: RegExp][] = [
  ["KES", /\b(?:kes|kshs?|kenyan? shillings?|shilingi)\b/i],
  ["USD", /\b(?:usd|us dollars?)\b|us\$|\$/i],
  ...[
    "EUR",
    "GBP",
    "TZS",
    "UGX",
    "RWF",
    "BIF",
    "SSP",
    "ETB",
    "ZAR",
    "NGN",
    "CNY",
    "JPY",
    "INR",
    "AED",
    "CHF",
  ].map((name): [string, RegExp] => [name, new RegExp(String.raw`\b${name}\b`)]),
];

/** The codes of the currencies that a text names. */
export const currenciesIn = (text: string): string[] =>
  currencyTexts.flatMap(([name, pattern]) => (pattern.test(plain(text)) ? [name] : []));

const textsAbove = ({ above }: Table): string[] => (above ?? []).map((cells) => cells.join(" "));

/** The currencies that a statement names outside its rows: one is its own. */
export const statedCurrencies = (table: Table): string[] => [
  ...new Set([...textsAbove(table), ...table.header].flatMap(currenciesIn)),
];

const isOurs = (name: string): name is Currency => name === "KES" || name === "USD";

/** The currency of a statement, if it names one that we record. */
export function statedCurrency(table: Table): Currency | undefined {
  const [currency, ...otherCurrencies] = statedCurrencies(table).filter(isOurs);
  return otherCurrencies.length === 0 ? currency : undefined;
}

/** Why a statement cannot be read at all: it is in another currency. Several are a list of rates. */
export function currencyProblem(table: Table): string | undefined {
  const [currency, ...otherCurrencies] = statedCurrencies(table);
  return currency !== undefined && otherCurrencies.length === 0 && !isOurs(currency)
    ? `This statement is in ${currency}. We record only US dollars and Kenya shillings.`
    : undefined;
}

const accountNumber = /\b(?:account|acct?|a\/c|akaunti)\b[^\d*]{0,40}?([\d*][\d*xX -]{0,40})(?![\d/.])/i;
/** "Account statement from 01-11-2026" */
const date = /^(?:\d{1,2}-\d{1,2}-\d{2,4}|\d{4}-\d{1,2}-\d{1,2})\b/;
/** A shorter one can be a part of a name. */
const WHOLE_NUMBER_LENGTH = 6;

/** The number of the account that a statement is of, as its head says it. */
export function statedAccount(table: Table): string | undefined {
  const numbers = textsAbove(table).flatMap((text) => {
    const number = accountNumber.exec(plain(text))?.[1] ?? "";
    return date.test(number) ? [] : number.replaceAll(/[ -]/g, "").toUpperCase() || [];
  });
  return numbers.find((number) => number.length >= WHOLE_NUMBER_LENGTH) ?? numbers[0];
}
