import { addDays, Day, FIRST_DAY, LAST_DAY } from "./day.ts";

/** The order of day and month in a file; irrelevant if the year comes first or the month is a word. */
export type DayOrder = "dmy" | "mdy";

/** Longer text is no date. It is not searched, so that a hostile cell cannot make patterns slow. */
const MAX_LENGTH = 60;

/** In English and Swahili. */
const months = [
  ["january", "januari"],
  ["february", "februari"],
  ["march", "machi"],
  ["april", "aprili"],
  ["may", "mei"],
  ["june", "juni"],
  ["july", "julai"],
  ["august", "agosti"],
  ["september", "septemba"],
  ["october", "oktoba"],
  ["november", "novemba"],
  ["december", "desemba"],
];
const yearFirst = /^(\d{4})(?:([-/.])(\d{1,2})\2(\d{1,2})|(\d{2})(\d{2}))$/;
const numbers = /^(\d{1,2})([-/. ])(\d{1,2})\2(\d{4}|\d{2})$/;
const dayAndWord = /^(\d{1,2})[-/. ]?([a-z]{3,9})[-/., ]+(\d{4}|\d{2})$/;
const wordAndDay = /^([a-z]{3,9})[-. ]+(\d{1,2})[, -]+(\d{4})$/;
const time = /[T, ]+\d{1,2}[:.]\d{2}([:.]\d{2}([.,]\d+)?)?\s*([ap]\.?m\.?)?(z|[+-]\d{2}:?\d{2})?$/i;
/** How spreadsheets store a day: counted from `SERIAL_START`, with the time as a fraction. */
const serialDay = /^(\d{5})(?:[.,]\d+)?$/;
const SERIAL_START: Day = "1899-12-30";

const dateOf = (text: string): string =>
  text.length > MAX_LENGTH ? "" : text.trim().replace(time, "").trim().toLowerCase();

const dayOf = (year: string, month: number | string, date: string): Day | undefined => {
  const fullYear = year.length === 2 ? `20${year}` : year;
  const day = `${fullYear}-${String(month).padStart(2, "0")}-${date.padStart(2, "0")}`;
  return Day.safeParse(day).success ? day : undefined;
};

/** Parses a date and ignores the time of day; undefined if the text is no date. */
export function parseDay(text: string, order: DayOrder): Day | undefined {
  const date = dateOf(text);
  const [, year, , month, day, shortMonth, shortDay] = yearFirst.exec(date) ?? [];
  if (year) return dayOf(year, month ?? shortMonth ?? "", day ?? shortDay ?? "");
  const [, serial] = serialDay.exec(date) ?? [];
  if (serial) {
    const counted = addDays(SERIAL_START, Number(serial));
    return counted >= FIRST_DAY && counted < LAST_DAY ? counted : undefined;
  }
  const [, first, , second, lastYear] = numbers.exec(date) ?? [];
  if (first && second && lastYear)
    return order === "dmy" ? dayOf(lastYear, second, first) : dayOf(lastYear, first, second);
  const dayFirst = dayAndWord.exec(date);
  const [, word = "", dayOfMonth, wordYear] = dayFirst
    ? [dayFirst[0], dayFirst[2], dayFirst[1], dayFirst[3]]
    : (wordAndDay.exec(date) ?? []);
  const wordMonth = months.findIndex((names) => names.some((name) => name.startsWith(word))) + 1;
  return wordMonth > 0 && dayOfMonth && wordYear ? dayOf(wordYear, wordMonth, dayOfMonth) : undefined;
}

/** Whether a text is a date of three numbers, of which the year is not the first. */
export const isDayInNumbers = (text: string): boolean => numbers.test(dateOf(text));

/** A day that is clear by itself, with its day and month swapped; undefined if that is no other day. */
export function swappedDay(text: string): Day | undefined {
  const day = isDayInNumbers(text) ? undefined : parseDay(text, "dmy");
  if (!day) return undefined;
  const [year, month, date] = day.split("-") as [string, string, string];
  return month === date ? undefined : dayOf(year, date, month);
}

/** The orders that fit all dates of a file: both if the file is ambiguous, none if its dates contradict each other. */
export function possibleOrders(texts: Iterable<string>): DayOrder[] {
  let orders: DayOrder[] = ["dmy", "mdy"];
  let differ = false;
  for (const text of texts) {
    if (!isDayInNumbers(text)) continue;
    const [dmy, mdy] = [parseDay(text, "dmy"), parseDay(text, "mdy")];
    if (dmy === undefined && mdy === undefined) continue;
    if (dmy !== mdy) differ = true;
    orders = orders.filter((order) => (order === "dmy" ? dmy : mdy) !== undefined);
  }
  return differ ? orders : ["dmy"];
}
