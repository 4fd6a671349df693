import * as z from "zod/mini";

// A client's account number for payments: seven digits, the last a check digit. H. M. Damm's algorithm detects every
// single wrong digit and every swap of two neighbours.

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

/** A reference as stored. */
export const PaymentReference = z.string().check(z.regex(/^\d{7}$/));

/** `4821072` → `482 107 2` */
export const formatReference = (reference: string): string =>
  reference.replace(/^(\d{3})(\d{3})(\d)$/, "$1 $2 $3");

/** Whether the text looks like a reference but has a wrong check digit. */
export function isMistyped(typed: string): boolean {
  const digits = typed.replace(/[\s.-]/g, "");
  return /^\d{7}$/.test(digits) && damm(digits) !== "0";
}

/** For seven digits with a wrong check digit. */
export const mistyped =
  "This payment reference is not valid: a digit is wrong, or two digits are swapped. Ask for it again.";
