import type { Language } from "../languages.ts";
import { spaced } from "../payment-reference.ts";
import type { Settings } from "../settings.ts";
import { texts } from "./texts.ts";

export type PaymentDetails = Pick<
  Settings,
  "mpesa_paybill" | "mpesa_till" | "bank_details" | "payment_note" | "payment_note_sw"
>;
/** `amount` is absent where nothing is due. */
type Due = { reference: string | undefined; amount: string | undefined; language: Language };

/** What a client needs to pay, a fact a line, each as it is typed or copied on a phone. */
export function howToPay(
  company: PaymentDetails,
  { reference, amount, language }: Due,
): [name: string, value: string][] {
  const { labels } = texts[language];
  const { mpesa_paybill: paybill, mpesa_till: till } = company;
  const number = reference && spaced(reference);
  const bank = company.bank_details.split("\n").filter((line) => line.trim());
  return [
    ...(paybill ? [[labels.paybill, paybill] as [string, string]] : []),
    ...(paybill && number ? [[labels.paybillAccount, number] as [string, string]] : []),
    ...(till ? [[labels.till, till] as [string, string]] : []),
    ...(amount ? [[labels.amount, amount] as [string, string]] : []),
    ...bank.map((line) => factOf(line, labels.bankAccount)),
    // Who pays by Paybill has typed it already.
    ...(number && (!paybill || till || bank.length > 0)
      ? [[labels.reference, number] as [string, string]]
      : []),
  ];
}

/** `Bank: Example Bank` names itself; another line is of the bank account. */
function factOf(line: string, otherwise: string): [string, string] {
  const [, name, value] = /^([^:]{1,30}):\s*(\S.*)$/.exec(line.trim()) ?? [];
  return name && value ? [name, value] : [otherwise, line.trim()];
}

/** The company's own words beside the facts: in the client's language where there are some, else those for all. */
export const paymentNote = (company: PaymentDetails, language: Language): string =>
  (language === "sw" && company.payment_note_sw) || company.payment_note;

/** Whether anything is said of where the money goes. */
export const saysHow = (company: PaymentDetails, language: Language): boolean =>
  Boolean(
    company.mpesa_paybill || company.mpesa_till || company.bank_details || paymentNote(company, language),
  );
