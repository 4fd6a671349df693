import type { StatementPayment } from "../../shared/account-statement/build-statement.ts";
import {
  type AnyAccount,
  chargeId,
  creditOf,
  owedIn,
  type Period,
  periodOf,
} from "../../shared/billing/account.ts";
import type { Day } from "../../shared/day.ts";
import { fromCents, toCents } from "../../shared/money.ts";
import {
  type ClientPayment,
  type NewClientPayment,
  owedOnWire,
  type PaymentAnswer,
} from "../../shared/payments/client-account.ts";
import {
  certificateProblem,
  futurePaymentProblem,
  type Subscription,
} from "../../shared/subscriptions/subscription.ts";
import { Invalid } from "../platform/http/refusals.ts";
import * as subscriptions from "../stores/subscription-store.ts";
import type { AccountItems } from "./account-items.ts";
import { type ClientPaymentRow, hasClient, type PaymentRow, receiptNumberOf } from "./payment-row.ts";

export const subscriptionsIn = ({ subscriptions: rows }: AccountItems): Subscription[] =>
  rows.map(([, now]) => subscriptions.fromOwing(now));

export const answerOf = (
  payment: ClientPaymentRow,
  { account }: { account: AnyAccount },
  today: Day,
  changes?: AccountItems,
): PaymentAnswer => ({
  payment: paymentOnWire(payment),
  owed: owedOnWire(owedIn(account, today)),
  ...(changes && { subscriptions: subscriptionsIn(changes) }),
});

/** The facts of a payment that every answer has. */
export const factsOf = (payment: PaymentRow) => {
  const { id, paid_on, currency, reference, method, recorded_at } = payment;
  return { id, paid_on, currency, reference, method, recorded_at, receipt_number: receiptNumberOf(payment) };
};

/** As in responses. */
export function paymentOnWire(payment: PaymentRow): ClientPayment {
  const { cents, state } = payment;
  const allocations = hasClient(payment) ? payment.allocations : [];
  const isRefund = state === "refund";
  return {
    ...factsOf(payment),
    amount: fromCents(isRefund ? -cents : cents),
    allocations: allocations.map(({ cents, charge_id, part }) => ({
      charge_id,
      ...periodOf(charge_id),
      amount: fromCents(cents),
      part,
    })),
    credit: fromCents(state === "recorded" ? creditOf(payment) : 0),
    ...(isRefund && { refund: true }),
    state: state === "unmatched" || state === "ignored" ? state : "recorded",
  };
}

type PaidCharge = ClientPaymentRow["allocations"][number] & Partial<Period>;

/** The parts of a payment that pay charges: what does not recur first, then periods, earliest first. */
export const paidCharges = ({ allocations }: Pick<ClientPaymentRow, "allocations">): PaidCharge[] =>
  allocations
    .map((allocation): PaidCharge => ({ ...periodOf(allocation.charge_id), ...allocation }))
    .sort((a, b) => ((a.period ?? "") < (b.period ?? "") ? -1 : 1));

/** Payments and refunds as a statement lists them. */
export const statementPayments = (payments: readonly ClientPaymentRow[]): StatementPayment[] =>
  payments.map((payment) => ({
    ...factsOf(payment),
    cents: payment.state === "refund" ? -payment.cents : payment.cents,
    allocations: payment.allocations,
    ...(payment.state === "refund" && { refund: true }),
  }));

/** Allocations of a request, in cents. */
export const allocationsOf = (to: NonNullable<NewClientPayment["to"]>) =>
  to.map(({ charge_id, subscription_id = "", period = "", amount }) => ({
    charge_id: charge_id ?? chargeId({ subscription_id, period }),
    cents: toCents(amount),
  }));

type Typed = {
  paid_on: Day;
  amount?: number | undefined;
  method?: string | undefined;
  reference: string;
  to?: readonly unknown[] | undefined;
  in_full?: boolean | undefined;
};

/** @throws Invalid */
export function checkTyped(typed: Typed, today: Day): void {
  const { paid_on, amount, method, reference, to = [], in_full } = typed;
  const problem =
    futurePaymentProblem(paid_on, today) ??
    certificateProblem(method, reference) ??
    (amount !== undefined && toCents(amount) === 0 ? "Please give the amount that was paid." : undefined) ??
    (in_full && to.length === 0 ? "Please name the charges that are paid in full." : undefined);
  if (problem) throw new Invalid(problem);
}
