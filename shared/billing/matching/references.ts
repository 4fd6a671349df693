import { isMistyped } from "../../payment-reference.ts";
import { plain } from "./line.ts";
import { phoneKey } from "./phones.ts";

// Finds payment references in what people typed. Digits inside a longer number or code are none.

export const REFERENCE_LENGTH = 7;
/** Fewer real digits are a word that looks like a number. */
const MIN_REAL_DIGITS = 4;

/** People and spreadsheets put these in the place of a digit. */
const lookAlikes: Partial<Record<string, string>> = Object.fromEntries(
  ["Oo0", "IiLl|1", "Zz2", "Ss5", "G6", "Bb8"].flatMap((same) =>
    [...same.slice(0, -1)].map((letter) => [letter, same.slice(-1)]),
  ),
);
const number = /^(?=.*\d)[\dOoIiLl|ZzSsGBb]+$/;
/** `ACC4821072` is `ACC 4821072`. */
const label = /^(?:acc?(?:oun)?t?|akaunti|ref(?:erence)?|client|customer)?(?:no|num|number)?(?=\d|$)/i;
const currencyWord = /^(?:kes|kshs?|shs?|usd)$/i;

/** A word of a text. `digits`: as a number. `inside`: groups of seven digits that are a part of it. */
type Word = { text: string; digits?: string | undefined; inside?: string[] };

export const isReference = (digits: string): boolean => /^[1-9]\d{6}$/.test(digits) && !isMistyped(digits);

/** `references`: with a right check digit. `mistyped`: numbers with about as many digits as a reference. */
export type References = { references: string[]; mistyped: string[]; inside: string[] };

export function referencesIn(text: string | undefined): References {
  const words = wordsIn(plain(text));
  const numbers = new Set<string>();
  for (const [first, { digits }] of words.entries()) {
    let joined = "";
    for (let last = first; digits !== undefined && last < first + REFERENCE_LENGTH; last += 1) {
      const next = words[last]?.digits;
      if (next === undefined || joined.length > REFERENCE_LENGTH) break;
      joined += next;
      if (isWhole(words, first, last, joined)) numbers.add(joined);
    }
  }
  const uniqueNumbers = [...numbers];
  return {
    references: uniqueNumbers.filter(isReference),
    mistyped: uniqueNumbers.filter((digits) => !isReference(digits)),
    inside: words.flatMap(({ inside = [] }) => inside.filter(isReference)),
  };
}

/** Whether the words are a number of their own: no part of a longer number, of a phone number, or an amount. */
function isWhole(words: readonly Word[], first: number, last: number, joined: string): boolean {
  if (joined.length < REFERENCE_LENGTH - 1 || joined.length > REFERENCE_LENGTH + 1) return false;
  const named = words.slice(first, last + 1);
  const real = named.reduce((sum, { text }) => sum + text.replaceAll(/\D/g, "").length, 0);
  const before = words[first - 1];
  if (real < MIN_REAL_DIGITS || currencyWord.test(before?.text ?? "")) return false;
  if ([1, 2].some((count) => isPhone(words.slice(Math.max(0, first - count), first), joined))) return false;
  if (named.length === 1 || named.map(({ digits = "" }) => digits.length).join() === "3,3,1") return true;
  return before?.digits === undefined && words[last + 1]?.digits === undefined;
}

/** `020 4821072` is a landline. */
function isPhone(before: readonly Word[], digits: string): boolean {
  const start = before.map(({ text }) => text).join("");
  return /^(?:0|254|\+)\d*$/.test(start) && phoneKey(start + digits) !== undefined;
}

function wordsIn(text: string): Word[] {
  // Commas inside a number of seven digits are those of a spreadsheet.
  const typed = /^[\d,]+$/.test(text) ? text.replaceAll(",", "") : text;
  return typed
    .replaceAll(/\ba\/c/gi, "ACC ")
    .replaceAll(/[^\p{L}\p{N}|._/\\*+\s–—-]+/gu, " , ")
    .split(/[\s/\\]+/)
    .map(wordOf)
    .filter(({ text }) => text !== "");
}

function wordOf(word: string): Word {
  // Hidden digits, the plus sign of a phone number, or a break between two words.
  if (/[*+,]/.test(word)) return { text: word };
  const parts = word
    .replace(/^(\d{6,8})\.0+$/, "$1")
    .split(/[^\p{L}\p{N}|]+/u)
    .map((part) => part.replace(label, ""))
    .filter(Boolean);
  // A name may follow: `4821072-JANE`.
  while (parts.length > 1 && !/\d|^[OoIiLl|ZzSsGBb]$/.test(parts.at(-1) ?? "")) parts.pop();
  const text = parts.join("");
  if (text === "") return { text: /\p{L}/u.test(word) ? word : "" };
  const inside = parts.flatMap((part) => part.match(/(?<!\d)\d{7}(?!\d)/g) ?? []);
  if (parts.every((part) => number.test(part) || lookAlikes[part] !== undefined) && number.test(text))
    return {
      text,
      digits: text.replaceAll(/\D/g, (letter) => lookAlikes[letter] ?? letter),
      inside: parts.length > 1 ? inside : [],
    };
  return { text, inside };
}

/** The references that are one typing mistake away: a wrong digit, two swapped, one too many or too few. */
export function nearReferences(digits: string): string[] {
  const near = new Set<string>();
  for (let at = 0; at <= digits.length; at += 1) {
    const [before, current, after] = [digits.slice(0, at), digits[at] ?? "", digits.slice(at + 1)];
    near.add(before + after);
    near.add(before + after.slice(0, 1) + current + after.slice(1));
    for (let digit = 0; digit <= 9; digit += 1) {
      near.add(`${before}${digit}${after}`);
      near.add(`${before}${digit}${current}${after}`);
    }
  }
  return [...near].filter(isReference);
}
