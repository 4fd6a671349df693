import type { Language } from "../languages.ts";
import { formatReference } from "../payment-reference.ts";
import { whatsAppLink, whatsAppOf } from "../reminders/whatsapp.ts";
import type { Settings } from "../settings/settings.ts";
import type { Part, Sender } from "./email.ts";
import type { PaymentDetails } from "./how-to-pay.ts";
import { signatureOf } from "./reminder-text.ts";
import { texts } from "./texts.ts";

export type Profile = PaymentDetails &
  Pick<
    Settings,
    | "company_name"
    | "company_address"
    | "company_kra_pin"
    | "company_phone"
    | "company_email"
    | "company_website"
    | "logo_url"
  >;

/** The company as sender, from its profile. */
export const senderOf = (
  company: Omit<Profile, keyof PaymentDetails>,
  language: Language = "en",
): Sender => ({
  name: signatureOf(company.company_name, language),
  logo: company.logo_url,
  lines: [
    ...company.company_address.split("\n"),
    company.company_phone,
    company.company_email,
    company.company_website,
    company.company_kra_pin && `KRA PIN: ${company.company_kra_pin}`,
  ],
  language,
});

export const toParts = (paragraphs: string[]): Part[] => paragraphs.map((paragraph) => ({ paragraph }));

export type Fact = [string, string];

/** The button that leads to the client's own page. */
export const accountParts = (link: string | undefined, language: Language): Part[] =>
  link ? [{ button: texts[language].seeAccount, href: link }] : [];

/** Replies go to the company's address, so without one there is no `reply`. */
export function contactParts(
  { company_email, company_phone }: Profile,
  reference: string | undefined,
  language: Language,
): Part[] {
  const { contactUs, reply, call, or, writeOnWhatsApp, chatAboutReference, chatHello } = texts[language];
  const ways = [company_email && reply, company_phone && call(company_phone)].filter(Boolean);
  const chat = whatsAppOf(company_phone);
  const chatText = reference ? chatAboutReference(formatReference(reference)) : chatHello;
  return [
    ...(ways.length > 0 ? [{ paragraph: contactUs(ways.join(or)) }] : []),
    ...("number" in chat ? [{ link: writeOnWhatsApp, href: whatsAppLink(chat.number, chatText) }] : []),
  ];
}
