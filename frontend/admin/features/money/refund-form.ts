import { amountOf, amountProblem, money } from "../../../../shared/amount.ts";
import { errorsOf } from "../../../../shared/errors.ts";
import type { Currency } from "../../../../shared/money.ts";
import { type ClientAccount, NewRefund } from "../../../../shared/payments/client-account.ts";
import { futurePaymentProblem, type PaymentMethod } from "../../../../shared/subscriptions/subscription.ts";
import type { PaymentValues } from "../../rules/payment-form.ts";

export type RefundValues = Pick<PaymentValues, "paid_on" | "amount" | "method" | "reference"> & {
  currency: Currency;
};

export const creditIn = ({ credit }: ClientAccount, currency: Currency): number =>
  credit.find((sum) => sum.currency === currency)?.amount ?? 0;

/** All the credit in a currency. */
export const wholeCredit = (account: ClientAccount, currency: Currency) => ({
  currency,
  amount: creditIn(account, currency).toFixed(2),
});

export const firstRefund = (account: ClientAccount, method: PaymentMethod): RefundValues => ({
  paid_on: account.today,
  method,
  reference: "",
  ...wholeCredit(account, account.credit[0]?.currency ?? "USD"),
});

export const refundBody = ({ method, amount, ...values }: RefundValues, id: string): NewRefund => ({
  ...values,
  id,
  amount: amountOf(amount, values.currency),
  ...(method && { method: method as PaymentMethod }),
});

export function refundErrors(values: RefundValues, account: ClientAccount): Record<string, string> {
  const { currency, paid_on } = values;
  const amount = amountOf(values.amount, currency);
  const problem = amountProblem(values.amount, currency);
  const credit = creditIn(account, currency);
  const dateProblem = futurePaymentProblem(paid_on, account.today);
  return {
    ...(dateProblem && { paid_on: dateProblem }),
    ...(amount === 0 && { amount: "Enter the amount that was refunded." }),
    ...(amount > credit && { amount: `Only ${money(credit, currency)} of credit is there to refund.` }),
    ...errorsOf(NewRefund, refundBody(values, crypto.randomUUID())),
    ...(problem && { amount: problem }),
  };
}
