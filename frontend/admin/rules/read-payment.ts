import { addDays, type Day } from "../../../shared/day.ts";
import type { Currency } from "../../../shared/money.ts";
import { parseCents, parseCurrency } from "../../../shared/parse-amount.ts";
import { parseDay } from "../../../shared/parse-day.ts";
import type { PaymentMethod } from "../../../shared/subscriptions/subscription.ts";

/** What a text says about a payment. */
export type ReadPayment = {
  /** As the field of the form has it: `66467.00`. */
  amount?: string;
  currency?: Currency;
  reference?: string;
  paid_on?: Day;
  method?: PaymentMethod;
};

/** Longer text is no message about one payment. It is not searched, so that a hostile text cannot make patterns slow. */
const MAX_LENGTH = 1_000;

/** Stands where something was read, so that its neighbours do not grow together. */
const GAP = " | ";

/**
 * Reads a message about a payment: `66,467 SLK4H7TQ2Z 22 dec`, or that of M-Pesa. Undefined if it tells less than two of
 * amount, reference and day: a code or an amount alone is text like any other.
 */
export function readPayment(
  text: string,
  { today, currency }: { today: Day; currency: Currency },
): ReadPayment | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  // Most particular first. What is read is no longer there for the next.
  const timeless = text.replaceAll(time, GAP);
  const [named, withoutNamed] = takeFirst(timeless, namedReference, ([, word = ""]) => word);
  const [paid_on, withoutDay] = takeDay(withoutNamed, today);
  const [priced, withoutPriced] = takeFirst(withoutDay, amountWithCurrency, readableAmount);
  const [code, withoutCode] = takeFirst(withoutPriced, codePattern, ([code]) => code);
  const amount = priced ?? plainAmount(withoutCode.replaceAll(new RegExp(codePattern, "gi"), GAP));
  const reference = named ?? code;
  if ([amount, reference, paid_on].filter((fact) => fact !== undefined).length < 2) return undefined;
  const readCurrency = priced && parseCurrency(priced);
  return {
    ...(amount !== undefined && { amount: ((parseCents(amount) ?? 0) / 100).toFixed(2) }),
    ...(readCurrency && readCurrency !== currency && { currency: readCurrency }),
    ...(reference !== undefined && { reference }),
    ...(paid_on !== undefined && { paid_on }),
    ...(mpesa.test(text) && { method: "mpesa" as const }),
  };
}

const time = /\b\d{1,2}:\d{2}(?::\d{2})?(?:\s*[ap]\.?m\b\.?)?/gi;
const mpesa = /\bm-?pesa\b|^\s*[A-Z\d]{10} confirmed\b/i;
/** Its word may have no digits: `ref ABC`. */
const namedReference = /\bref(?:erence)?\b\.?(?: (?:no|number)\b)?[.:# ]*([a-z\d][\w/-]*)/i;
/** Letters and digits, at least one of each. */
const codePattern = /(?<![\w*])(?=[a-z]*\d)(?=\d*[a-z])[a-z\d]{6,20}(?![\w*])/i;

/** Takes the first match out of the text that the function can read. */
function takeFirst<R>(
  text: string,
  pattern: RegExp,
  read: (match: RegExpMatchArray) => R | undefined,
): [R | undefined, string] {
  for (const match of text.matchAll(new RegExp(pattern, "gi"))) {
    const found = read(match);
    if (found !== undefined)
      return [found, `${text.slice(0, match.index)}${GAP}${text.slice(match.index + match[0].length)}`];
  }
  return [undefined, text];
}

const digits = String.raw`\d(?:[\d,.']*\d)?`;
/** Spaces between thousands, only beside a currency: elsewhere they are between two numbers. */
const number = String.raw`(?:\d{1,3}(?: \d{3})+(?:\.\d{1,2})?|${digits})`;
const currencyName = String.raw`(?:kes|kshs?|shs?|usd|us\$|\$)`;
const amountWithCurrency = new RegExp(
  String.raw`(?<!\w)${currencyName}\.? ?${number}(?![\w*])|(?<![\w,.])${number}(?: ?${currencyName}(?!\w)|/[=-])`,
  "i",
);
/** No part of a longer word, of a phone that is hidden in part, or of a number with a fraction. */
const numberAlone = new RegExp(String.raw`(?<![\w*+,.'/-])${digits}(?![\w*/-])`, "g");

/** The text of an amount that is more than 0. */
const readableAmount = ([text]: RegExpMatchArray): string | undefined =>
  (parseCents(text) ?? 0) > 0 ? text : undefined;

/** Numbers of phones begin with 0 or the country's code. */
const phone = /^(?:0\d{8,}|254\d{9})$/;

/** The only number that can be an amount; of several, the only one that is written like one. */
function plainAmount(text: string): string | undefined {
  const numbers = [...text.matchAll(numberAlone)].flatMap((match) => readableAmount(match) ?? []);
  const amounts = numbers.filter((text) => !phone.test(text));
  const written = amounts.filter((text) => /[,.']/.test(text));
  return [amounts, written].find(({ length }) => length === 1)?.[0];
}

const year = String.raw`(?:\d{4}|\d{2})(?![\d,.]*\d)`;
const dayWithYear = [
  String.raw`\d{4}-\d{1,2}-\d{1,2}(?!\d)`,
  String.raw`\d{1,2}([-/.])\d{1,2}\1${year}`,
  String.raw`\d{1,2}(?:st|nd|rd|th)?[-/., ]*[a-z]{3,9}[-/., ]+${year}`,
  String.raw`[a-z]{3,9}[-. ]+\d{1,2}(?:st|nd|rd|th)?[, -]+\d{4}(?![\d,.]*\d)`,
].map((pattern) => new RegExp(String.raw`(?<![\w,./-])${pattern}(?![\w/-])`, "i"));
const dayWithoutYear = [
  String.raw`(\d{1,2})(?:st|nd|rd|th)?[-/. ]?([a-z]{3,9})`,
  String.raw`(\d{1,2})/(\d{1,2})`,
].map((pattern) => new RegExp(String.raw`(?<![\w,./-])${pattern}(?![\w/]|[,.]\d)`, "i"));
const monthFirst = /(?<![\w,./-])([a-z]{3,9})[. ]+(\d{1,2})(?:st|nd|rd|th)?(?![\w/]|[,.]\d)/i;

/** A leap day is up to eight years ago. */
const MAX_YEARS_BACK = 8;

/** The first day that the text names. One to come was not meant, so it is not taken. */
function takeDay(text: string, today: Day): [Day | undefined, string] {
  const past = (day: Day | undefined) => (day !== undefined && day <= today ? day : undefined);
  for (const pattern of dayWithYear) {
    const taken = takeFirst(text, pattern, ([day]) =>
      past(parseDay(day.replace(/(?<=\d)(?:st|nd|rd|th)/i, ""), "dmy")),
    );
    if (taken[0]) return taken;
  }
  for (const [name, daysBack] of [
    ["today", 0],
    ["yesterday", 1],
  ] as const) {
    const taken = takeFirst(text, new RegExp(String.raw`\b${name}\b`), () => addDays(today, -daysBack));
    if (taken[0]) return taken;
  }
  const lastYears = Array.from({ length: MAX_YEARS_BACK + 1 }, (_, back) => Number(today.slice(0, 4)) - back);
  const lastDay = (date: string, month: string) =>
    lastYears
      .map((year) =>
        past(parseDay(/\d/.test(month) ? `${date}/${month}/${year}` : `${date} ${month} ${year}`, "dmy")),
      )
      .find((day) => day !== undefined);
  for (const pattern of dayWithoutYear) {
    const taken = takeFirst(text, pattern, ([, date = "", month = ""]) => lastDay(date, month));
    if (taken[0]) return taken;
  }
  return takeFirst(text, monthFirst, ([, month = "", date = ""]) => lastDay(date, month));
}
