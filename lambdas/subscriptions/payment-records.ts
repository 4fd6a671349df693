import type { Day } from "../../shared/day.ts";
import { fromCents } from "../../shared/money.ts";
import * as activity from "../activity/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { paymentCounts, sumOf } from "../platform/dynamo/counters.ts";
import { notFound } from "../platform/http/errors.ts";
import { fromRow, partPaymentCents, type Row } from "../renewals/store.ts";
import * as subscriptions from "./store.ts";

export async function subscriptionOf(id: string): Promise<subscriptions.Row> {
  const row = await subscriptions.get(id);
  if (!row) throw notFound("subscription");
  return row;
}

/** The sum of the rows of a payment. */
export const centsOf = (payment: readonly Row[]): number =>
  payment.reduce((cents, { amount_cents }) => cents + amount_cents, 0);

/** What a payment adds to the counters. Samples are not counted. */
export const countsFor = ({ sample }: subscriptions.Row, rows: readonly Row[]) =>
  sample ? {} : sumOf(rows.map(paymentCounts));

/** A subscription with its new billing date and payments. `more` is the change in their number. */
export const withRecords = (
  before: subscriptions.Row,
  next_billing_date: Day,
  rows: Row[],
  more = 0,
): subscriptions.Row => ({
  ...before,
  next_billing_date,
  paid_cents: partPaymentCents(rows, next_billing_date) || undefined,
  renewals: before.renewals + more,
  version: before.version + 1,
});

/** A payment as the activity shows it: its first period, and all that was paid. */
export function paymentOf(rows: readonly Row[]) {
  const [first, last] = [rows[0], rows.at(-1)] as [Row, Row];
  return {
    ...fromRow(first),
    amount: fromCents(centsOf(rows)),
    ...(rows.length > 1 && { periods: rows.length }),
    next_billing_date: last.next_billing_date,
  };
}

export const activityOf = (
  kind: "payment-recorded" | "payment-undone",
  about: subscriptions.Row,
  before: object,
  after: object,
  context: ChangeContext,
  receipt = false,
) => {
  const of = { ...subscriptions.aboutOf(about), ...(receipt && { receipt }) };
  return activity.changeRecords(kind, of, { ...before }, { ...after }, context);
};
