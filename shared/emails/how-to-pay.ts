import { spaced } from "../payment-reference.ts";
import type { Settings } from "../settings.ts";

export type PaymentDetails = Pick<Settings, "mpesa_paybill" | "mpesa_till" | "bank_details" | "payment_note">;
type Due = { reference: string | undefined; amount: string };

/** What a client needs to pay, a fact a line, each as it is typed or copied on a phone. */
export function howToPay(company: PaymentDetails, { reference, amount }: Due): [string, string][] {
  const { mpesa_paybill: paybill, mpesa_till: till } = company;
  const number = reference && spaced(reference);
  const bank = company.bank_details.split("\n").filter((line) => line.trim());
  return [
    ...(paybill ? [["M-Pesa Paybill", paybill] as [string, string]] : []),
    ...(paybill && number ? [["M-Pesa account", number] as [string, string]] : []),
    ...(till ? [["M-Pesa Till", till] as [string, string]] : []),
    ["Amount", amount],
    ...bank.map(factOf),
    // Who pays by Paybill has typed it already.
    ...(number && (!paybill || till || bank.length > 0) ? [["Reference", number] as [string, string]] : []),
  ];
}

/** `Bank: Example Bank` names itself; another line is of the bank account. */
function factOf(line: string): [string, string] {
  const [, name, value] = /^([^:]{1,30}):\s*(\S.*)$/.exec(line.trim()) ?? [];
  return name && value ? [name, value] : ["Bank account", line.trim()];
}

/** Whether anything is said of where the money goes. */
export const saysHow = (company: PaymentDetails): boolean =>
  Boolean(company.mpesa_paybill || company.mpesa_till || company.bank_details || company.payment_note);
