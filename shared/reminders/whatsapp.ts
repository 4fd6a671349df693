import { phoneSeparator, typedPhoneKey } from "../billing/matching/phones.ts";
import type { Language } from "../languages.ts";

/** A phone number for WhatsApp links (country code first, only digits), or why there is none. */
export type WhatsApp = { number: string } | { problem: string };

const kenyanLandline = /^254[2-6]/;

/**
 * Reads a typed phone number. Kenyan mobile numbers are recognised in every usual form (07…, 01…, 254…, +254…, 00254…,
 * +254 (0)7…); a number of another country needs its country code. If there are several, the first valid one is used.
 */
export function whatsAppOf(phone: string): WhatsApp {
  if (phone.trim() === "") return { problem: "no phone number is known" };
  const results = phone.split(phoneSeparator).map(readOne);
  return (
    results.find((result) => "number" in result) ?? results[0] ?? { problem: "no phone number is known" }
  );
}

function readOne(text: string): WhatsApp {
  const number = typedPhoneKey(text);
  if (number !== undefined)
    return kenyanLandline.test(number) ? { problem: "the phone number is a landline" } : { number };
  const typed = text.replaceAll(/[\s().–-]/g, "");
  if (!/^\+?\d+$/.test(typed)) return { problem: "the phone number is not a number" };
  const hasCountry = /^(?:\+|0|254)/.test(typed);
  return { problem: `the phone number ${hasCountry ? "is not complete" : "has no country code"}` };
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
