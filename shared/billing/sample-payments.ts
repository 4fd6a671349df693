import type { Day } from "../day.ts";
import { currencyOf, fromCents, toCents } from "../money.ts";
import type { Renewal, Subscription } from "../subscriptions/subscription.ts";
import { allocate, dueCents, duePeriods } from "./allocation.ts";

let made = 0;
export const newSubscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: `subscription-${++made}`,
  client_id: "client",
  status: "active",
  start_date: "2026-01-20",
  frequency: "monthly",
  amount: 100,
  next_billing_date: "2026-12-20",
  billing_anchor: "2026-01-20",
  created_at: "2026-01-01T00:00:00.000Z",
  version: 1,
  ...more,
});

type Paying = { cents?: number; periods?: number; in_full?: boolean; on: Day };

/** The subscription and its payments after a payment, as the server would store them. */
export function paid(subscription: Subscription, rows: Renewal[], paying: Paying): [Subscription, Renewal[]] {
  const { cents, periods = 1, in_full = false, on } = paying;
  const paidCentsOf = (period: Day) =>
    rows.filter((row) => row.period === period).reduce((sum, { amount }) => sum + toCents(amount), 0);
  const newest = rows.filter(({ part }) => !part).sort((a, b) => (a.period < b.period ? 1 : -1))[0];
  const due = duePeriods({ ...subscription, amount_cents: toCents(subscription.amount) }, periods, {
    paid: newest,
    paidCentsOf,
  });
  const id = `payment-${++made}`;
  const shares = allocate(due, cents ?? dueCents(due), in_full).map(
    ({ period, cents, next_billing_date }): Renewal => ({
      subscription_id: subscription.id,
      id,
      period,
      paid_on: on,
      amount: fromCents(cents),
      currency: currencyOf(subscription),
      reference: id,
      method: "mpesa",
      next_billing_date,
      ...(next_billing_date === period && { part: true }),
      recorded_at: `${on}T09:00:00.000Z`,
    }),
  );
  return stored(subscription, [...shares, ...rows], shares.at(-1)?.next_billing_date);
}

export function stored(subscription: Subscription, rows: Renewal[], next?: Day): [Subscription, Renewal[]] {
  const next_billing_date = next ?? subscription.next_billing_date;
  const parts = rows.filter(({ period, part }) => part && period === next_billing_date);
  const cents = parts.reduce((sum, { amount }) => sum + toCents(amount), 0);
  return [{ ...subscription, next_billing_date, paid: cents > 0 ? fromCents(cents) : undefined }, rows];
}
