import type { CsvExport } from "../csv.ts";
import type { Day } from "../day.ts";
import type { Currency } from "../money.ts";
import { WITHHOLDING_TAX } from "../subscriptions/subscription.ts";

/** A payment of a month, or a refund, which is negative. */
export type MonthPayment = {
  paid_on: Day;
  client_name: string;
  company: string | undefined;
  amount: number;
  currency: Currency;
  method: string | undefined;
  reference: string;
  receipt_number: string | undefined;
  refund: boolean;
};

/** A month's payments as a file, a row for each payment. */
export const paymentsFile = (month: string): CsvExport<MonthPayment> => ({
  name: `payments ${month}`,
  columns: [
    ["Paid on", ({ paid_on }) => paid_on],
    ["Client", ({ client_name }) => client_name],
    ["Company", ({ company }) => company],
    ["Kind", ({ refund, method }) => kindOf(refund, method)],
    ["Amount", ({ amount }) => amount],
    ["Currency", ({ currency }) => currency],
    ["Method", ({ method }) => method],
    ["Reference", ({ reference }) => reference],
    ["Receipt number", ({ receipt_number }) => receipt_number],
  ],
});

function kindOf(refund: boolean, method: string | undefined): string {
  if (refund) return "Refund";
  return method === WITHHOLDING_TAX ? "Tax withheld" : "Payment";
}
