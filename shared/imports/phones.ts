import { phoneSeparator, typedPhoneKey } from "../billing/matching/phones.ts";

/** How spreadsheets write a number that is too wide for its cell: `2.54712E+11`. Its last digits are lost. */
const shortened = /^\d(?:[.,](\d{0,15}))?e\+?\d{1,2}$/i;

/**
 * A phone number as it is stored, `+254712345678`; as typed if it is not complete, or of another country without `+` or
 * `00`. Undefined if its digits are lost.
 */
export function parsePhone(cell: string): string | undefined {
  if (shortened.test(cell)) return undefined;
  const numbers = cell.split(phoneSeparator).map(typedPhoneKey);
  return numbers.includes(undefined) ? cell : numbers.map((number) => `+${number}`).join(", ");
}

/** Whether a cell is a stored number in another form, also one that a spreadsheet has shortened. */
export function isSamePhone(cell: string, stored: string): boolean {
  const [shortNumber, decimals = ""] = shortened.exec(cell) ?? [];
  if (shortNumber === undefined) return parsePhone(cell) === parsePhone(stored);
  const number = Number(stored.replaceAll(/\D/g, ""));
  return Number(shortNumber.replace(",", ".")) === Number(number.toPrecision(decimals.length + 1));
}
