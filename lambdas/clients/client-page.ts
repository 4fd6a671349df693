import { type Charge, compareCharges, isAskedFor, leftOf, owedIn } from "../../shared/billing/account.ts";
import { yearlyCents } from "../../shared/billing/recurring-revenue.ts";
import type { ClientFigures } from "../../shared/clients/timeline.ts";
import type { Day } from "../../shared/day.ts";
import { fromCents, fromSums, type Sums, sumsOf } from "../../shared/money.ts";
import {
  type ClientAccount,
  chargesOnWire,
  creditOnWire,
  owedOnWire,
} from "../../shared/payments/client-account.ts";
import { chargesToPay } from "../../shared/reminders/to-pay.ts";
import { isFrequency, isReceived } from "../../shared/subscriptions/subscription.ts";
import { movedAway, paymentsOfClient, readAccount } from "../ledger/account-store.ts";
import { owing } from "../ledger/billed-subscription.ts";
import { paymentOnWire } from "../ledger/payment-answer.ts";
import type { ClientPaymentRow } from "../ledger/payment-row.ts";
import { toCharge } from "../ledger/rows.ts";
import { notFound } from "../platform/http/refusals.ts";
import * as store from "../stores/client-store.ts";
import * as settings from "../stores/settings-store.ts";
import { currenciesIn } from "../stores/settings-store.ts";
import * as subscriptions from "../stores/subscription-store.ts";

/** A client with its subscriptions and figures. Reads no other client's rows. */
export async function clientPage(id: string, today: Day) {
  const [client, owned, paid] = await Promise.all([
    requireClient(id),
    subscriptions.ofClient(id),
    paymentsOfClient(id),
  ]);
  const charges = paid.charges.map(toCharge);
  const rows = [
    ...owned.rows.map((row) => owing(row, charges, paid.version)),
    ...(await movedAway(id, owned.rows, paid.charges)),
  ];
  const unreadable = (owned.unreadable ?? 0) + (paid.unreadable ?? 0);
  return {
    client: store.fromRow(client),
    subscriptions: rows.filter(({ former, open }) => !former || open.length > 0).map(subscriptions.fromOwing),
    figures: await figuresOf(rows, charges, paid.rows, today),
    ...(unreadable > 0 && { unreadable }),
    today,
  };
}

/** Reads the debts, credit and payments of a client consistently. */
export async function clientAccount(id: string, today: Day): Promise<ClientAccount> {
  const [, { account, subscriptions: rows }, paid, company] = await Promise.all([
    requireClient(id),
    readAccount(id),
    paymentsOfClient(id),
    settings.get(),
  ]);
  const owed = owedIn(account, today);
  return {
    charges: chargesOnWire(account.charges, chargesToPay(account.charges, rows, today, company)),
    payments: paid.rows.map(paymentOnWire),
    credit: creditOnWire(owed),
    owed: owedOnWire(owed),
    promised_until: account.promised_until,
    ...(paid.unreadable && { unreadable: paid.unreadable }),
    today,
  };
}

/** @throws NotFound */
export async function requireClient(id: string): Promise<store.Row> {
  const client = await store.get(id);
  if (!client) throw notFound("client");
  return client;
}

async function figuresOf(
  rows: readonly subscriptions.Row[],
  allCharges: readonly Charge[],
  paid: readonly ClientPaymentRow[],
  today: Day,
): Promise<ClientFigures> {
  const active = rows.filter(({ status }) => status === "active");
  const charges = allCharges.filter(isAskedFor).sort(compareCharges);
  const overdue = charges.filter(({ due }) => due < today);
  const [nextDue] = charges.flatMap(({ due }) => (due < today ? [] : due)).sort();
  const next = charges.filter(({ due }) => due === nextDue);
  const received = paid.filter(({ method, state }) => state === "recorded" && isReceived({ method }));
  const sums = {
    yearly: sumsOf(active, ({ frequency, amount_cents }) =>
      isFrequency(frequency) ? yearlyCents({ [frequency]: amount_cents }) : 0,
    ),
    next: sumsOf(next, leftOf),
    overdue: sumsOf(overdue, leftOf),
    paid: sumsOf(received, ({ cents }) => cents),
  };
  const [currency, ...otherCurrencies] = await currenciesIn([
    sums.paid,
    sums.overdue,
    sums.next,
    sumsOf(rows, () => 1),
  ]);
  const amount = (cents: Sums) => fromCents(cents[currency] ?? 0);
  return {
    ...(currency !== "USD" && { currency }),
    yearlyAmount: amount(sums.yearly),
    ...(nextDue !== undefined && { nextDue, nextAmount: amount(sums.next) }),
    overdueSubscriptions: new Set(overdue.flatMap(({ subscription_id }) => subscription_id ?? [])).size,
    overdueAmount: amount(sums.overdue),
    payments: received.length,
    paidAmount: amount(sums.paid),
    ...(otherCurrencies.length > 0 && {
      byCurrency: {
        yearly: fromSums(sums.yearly),
        ...(nextDue !== undefined && { next: fromSums(sums.next) }),
        overdue: fromSums(sums.overdue),
        paid: fromSums(sums.paid),
      },
    }),
  };
}
