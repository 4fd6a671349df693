import type { Language } from "../languages.ts";
import { formatCents, toCents } from "../money.ts";
import type { Prompt } from "./prompt.ts";

type Refused = NonNullable<Prompt["reason"]>;
type States = Record<Exclude<Prompt["state"], "paid" | "refused">, string>;

/** The client reads these on the page of their account. */
export const pageTexts: Record<
  Language,
  { title: string; phone: string; amount: string; button: string } & States &
    Record<Refused, string> & { paid: (amount: string, code: string) => string }
> = {
  en: {
    title: "Pay now with M-Pesa",
    phone: "Phone with M-Pesa",
    amount: "Amount in whole shillings",
    button: "Pay now with M-Pesa",
    asked: "We are asking M-Pesa to send the request to your phone.",
    sent: "Enter your PIN on your phone. This page says when the payment has arrived.",
    accepted:
      "M-Pesa has taken your PIN. We are waiting for its confirmation, so please do not pay a second time.",
    paid: (amount, code) => `Paid: ${amount}, M-Pesa code ${code}. Thank you.`,
    "timed-out":
      "Your phone did not answer in time. If M-Pesa has taken the money, it appears below within 15 minutes. Otherwise try again.",
    cancelled: "You cancelled the request on your phone. Nothing was paid.",
    money: "There is not enough money in M-Pesa for this amount. Nothing was paid.",
    pin: "The PIN was wrong. Nothing was paid.",
    "not-sent":
      "M-Pesa could not send the request to this phone. Check the number, and that the phone is on and shows no other request.",
    unknown:
      "M-Pesa did not tell us whether you paid. Look at your phone: if you have a message with an M-Pesa code, the payment appears below within 15 minutes. Otherwise try again.",
  },
  sw: {
    title: "Lipa sasa kwa M-Pesa",
    phone: "Simu yenye M-Pesa",
    amount: "Kiasi kwa shilingi kamili",
    button: "Lipa sasa kwa M-Pesa",
    asked: "Tunaiomba M-Pesa itume ombi kwenye simu yako.",
    sent: "Weka PIN yako kwenye simu yako. Ukurasa huu utakuambia malipo yakifika.",
    accepted: "M-Pesa imepokea PIN yako. Tunasubiri uthibitisho wake, kwa hivyo tafadhali usilipe tena.",
    paid: (amount, code) => `Umelipa ${amount}, nambari ya M-Pesa ${code}. Asante.`,
    "timed-out":
      "Simu yako haikujibu kwa wakati. Kama M-Pesa imechukua pesa, malipo yataonekana hapa chini ndani ya dakika 15. La sivyo, jaribu tena.",
    cancelled: "Ulighairi ombi kwenye simu yako. Hakuna kilicholipwa.",
    money: "Hakuna pesa za kutosha katika M-Pesa kwa kiasi hiki. Hakuna kilicholipwa.",
    pin: "PIN haikuwa sahihi. Hakuna kilicholipwa.",
    "not-sent":
      "M-Pesa haikuweza kutuma ombi kwenye simu hii. Hakikisha nambari ni sahihi, na simu imewashwa na haionyeshi ombi lingine.",
    unknown:
      "M-Pesa haikutuambia kama umelipa. Angalia simu yako: kama una ujumbe wenye nambari ya M-Pesa, malipo yataonekana hapa chini ndani ya dakika 15. La sivyo, jaribu tena.",
  },
};

/** Why no prompt is sent, by the language of the client's page. Staff and programs get the English text. */
export const promptProblems = {
  unavailable: {
    en: "This account cannot be paid by a request on a phone.",
    sw: "Akaunti hii haiwezi kulipwa kwa ombi kwenye simu.",
  },
  busy: {
    en: "Another request for this account is open on a phone. Answer it there, or wait three minutes.",
    sw: "Ombi lingine la akaunti hii liko wazi kwenye simu. Lijibu hapo, au subiri dakika tatu.",
  },
  tooMany: {
    en: "There were too many requests for this account or phone. Wait an hour, or pay in M-Pesa with the Paybill number.",
    sw: "Kumekuwa na maombi mengi mno ya akaunti au simu hii. Subiri saa moja, au lipa kwa M-Pesa ukitumia nambari ya Paybill.",
  },
};

const refusals: Record<Refused, string> = {
  cancelled: "The client cancelled the request.",
  money: "There is not enough money in the client’s M-Pesa.",
  pin: "The PIN was wrong.",
  "not-sent": "M-Pesa could not send the request to this phone.",
};
const states: States = {
  asked: "M-Pesa is asked to send the request.",
  sent: "The phone shows the request. Once the client enters the PIN, the payment is recorded by itself.",
  accepted: "M-Pesa has taken the PIN. We wait for its confirmation.",
  "timed-out": "The phone did not answer in time. If the client did pay, the payment comes in by itself.",
  unknown:
    "M-Pesa did not say whether it was paid. Ask the client to look at the phone. If they did pay, the payment comes in by itself.",
};

/** Staff read this. */
export function staffText({ state, reason = "not-sent", amount, code }: Prompt): string {
  const money = formatCents(toCents(amount), "KES");
  if (state === "paid") return `${money} was paid by M-Pesa, code ${code}.`;
  return `${money}: ${state === "refused" ? `${refusals[reason]} Nothing was paid.` : states[state]}`;
}
