import { randomUUID } from "node:crypto";
import { compareTexts } from "../../shared/compare-texts.ts";
import { fromCents, toCents } from "../../shared/money.ts";
import { omit } from "../../shared/omit.ts";
import type { ReminderProduct } from "./reminder-product.ts";

type Call = ReminderProduct["call"];

export type PeriodPayment = {
  /** The first period that it pays. */
  period: string;
  periods?: number;
  /** By default what is left to pay of these periods. */
  amount?: number;
  [field: string]: unknown;
};

/** Records a payment of periods of a subscription by its client's route. */
export async function payPeriods(call: Call, subscription_id: string, payment: PeriodPayment) {
  const request = await requestToPay(call, subscription_id, payment);
  const { status, body } = await call("POST /api/v1/clients/{id}/payments", request);
  return { status, body: { ...body, ...(await stateOf(call, subscription_id)) } };
}

/** A request that names periods of a subscription, as the payment's dialog sends it. */
export async function requestToPay(
  call: Call,
  subscription_id: string,
  { period, periods = 1, amount, ...more }: PeriodPayment,
) {
  const { client_id, amount: price } = await subscriptionOf(call, subscription_id);
  const params = { id: client_id };
  const preview = await call("POST /api/v1/clients/{id}/payments/preview", {
    params,
    body: { first: subscription_id },
  });
  const { steps = [], currency } = preview.body;
  const from = steps.findIndex((step) => step.period === period);
  // A period that cannot be paid is named too, so that it is refused.
  const named = from < 0 ? [{ period, left: price }] : steps.slice(from, from + periods);
  const sum = named.reduce((cents, { left }) => cents + toCents(left), 0);
  const cents = amount === undefined ? sum : toCents(amount);
  let rest = cents;
  const to = named.flatMap((step) => {
    const share = Math.min(rest, toCents(step.left));
    rest -= share;
    return share > 0 || more.in_full
      ? [{ subscription_id, period: step.period, amount: fromCents(share) }]
      : [];
  });
  return { params, body: { id: randomUUID() as string, amount: fromCents(cents), currency, to, ...more } };
}

/** Undoes the payment of a period. `id` names it if the period has several. */
export async function undoPeriod(call: Call, subscription_id: string, period: string, id?: string) {
  const paid = (await paidPeriods(call, subscription_id)).filter(
    (paidPeriod) => paidPeriod.period === period,
  );
  const [first] = paid;
  if (id === undefined && (!first || paid.length > 1))
    throw new Error(`${paid.length} payments of the period ${period} are on record.`);
  const { status, body } = await call("DELETE /api/v1/payments/{id}", {
    params: { id: id ?? first?.id ?? "" },
  });
  return { status, body: { ...body, ...(await stateOf(call, subscription_id)) } };
}

/** The paid periods of a subscription, newest first; within a period the last payment first. */
export async function paidPeriods(call: Call, subscription_id: string) {
  const { client_id } = await subscriptionOf(call, subscription_id);
  const { body } = await call("GET /api/v1/clients/{id}/account", { params: { id: client_id } });
  return body.payments
    .toReversed()
    .flatMap((payment) =>
      payment.allocations
        .filter((paid) => paid.subscription_id === subscription_id)
        .map(({ amount, period = "", part }) => ({
          ...omit(payment, "allocations", "credit"),
          period,
          amount,
          ...(part && { part }),
        })),
    )
    .sort((a, b) => compareTexts(b.period, a.period));
}

/** The subscription with what is owed of it. */
const stateOf = async (call: Call, subscription_id: string) => {
  const { client_id } = await subscriptionOf(call, subscription_id);
  const { body } = await call("GET /api/v1/clients/{id}", { params: { id: client_id } });
  const subscription = body.subscriptions.find(({ id }) => id === subscription_id);
  if (!subscription) throw new Error("The page of the client does not list the subscription.");
  return { subscription };
};

async function subscriptionOf(call: Call, subscription_id: string) {
  for (let cursor: string | undefined; ; ) {
    const { body } = await call("GET /api/v1/subscriptions", { query: cursor ? { cursor } : {} });
    const subscription = body.subscriptions.find(({ id }) => id === subscription_id);
    if (subscription) return subscription;
    cursor = body.cursor;
    if (cursor === undefined) throw new Error(`There is no subscription ${subscription_id}.`);
  }
}
