import type { Charge } from "../billing/account.ts";
import { payableCharges } from "../billing/payable.ts";
import { formatAmount } from "../emails/reminder-text.ts";
import type { Language } from "../languages.ts";
import { type Sums, toCents } from "../money.ts";
import { MPESA_MAX_SHILLINGS } from "../paybill/mpesa-limit.ts";
import { isWaiting, type Prompt } from "../paybill/prompt.ts";
import { pageTexts } from "../paybill/prompt-texts.ts";
import { type Html, html } from "./html.ts";

/** Short enough to say within five seconds that it is paid. */
const REFRESH_SECONDS = 3;

/** Set if M-Pesa can ask for the payment on a phone, with the last time that it did. */
export type PayNow = { prompt?: Prompt | undefined } | undefined;

/** The page shows itself again while a prompt waits; without script, too. */
export const refreshSeconds = (payNow: PayNow): number | undefined =>
  payNow?.prompt && isWaiting(payNow.prompt) ? REFRESH_SECONDS : undefined;

/** Tells how the last prompt ended. */
export const promptPart = (payNow: PayNow, language: Language): Html | false =>
  payNow?.prompt !== undefined &&
  html`<p class="box state" role="status">${stateText(payNow.prompt, language)}</p>`;

/** Asks for a payment on the client's phone, if shillings are open and no prompt waits. */
export function payNowPart(
  payNow: PayNow,
  { charges, asked, language }: { charges: readonly Charge[]; asked: Sums; language: Language },
): Html | false {
  const payable = payableCharges(charges, { currency: "KES" });
  if (!payNow || payable.length === 0 || (payNow.prompt && isWaiting(payNow.prompt))) return false;
  const text = pageTexts[language];
  const held = payable.reduce((sum, { charge, left }) => sum + (charge.on_hold ? left : 0), 0);
  const shillings = Math.floor((asked.KES ?? held) / 100);
  const value = Math.min(shillings, MPESA_MAX_SHILLINGS) || "";
  return html`<section><h2>${text.title}</h2>
<form method="post" class="box"><label>${text.phone}
<input name="phone" type="tel" autocomplete="tel" required minlength="9" maxlength="20" placeholder="0712 345 678"></label>
<label>${text.amount}
<input name="amount" type="number" inputmode="numeric" required min="1" max="${MPESA_MAX_SHILLINGS}" step="1" value="${value}"></label>
<button class="button solid">${text.button}</button></form></section>`;
}

function stateText({ state, reason = "not-sent", amount, code = "" }: Prompt, language: Language): string {
  const text = pageTexts[language];
  if (state === "paid") return text.paid(formatAmount(toCents(amount), "KES", language), code);
  return text[state === "refused" ? reason : state];
}
