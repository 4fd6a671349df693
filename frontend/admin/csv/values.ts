import { Day } from "../../../shared/day.ts";
import type { Currency } from "../../../shared/money.ts";

// Days and amounts as people's spreadsheets write them. What can be read in two ways is not read.

/** In which order a file writes day and month; where the year comes first, or the month is a word, it makes no difference. */
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

/** The day that a text names; undefined where it names none. The time of the day is left out. */
export function dayIn(text: string, order: DayOrder): Day | undefined {
  const date = dateOf(text);
  const [, year, , month, day] = yearFirst.exec(date) ?? [];
  if (year && month && day) return dayOf(year, Number(month), day);
  const [, first, , second, of] = numbers.exec(date) ?? [];
  if (first && second && of)
    return order === "dmy" ? dayOf(of, Number(second), first) : dayOf(of, Number(first), second);
  const worded = dayAndWord.exec(date);
  const [, word, at, in_] = worded
    ? [worded[0], worded[2], worded[1], worded[3]]
    : (wordAndDay.exec(date) ?? []);
  const named = months.findIndex((name) => word?.startsWith(name)) + 1;
  return named > 0 && at && in_ ? dayOf(in_, named, at) : undefined;
}

/** The order that all days of a file fit; both where any would do and it matters, none where they contradict each other. */
export function ordersOf(texts: Iterable<string>): DayOrder[] {
  let orders: DayOrder[] = ["dmy", "mdy"];
  let differ = false;
  for (const text of texts) {
    if (!numbers.test(dateOf(text))) continue;
    const [dmy, mdy] = [dayIn(text, "dmy"), dayIn(text, "mdy")];
    if (dmy === undefined && mdy === undefined) continue;
    if (dmy !== mdy) differ = true;
    orders = orders.filter((order) => (order === "dmy" ? dmy : mdy) !== undefined);
  }
  return differ ? orders : ["dmy"];
}

const currency = /^(kes|ksh|kshs|usd|us\$|\$)\.?\s*|\s*(kes|ksh|kshs|usd)$/gi;
/** The currency that a cell names beside its amount, as `KES 1,234.50` does. */
export function currencyBeside(text: string): Currency | undefined {
  const [named] = text.trim().match(currency) ?? [];
  return named ? (/k/i.test(named) ? "KES" : "USD") : undefined;
}

const withPoint = /^(\d{1,3}(?:[, '\u00a0\u202f]\d{3})+|\d+)(?:\.(\d{1,2}))?$/;
const withComma = /^(\d{1,3}(?:[. '\u00a0\u202f]\d{3})+|\d+),(\d{2})$/;

/** Cents, below 0 with a minus or in brackets: `1,234.50` → 123450. Undefined where a text is no amount, or could be two. */
export function centsIn(text: string): number | undefined {
  const bare = text.trim().replace(currency, "");
  const inBrackets = /^\((.*)\)$/.exec(bare)?.[1];
  const [, sign = "", digits = ""] = /^([+\-−]?)\s*(.*)$/.exec(inBrackets ?? bare) ?? [];
  const [, whole, part = ""] = withPoint.exec(digits) ?? withComma.exec(digits) ?? [];
  if (whole === undefined) return undefined;
  const cents = Number(whole.replaceAll(/\D/g, "") + part.padEnd(2, "0"));
  if (!Number.isSafeInteger(cents)) return undefined;
  return sign === "-" || sign === "−" || inBrackets !== undefined ? 0 - cents : cents;
}
