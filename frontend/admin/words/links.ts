import { texts } from "../../../shared/emails/texts.ts";
import type { Language } from "../../../shared/languages.ts";
import type { Message } from "../../../shared/messages.ts";
import { whatsAppLink, whatsAppOf } from "../../../shared/whatsapp.ts";
import { formatMoment } from "./dates.ts";

/** What was typed is data to an e-mail program, whatever signs stand in it. */
export const mailLink = (email: string): string =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replaceAll("%40", "@")}`;

export const replyLink = ({ email, received_at }: Message): string =>
  `${mailLink(email)}?subject=${encodeURIComponent(`Re: your message of ${formatMoment(received_at)}`)}`;

/** Nobody has a telephone number of fewer digits. */
const fewestDigits = 7;

/** The link that calls somebody; none when what was typed is no number. */
export function callLink({ phone }: { phone: string }): string | undefined {
  const number = phone.replace(/[^\d+]/g, "");
  return /^\+?\d+$/.test(number) && number.length >= fewestDigits ? `tel:${number}` : undefined;
}

type Reached = { phone: string; name: string; language?: Language | undefined };

/** The link that opens a chat with somebody; none when their number is not one that WhatsApp could know. */
export function chatLink({ phone, name, language = "en" }: Reached): string | undefined {
  const read = whatsAppOf(phone);
  return "number" in read ? whatsAppLink(read.number, texts[language].greeting(name)) : undefined;
}
