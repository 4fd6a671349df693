import * as z from "zod/mini";

// A client's own number, which they type as the account when they pay: seven digits, the last of which tells slips of
// the finger. H. M. Damm's digit finds every single wrong digit and every two neighbours that changed places.

const quasigroup = [
  "0317598642",
  "7092154863",
  "4206871359",
  "1750983426",
  "6123045978",
  "3674209581",
  "5869720134",
  "8945362017",
  "9438617205",
  "2581436790",
];
const damm = (digits: string): string =>
  [...digits].reduce((interim, digit) => quasigroup[Number(interim)]?.[Number(digit)] ?? "", "0");

/** `482107` → `4821072` */
export const withCheckDigit = (digits: string): string => digits + damm(digits);

/** A reference as it is stored. */
export const PaymentReference = z.string().check(z.regex(/^\d{7}$/));

/** As it is shown, and read out: `4821072` → `482 107 2`. */
export const spaced = (reference: string): string => reference.replace(/^(\d{3})(\d{3})(\d)$/, "$1 $2 $3");

/** Whether somebody typed what looks like a reference, and slipped: with these digits there is none. */
export function isMistyped(typed: string): boolean {
  const digits = typed.replace(/[\s.-]/g, "");
  return /^\d{7}$/.test(digits) && damm(digits) !== "0";
}
