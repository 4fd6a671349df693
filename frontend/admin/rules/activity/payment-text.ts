import { money } from "../../../../shared/amount.ts";
import { counted } from "../../../../shared/count.ts";
import { Currency } from "../../../../shared/money.ts";
import { paymentFields } from "../../../../shared/payments/fields.ts";
import { subscriptionFields } from "../../../../shared/subscriptions/fields.ts";
import { textOf, type Values } from "./changes.ts";

/** `KES 15,500.00` */
export function amountText({ amount, currency = "USD" }: Values): string {
  const { success, data } = Currency.safeParse(currency);
  if (typeof amount !== "number") return "";
  if (!success) return `${amount} ${currency}`;
  return money(amount, data);
}

/** `KES 15,500.00 monthly from Nov 14, 2026` */
export function priceOf(values: Values): string {
  const text = (name: keyof typeof subscriptionFields) =>
    textOf(subscriptionFields[name], values[name], values);
  const start = text("start_date");
  const price = values.amount === 0 ? "free" : amountText(values);
  return [price, text("frequency").toLowerCase(), start && `from ${start}`].filter(Boolean).join(" ");
}

export const paymentOf = (payment: Values): string =>
  [payment.part && "a part payment of", amountText(payment) || "a payment"].filter(Boolean).join(" ");

const meansTexts: Record<string, string> = {
  cash: "in cash",
  bank: "by bank",
  cheque: "by cheque",
  withholding_tax: "as withheld tax",
  other: "",
};

/** `by M-Pesa` */
export const meansText = (method: unknown): string =>
  method ? (meansTexts[String(method)] ?? `by ${textOf(paymentFields.method, method, {})}`) : "";

/** ` for Nov 14, 2026, paid Dec 2, 2026 by M-Pesa` */
export function paymentFacts({ period, periods, paid_on, method, reference }: Values): string {
  const due = textOf(paymentFields.period, period, {});
  const paid = textOf(paymentFields.paid_on, paid_on, {});
  const means = meansText(method);
  const several = typeof periods === "number" && ` for ${counted(periods, "charge")}`;
  const forWhat = several ? `${several}${due && ` from ${due}`}` : due && ` for ${due}`;
  const paidText = [paid && `paid ${paid}`, means].filter(Boolean).join(" ");
  return [forWhat, paidText && `, ${paidText}`, reference && `, reference ${reference}`]
    .filter(Boolean)
    .join("");
}
