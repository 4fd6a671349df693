import { quoted } from "./errors.ts";
import type { Currency } from "./money.ts";

/** Longer text is no amount. It is not searched, so that hostile text cannot make patterns slow. */
const MAX_LENGTH = 60;

const currency = String.raw`(?:kes|kshs?|shs?|usd)\.?|us\$|\$`;
const sign = String.raw`[+\-−]`;
// Spaces are single by then.
const amount = new RegExp(
  [
    String.raw`^(?<first>${currency})? ?(?<open>\()? ?(?<sign>${sign})? ?`,
    `(?<before>${currency})? ?(?<inner>${sign})? ?`,
    String.raw`(?<digits>\.?\d[\d.,' ]*?) ?(?<shillings>/[=-])? ?`,
    String.raw`(?<close>\))? ?(?<after>${currency})? ?(?:(?<side>cr|dr)\.?)? ?(?<last>\))?$`,
  ].join(""),
  "i",
);
/** Digits in groups of three, as in India (`1,50,000`), or without groups. */
const wholes = String.raw`[1-9]\d{0,2}(?<separator>[, '])\d{3}(?:\k<separator>\d{3})*|[1-9]\d?(?:,\d{2})+,\d{3}|\d+`;
const digitsWithPoint = new RegExp(String.raw`^(?<whole>${wholes})?(?:\.(?<part>\d{0,2}))?$`);
/** A comma before cents, where the digits before it cannot be groups of an amount with commas. */
const digitsWithComma =
  /^(?<whole>\d{4,}|[1-9]\d{0,2}(?<separator>[ '])\d{3}(?:\k<separator>\d{3})*),(?<part>\d{2})$/;

const currencyNamed = (name: string): Currency => (/^(us|\$)/i.test(name) ? "USD" : "KES");

type ReadAmount = { cents: number; currency?: Currency | undefined } | { problem: string };

/**
 * Reads an amount as people write it: `1,500`, `1500.50`, `1 500`, `KES 1,500/=`, `1,50,000.00`. It is negative with a
 * minus, in brackets or with `DR`. What could be cents or thousands is unclear: `1.500`, `1,50`.
 */
export function readAmount(text: string): ReadAmount {
  const none = { problem: `${quoted(text)} is not an amount.` };
  const match = text.length > MAX_LENGTH ? null : amount.exec(text.replaceAll(/\s+/g, " ").trim());
  if (!match?.groups) return none;
  const { first, open, sign, before, inner, digits = "", shillings, close, after, side, last } = match.groups;
  const brackets = [open, close ?? last].filter(Boolean).length;
  if (brackets === 1 || (close && last) || (sign && inner)) return none;
  const currencies = new Set(
    [first, before, shillings, after].flatMap((name) => (name ? currencyNamed(name) : [])),
  );
  const minus = brackets > 0 || /[-−]/.test(sign ?? inner ?? "");
  // A credit below zero contradicts itself.
  if (currencies.size > 1 || (minus && /cr/i.test(side ?? ""))) return none;
  const { whole = "", part = "" } =
    (digitsWithPoint.exec(digits) ?? digitsWithComma.exec(digits))?.groups ?? {};
  if (whole + part === "") return { problem: `${quoted(text)} is not a clear amount.` };
  const cents = Number(whole.replaceAll(/\D/g, "") + part.padEnd(2, "0"));
  if (!Number.isSafeInteger(cents)) return none;
  return { cents: minus || side?.toLowerCase() === "dr" ? 0 - cents : cents, currency: [...currencies][0] };
}

const currencyAlone = new RegExp(`^(?:${currency})$`, "i");

/** The currency that a text names, alone or beside an amount: `KES 1,234.50`, `4,500/=`. */
export function parseCurrency(text: string): Currency | undefined {
  if (currencyAlone.test(text.trim())) return currencyNamed(text.trim());
  const read = readAmount(text);
  return "cents" in read ? read.currency : undefined;
}

/** The cents of an amount; undefined for no amount, or an unclear one. */
export function parseCents(text: string): number | undefined {
  const read = readAmount(text);
  return "cents" in read ? read.cents : undefined;
}
