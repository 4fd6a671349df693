import type { Message } from "../../../../shared/messages.ts";
import { whatsAppLink, whatsAppOf } from "../../../../shared/whatsapp.ts";
import { formatMoment } from "../../words/dates.ts";

/** What a visitor typed is data to an e-mail program, whatever signs stand in it. */
export const replyLink = ({ email, received_at }: Message): string =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replaceAll("%40", "@")}?subject=${encodeURIComponent(
    `Re: your message of ${formatMoment(received_at)}`,
  )}`;

/** Nobody has a telephone number of fewer digits. */
const fewestDigits = 7;

/** The link that calls a visitor; none when what they typed is no number. */
export function callLink({ phone }: Message): string | undefined {
  const number = phone.replace(/[^\d+]/g, "");
  return /^\+?\d+$/.test(number) && number.length >= fewestDigits ? `tel:${number}` : undefined;
}

/** The link that opens a chat with a visitor; none when their number is not one that WhatsApp could know. */
export function chatLink({ phone, name }: Message): string | undefined {
  const read = whatsAppOf(phone);
  return "number" in read ? whatsAppLink(read.number, `Hello ${name}, `) : undefined;
}
