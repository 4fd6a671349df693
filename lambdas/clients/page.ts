import { leftOf } from "../../shared/billing/account.ts";
import { openCharges } from "../../shared/billing/open-charges.ts";
import { yearlyCents } from "../../shared/billing/recurring-revenue.ts";
import type { Client } from "../../shared/clients/client.ts";
import type { ClientFigures } from "../../shared/clients/timeline.ts";
import { addDays, type Day } from "../../shared/day.ts";
import { fromCents, fromSums, isFree, type Sums, sumsOf } from "../../shared/money.ts";
import { isFrequency } from "../../shared/subscriptions/subscription.ts";
import { currenciesIn } from "../platform/currencies-in-use.ts";
import { notFound } from "../platform/http/errors.ts";
import * as renewals from "../renewals/store.ts";
import * as subscriptions from "../subscriptions/store.ts";
import * as store from "./store.ts";

/** A client with its subscriptions and figures. Reads no other client's rows. */
export async function clientPage(id: string, today: Day, withPayments: boolean) {
  const [client, owned] = await Promise.all([requireClient(id), subscriptions.ofClient(id)]);
  const paid = await paymentsOf(owned.rows);
  const unreadable = (owned.unreadable ?? 0) + (paid.unreadable ?? 0);
  return {
    client: store.fromRow(client),
    subscriptions: owned.rows.map(subscriptions.fromRow),
    figures: await figuresOf(owned.rows, paid.rows, today),
    ...(withPayments && { payments: paid.rows.map(renewals.fromRow) }),
    ...(unreadable > 0 && { unreadable }),
    today,
  };
}

/** @throws NotFound */
export async function requireClient(id: string): Promise<Client> {
  const client = await store.get(id);
  if (!client) throw notFound("client");
  return client;
}

/** The payments of some subscriptions. */
export async function paymentsOf(rows: subscriptions.Row[]) {
  const lists = await Promise.all(rows.map(({ id }) => renewals.list(id)));
  const unreadable = lists.reduce((sum, list) => sum + (list.unreadable ?? 0), 0);
  return { rows: lists.flatMap((list) => list.rows), ...(unreadable > 0 && { unreadable }) };
}

async function figuresOf(
  rows: subscriptions.Row[],
  paid: renewals.Row[],
  today: Day,
): Promise<ClientFigures> {
  const active = rows.filter(({ status }) => status === "active");
  const priced = active.filter(({ amount_cents }) => !isFree(amount_cents));
  const overdue = priced.filter((row) => row.next_billing_date < today);
  const [nextDue] = priced
    .flatMap((row) => (row.next_billing_date < today ? [] : row.next_billing_date))
    .sort();
  const next = priced.filter((row) => row.next_billing_date === nextDue);
  const sums = {
    yearly: sumsOf(active, ({ frequency, amount_cents }) =>
      isFrequency(frequency) ? yearlyCents({ [frequency]: amount_cents }) : 0,
    ),
    next: sumsOf(next, subscriptions.leftCentsOf),
    overdue: sumsOf(openCharges(rows, addDays(today, -1)), leftOf),
    paid: sumsOf(paid, ({ amount_cents }) => amount_cents),
  };
  const [currency, ...others] = await currenciesIn([sums.paid, sumsOf(rows, () => 1)]);
  const amount = (of: Sums) => fromCents(of[currency] ?? 0);
  return {
    ...(currency !== "USD" && { currency }),
    yearlyAmount: amount(sums.yearly),
    ...(nextDue !== undefined && { nextDue, nextAmount: amount(sums.next) }),
    overdueSubscriptions: overdue.length,
    overdueAmount: amount(sums.overdue),
    // One payment can have several rows.
    payments: new Set(paid.map(({ id, subscription_id, period }) => id ?? `${subscription_id} ${period}`))
      .size,
    paidAmount: amount(sums.paid),
    ...(others.length > 0 && {
      byCurrency: {
        yearly: fromSums(sums.yearly),
        ...(nextDue !== undefined && { next: fromSums(sums.next) }),
        overdue: fromSums(sums.overdue),
        paid: fromSums(sums.paid),
      },
    }),
  };
}
