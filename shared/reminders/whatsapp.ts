import type { Language } from "../languages.ts";
/** A phone number for WhatsApp links (country code first, only digits), or why there is none. */
export type WhatsApp = { number: string } | { problem: string };

const KENYA_CODE = "254";
/** E.164: at most 15 digits; a shorter number is not complete. */
const international = /^[1-9]\d{7,14}$/;
const kenyanMobile = /^254[17]\d{8}$/;

/**
 * Reads a typed phone number. Kenyan mobile numbers are recognised in every usual form (07…, 01…, 254…, +254…, 00254…,
 * +254 (0)7…); a number of another country needs its country code. If there are several, the first valid one is used.
 */
export function whatsAppOf(phone: string): WhatsApp {
  if (phone.trim() === "") return { problem: "no phone number is known" };
  const read = phone.split(/[,;/]|\bor\b/i).map(readOne);
  return read.find((one) => "number" in one) ?? read[0] ?? { problem: "no phone number is known" };
}

function readOne(text: string): WhatsApp {
  const bare = text.replace(/\(0\)/g, "").replace(/[\s().–-]/g, "");
  const typed = bare.replace(/^00/, "+");
  if (!/^\+?\d+$/.test(typed)) return { problem: "the phone number is not a number" };
  const digits = withCountry(typed);
  if (digits === undefined) return { problem: "the phone number has no country code" };
  if (digits.startsWith(KENYA_CODE)) {
    if (kenyanMobile.test(digits)) return { number: digits };
    const complete = digits.length === 12;
    return { problem: complete ? "the phone number is a landline" : "the phone number is not complete" };
  }
  return international.test(digits) ? { number: digits } : { problem: "the phone number is not complete" };
}

function withCountry(typed: string): string | undefined {
  const digits = typed.replace("+", "");
  // People often keep the leading zero after the country code.
  if (digits.startsWith(KENYA_CODE)) return digits.replace(/^2540(?=[17]\d{8}$)/, KENYA_CODE);
  if (typed.startsWith("+")) return digits;
  return digits.startsWith("0") ? KENYA_CODE + digits.slice(1) : undefined;
}

/** Opens a chat with the text filled in, ready to send. */
export const whatsAppLink = (number: string, text: string): string =>
  `https://wa.me/${number}?text=${encodeURIComponent(text.toWellFormed())}`;

export type Recipient = {
  name: string;
  phone: string;
  payment_reference?: string | undefined;
  language?: Language | undefined;
};

/** The client of a row that has the client's data. */
export const recipientOf = (row: {
  client_name: string;
  client_phone: string;
  client_reference?: string | undefined;
  client_language?: Language | undefined;
}): Recipient => ({
  name: row.client_name,
  phone: row.client_phone,
  payment_reference: row.client_reference,
  language: row.client_language,
});
