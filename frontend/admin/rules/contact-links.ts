import { formatMoment } from "../../../shared/dates.ts";
import { texts } from "../../../shared/emails/texts.ts";
import type { Language } from "../../../shared/languages.ts";
import type { Message } from "../../../shared/messages/message.ts";
import { whatsAppLink, whatsAppOf } from "../../../shared/reminders/whatsapp.ts";

/** Encodes the address, so that typed characters cannot add fields to the email. */
export const mailLink = (email: string): string =>
  `mailto:${encodeURIComponent(email.toWellFormed()).replaceAll("%40", "@")}`;

export const replyLink = ({ email, received_at }: Message): string =>
  `${mailLink(email)}?subject=${encodeURIComponent(`Re: your message of ${formatMoment(received_at)}`)}`;

const MIN_PHONE_DIGITS = 7;

/** A `tel:` link; undefined if the text is not a phone number. */
export function callLink({ phone }: { phone: string }): string | undefined {
  const number = phone.replace(/[^\d+]/g, "");
  return /^\+?\d+$/.test(number) && number.length >= MIN_PHONE_DIGITS ? `tel:${number}` : undefined;
}

type Contact = { phone: string; name: string; language?: Language | undefined };

/** A WhatsApp link; undefined if the number cannot be used there. */
export function chatLink({ phone, name, language = "en" }: Contact): string | undefined {
  const read = whatsAppOf(phone);
  return "number" in read ? whatsAppLink(read.number, texts[language].greeting(name)) : undefined;
}
