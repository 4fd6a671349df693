import { amountOf, amountProblem, money } from "../../../shared/amount.ts";
import { compareCharges } from "../../../shared/billing/account.ts";
import { errorsOf } from "../../../shared/errors.ts";
import { fromCents, toCents } from "../../../shared/money.ts";
import {
  type ClientAccount,
  type ClientPayment,
  PaymentChange,
  type PaymentPreview,
  type PreviewedCharge,
} from "../../../shared/payments/client-account.ts";
import { futurePaymentProblem, type PaymentMethod } from "../../../shared/subscriptions/subscription.ts";
import { chargeProblem, noDay, type PaymentValues, paidIn } from "./payment-form.ts";

/** The line, filled with a recorded payment. `credit` answers what the amount beyond all open charges is for. */
export type CorrectionValues = Pick<PaymentValues, "paid_on" | "amount" | "method" | "reference" | "to"> & {
  credit: boolean;
};

export const storedPayment = (payment: ClientPayment): CorrectionValues => ({
  paid_on: payment.paid_on,
  amount: payment.amount.toFixed(2),
  method: payment.method ?? "",
  reference: payment.reference,
  to: [],
  credit: false,
});

export type Correction = { payment: ClientPayment; account: ClientAccount; frequencies: Map<string, string> };

/**
 * What the corrected payment pays, as the server will decide: typed amounts first; a smaller amount opens the newest
 * charges again, a larger one pays the oldest open ones, those on hold last.
 */
export function correctedPays(
  values: Pick<CorrectionValues, "amount" | "to">,
  { payment, account, frequencies }: Correction,
): Pick<PaymentPreview, "charges" | "currency" | "rest" | "today"> {
  const { currency } = payment;
  const paidBefore = new Map(
    payment.allocations.map(({ charge_id, amount }) => [charge_id, toCents(amount)]),
  );
  const typed = new Map(values.to);
  const centsOf = (text: string) => toCents(amountOf(text, currency) || 0);
  const charges = account.charges
    .filter(
      (charge) => charge.currency === currency && (charge.state === "open" || paidBefore.has(charge.id)),
    )
    .toSorted(compareCharges)
    .map((charge) => {
      const before = paidBefore.get(charge.id) ?? 0;
      const open = charge.state === "open" ? toCents(charge.amount) - toCents(charge.paid) : 0;
      const text = typed.get(charge.id);
      const pays = text === undefined ? before : centsOf(text);
      return { charge, left: open + before, pays };
    });
  const cents = centsOf(values.amount);
  const isDistributed = typed.size > 0 || cents > toCents(payment.amount);
  let rest = cents - charges.reduce((sum, { pays }) => sum + pays, 0);
  if (isDistributed)
    for (const row of [...charges].sort(
      (a, b) => Number(a.charge.on_hold ?? false) - Number(b.charge.on_hold ?? false),
    )) {
      if (rest <= 0) break;
      if (typed.has(row.charge.id)) continue;
      const share = Math.min(rest, row.left - row.pays);
      row.pays += share;
      rest -= share;
    }
  for (const row of charges.toReversed()) {
    if (rest >= 0 || typed.size > 0) break;
    const share = Math.min(-rest, row.pays);
    row.pays -= share;
    rest += share;
  }
  return {
    currency,
    today: account.today,
    rest: fromCents(Math.max(0, rest)),
    charges: charges.map(
      ({ charge, left, pays }): PreviewedCharge => ({
        id: charge.id,
        subscription_id: charge.subscription_id,
        period: charge.period,
        due: charge.due,
        service: charge.service,
        frequency: frequencies.get(charge.subscription_id ?? "") ?? "",
        left: fromCents(left),
        pays: fromCents(pays),
        ...(charge.on_hold && { on_hold: true }),
      }),
    ),
  };
}

/** The amount beyond all that is open, if it has to be decided: credit that the payment has already stays. */
export function restToDecide(values: CorrectionValues, correction: Correction): number {
  const { payment } = correction;
  const isDecided = values.to.length === 0 && !(amountOf(values.amount, payment.currency) > payment.amount);
  return isDecided ? 0 : correctedPays(values, correction).rest;
}

export const restText = (rest: number, { payment }: Correction): string =>
  `Keep ${money(rest, payment.currency)}, which is more than all that is open, as the client's credit`;

/** Only what was changed. */
export function correctionOf(values: CorrectionValues, correction: Correction): PaymentChange {
  const { payment } = correction;
  const before = storedPayment(payment);
  const amount = amountOf(values.amount, payment.currency);
  return {
    ...(values.paid_on !== before.paid_on && { paid_on: values.paid_on }),
    ...(values.method !== before.method && { method: values.method as PaymentMethod }),
    ...(values.reference !== before.reference && { reference: values.reference }),
    ...(amount !== payment.amount && { amount }),
    ...(values.to.length > 0 && { to: paidIn(correctedPays(values, correction)) }),
    ...(restToDecide(values, correction) > 0 && { credit: values.credit }),
  };
}

export function correctionErrors(values: CorrectionValues, correction: Correction): Record<string, string> {
  const { payment, account } = correction;
  const { currency } = payment;
  const problem = amountProblem(values.amount, currency);
  const ofCharge = chargeProblem(values.to, currency);
  const dateProblem = futurePaymentProblem(values.paid_on, account.today);
  const named = correctedPays(values, correction).charges.reduce((sum, { pays }) => sum + toCents(pays), 0);
  const isTooMuch = values.to.length > 0 && named > toCents(amountOf(values.amount, currency) || 0);
  return {
    ...(isTooMuch && { to: "These add up to more than the amount." }),
    ...(dateProblem && { paid_on: dateProblem }),
    ...(amountOf(values.amount, currency) === 0 && { amount: "Enter the amount that was paid." }),
    ...(restToDecide(values, correction) > 0 &&
      !values.credit && { credit: "Keep the rest as credit, or correct the amount." }),
    ...errorsOf(PaymentChange, correctionOf(values, correction)),
    ...(values.paid_on === "" && { paid_on: noDay }),
    ...(problem && { amount: problem }),
    ...(ofCharge && { to: ofCharge }),
  };
}
