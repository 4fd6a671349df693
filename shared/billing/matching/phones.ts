import { plain } from "./line.ts";

// Phone numbers as look-up keys: only digits, the country code first. Landlines and other countries are included.

const KENYA_CODE = "254";
/** A spreadsheet's way to write a long number. */
const scientific = /^([1-9])[.,](\d{8,14})E\+?(\d\d)$/i;
/** Spaces in a number make at most this many parts. */
const MAX_PARTS = 6;

/** `0799 000 111`, `+254 (0)799-000111`, `799000111` → `254799000111`; undefined if it is not a whole number. */
export function phoneKey(text: string): string | undefined {
  const typed = expanded(plain(text))
    .replace(/^\(0\)/, "0")
    .replaceAll("(0)", "")
    .replaceAll(/[\s().–-]/g, "")
    .replace(/^00/, "+");
  return /^\+?\d{8,16}$/.test(typed) ? withCountryCode(typed) : undefined;
}

/** People type these between several phone numbers in one field. */
export const phoneSeparator = /[,;/]|\bor\b/i;

/**
 * The key of a number that a person typed. A number of another country needs `+` or `00`: without it, a Kenyan number
 * with one digit too many would become a foreign one.
 */
export function typedPhoneKey(text: string): string | undefined {
  const key = phoneKey(text);
  return key?.startsWith(KENYA_CODE) || /^[\s(]*(?:\+|00)/.test(text) ? key : undefined;
}

/** A number as spreadsheets and scripts write it: `2.54712345678E+11`, `712345678.0`. */
function expanded(text: string): string {
  const [, first = "", rest = "", exponent] = scientific.exec(text) ?? [];
  if (rest !== "" && rest.length === Number(exponent)) return first + rest;
  return text.replace(/^(\+?\d{8,})\.0+$/, "$1");
}

function withCountryCode(typed: string): string | undefined {
  const digits = typed.replace("+", "");
  // People often keep the leading zero after the country code.
  if (digits.startsWith(KENYA_CODE)) return kenyan(digits.slice(KENYA_CODE.length).replace(/^0/, ""));
  if (typed.startsWith("+")) return /^[1-9]\d{7,14}$/.test(digits) ? digits : undefined;
  if (digits.startsWith("0")) return kenyan(digits.slice(1));
  // Spreadsheets drop the leading zero.
  if (/^[17]\d{8}$/.test(digits)) return KENYA_CODE + digits;
  return /^[1-9]\d{10,14}$/.test(digits) ? digits : undefined;
}

const kenyan = (national: string): string | undefined =>
  /^(?:[17]\d{8}|[2-6]\d{7,8})$/.test(national) ? KENYA_CODE + national : undefined;

/** Every phone number in a text, such as `254799000111 - JANE DOE`. Hidden digits (`2547***111`) make it unusable. */
export function phonesIn(text: string | undefined): string[] {
  const typed = plain(text);
  const onlyNumber = phoneKey(typed);
  if (onlyNumber !== undefined) return [onlyNumber];
  const words = typed.split(/[\s,;:/|=]+|-(?=\p{L})/u);
  const keys = new Set<string>();
  let at = 0;
  while (at < words.length) {
    const { key, parts } = longestFrom(words.slice(at, at + MAX_PARTS));
    if (key !== undefined) keys.add(key);
    at += parts;
  }
  return [...keys];
}

/** The longest phone number that begins with the first word. */
function longestFrom(words: readonly string[]): { key?: string | undefined; parts: number } {
  const firstTextAt = words.findIndex((word) => !/^[+(]?\d[\d().-]*$|^\(0\)\d*$/.test(word));
  // Without its zero, plus sign or Kenya's country code, a number has no spaces.
  const maxParts = /^(?:\+|\(?0|254)/.test(words[0] ?? "") ? words.length : 1;
  for (let parts = firstTextAt < 0 ? maxParts : Math.min(firstTextAt, maxParts); parts > 0; parts -= 1) {
    const number = words.slice(0, parts).join("");
    // Nine digits in a text can be anything.
    const key = number.replaceAll(/\D/g, "").length > 9 ? phoneKey(number) : undefined;
    if (key !== undefined) return { key, parts };
  }
  return { parts: 1 };
}
