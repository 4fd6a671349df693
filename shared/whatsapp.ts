/** A phone number as WhatsApp's links take it (country code first, digits alone), or why it has none. */
export type WhatsApp = { number: string } | { problem: string };

const kenya = "254";
/** E.164 has no longer number; a shorter one is missing something. */
const international = /^[1-9]\d{7,14}$/;
const kenyanMobile = /^254[17]\d{8}$/;

/**
 * Reads what somebody typed as a phone number. Kenyan mobiles are known in every way they are written (07…, 01…,
 * 254…, +254…, 00254…, +254 (0)7…); a number of another country needs its country code. Of several, the first that
 * fits counts.
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
  if (digits.startsWith(kenya)) {
    if (kenyanMobile.test(digits)) return { number: digits };
    const whole = digits.length === 12;
    return { problem: whole ? "the phone number is a landline" : "the phone number is not complete" };
  }
  return international.test(digits) ? { number: digits } : { problem: "the phone number is not complete" };
}

function withCountry(typed: string): string | undefined {
  const digits = typed.replace("+", "");
  // The zero that is dialled within the country often stays when the country code is put before it.
  if (digits.startsWith(kenya)) return digits.replace(/^2540(?=[17]\d{8}$)/, kenya);
  if (typed.startsWith("+")) return digits;
  return digits.startsWith("0") ? kenya + digits.slice(1) : undefined;
}

/** Opens a chat with the words typed in, to be looked at before they are sent. */
export const whatsAppLink = (number: string, text: string): string =>
  `https://wa.me/${number}?text=${encodeURIComponent(text.toWellFormed())}`;
