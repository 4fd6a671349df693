import { Day } from "../day.ts";
import type { Currency } from "../money.ts";

/** The order of day and month in a file; irrelevant if the year comes first or the month is a word. */
export type DayOrder = "dmy" | "mdy";

const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const yearFirst = /^(\d{4})([-/.]?)(\d{2})\2(\d{2})$/;
const numbers = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/;
const dayAndWord = /^(\d{1,2})[-/. ]?([a-z]{3,9})[-/., ]+(\d{4}|\d{2})$/;
const wordAndDay = /^([a-z]{3,9})[-. ]+(\d{1,2})[, -]+(\d{4})$/;
const time = /[T, ]+\d{1,2}[:.]\d{2}([:.]\d{2}([.,]\d+)?)?\s*([ap]\.?m\.?)?(z|[+-]\d{2}:?\d{2})?$/i;

const dateOf = (text: string): string => text.trim().replace(time, "").trim().toLowerCase();

const dayOf = (year: string, month: number, date: string): Day | undefined => {
  const whole = year.length === 2 ? `20${year}` : year;
  const day = `${whole}-${String(month).padStart(2, "0")}-${date.padStart(2, "0")}`;
  return Day.safeParse(day).success ? day : undefined;
};

/** Parses a date and ignores the time of day; undefined if the text is no date. */
export function parseDay(text: string, order: DayOrder): Day | undefined {
  const date = dateOf(text);
  const [, year, , month, day] = yearFirst.exec(date) ?? [];
  if (year && month && day) return dayOf(year, Number(month), day);
  const [, first, , second, lastYear] = numbers.exec(date) ?? [];
  if (first && second && lastYear)
    return order === "dmy" ? dayOf(lastYear, Number(second), first) : dayOf(lastYear, Number(first), second);
  const dayFirst = dayAndWord.exec(date);
  const [, word, dayOfMonth, wordYear] = dayFirst
    ? [dayFirst[0], dayFirst[2], dayFirst[1], dayFirst[3]]
    : (wordAndDay.exec(date) ?? []);
  const wordMonth = months.findIndex((name) => word?.startsWith(name)) + 1;
  return wordMonth > 0 && dayOfMonth && wordYear ? dayOf(wordYear, wordMonth, dayOfMonth) : undefined;
}

/** The orders that fit all dates of a file: both if the file is ambiguous, none if its dates contradict each other. */
export function possibleOrders(texts: Iterable<string>): DayOrder[] {
  let orders: DayOrder[] = ["dmy", "mdy"];
  let differ = false;
  for (const text of texts) {
    if (!numbers.test(dateOf(text))) continue;
    const [dmy, mdy] = [parseDay(text, "dmy"), parseDay(text, "mdy")];
    if (dmy === undefined && mdy === undefined) continue;
    if (dmy !== mdy) differ = true;
    orders = orders.filter((order) => (order === "dmy" ? dmy : mdy) !== undefined);
  }
  return differ ? orders : ["dmy"];
}

const currency = /^(kes|ksh|kshs|usd|us\$|\$)\.?\s*|\s*(kes|ksh|kshs|usd)$/gi;
/** The currency beside an amount, as in `KES 1,234.50`. */
export function parseCurrency(text: string): Currency | undefined {
  const [named] = text.trim().match(currency) ?? [];
  return named ? (/k/i.test(named) ? "KES" : "USD") : undefined;
}

const withPoint = /^(\d{1,3}(?:[, '\u00a0\u202f]\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
const withComma = /^(\d{1,3}(?:[. '\u00a0\u202f]\d{3})+|\d+),(\d{2})$/;

/** `1,234.50` → 123450, negative with a minus or in brackets. Undefined for no amount, or an ambiguous one. */
export function parseCents(text: string): number | undefined {
  const bare = text.trim().replace(currency, "");
  const inBrackets = /^\((.*)\)$/.exec(bare)?.[1];
  const [, sign = "", digits = ""] = /^([+\-−]?)\s*(.*)$/.exec(inBrackets ?? bare) ?? [];
  const [, whole, part = ""] = withPoint.exec(digits) ?? withComma.exec(digits) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole.replaceAll(/\D/g, "") + part.padEnd(2, "0"));
  if (!Number.isSafeInteger(cents)) return undefined;
  return sign === "-" || sign === "−" || inBrackets !== undefined ? 0 - cents : cents;
}
