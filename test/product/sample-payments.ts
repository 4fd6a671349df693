import { openOf } from "../../shared/billing/open-charges.ts";
import { nextOccurrence, occurrencesUntil } from "../../shared/billing/schedule.ts";
import { addDays, type Day, laterOf } from "../../shared/day.ts";
import { currencyOf, fromCents, leftCents, toCents } from "../../shared/money.ts";
import type { Renewal, Subscription } from "../../shared/subscriptions/subscription.ts";

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
  const due = payablePeriods(subscription, periods);
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

/** The subscription with the open charges that the server would have written by a day, at its present price. */
export function withOpenCharges(subscription: Subscription, today: Day): Subscription {
  const { next_billing_date: first, billing_anchor: anchor, frequency, amount, paid, status } = subscription;
  if (status !== "active" || amount === 0) return { ...subscription, open: [] };
  const due = [...occurrencesUntil({ anchor, frequency }, first, today)].filter((day) => day > first);
  const last = due.at(-1) ?? first;
  const toCome =
    last > today ? undefined : nextOccurrence({ anchor, frequency }, laterOf(last, addDays(today, 0)));
  const days = [first, ...due, ...(toCome && toCome > last ? [toCome] : [])];
  return {
    ...subscription,
    open: days.map((period) => ({ period, amount, ...(period === first && paid && { paid }) })),
  };
}

/** A period to pay, the unpaid cents of it, and the next billing date once it is paid. */
type DuePeriod = { period: Day; cents: number; next: Day };

/** The part of a payment that pays one period. `next_billing_date` is the period itself while something is unpaid. */
type Share = { period: Day; cents: number; next_billing_date: Day };

/** The next periods of a subscription, up to a maximum and to the end of the calendar: the open ones, then those ahead. */
function payablePeriods(subscription: Subscription, maxPeriods: number): DuePeriod[] {
  const schedule = { anchor: subscription.billing_anchor, frequency: subscription.frequency };
  const open = openOf(subscription).map((charge) => ({ period: charge.period, cents: leftCents(charge) }));
  const ahead = { period: subscription.next_billing_date, cents: toCents(subscription.amount) };
  const found: DuePeriod[] = [];
  let current = open[0] ?? ahead;
  while (found.length < maxPeriods) {
    const next = open[found.length + 1]?.period ?? nextOccurrence(schedule, current.period);
    if (next === undefined) break;
    found.push({ ...current, next });
    current = open[found.length] ?? { ...ahead, period: next };
  }
  return found;
}

const dueCents = (due: readonly DuePeriod[]): number => due.reduce((sum, { cents }) => sum + cents, 0);

/**
 * Divides a payment over due periods, oldest first. Each period gets at most what is unpaid of it; what is more is credit.
 * With `inFull`, a payment below the total closes all periods. A period that gets nothing has no share.
 */
function allocate(due: readonly DuePeriod[], cents: number, inFull: boolean): Share[] {
  const shares: Share[] = [];
  let rest = cents;
  for (const { period, cents: unpaid, next } of due) {
    const share = Math.min(rest, unpaid);
    if (share === 0 && unpaid > 0 && !inFull) break;
    rest -= share;
    shares.push({ period, cents: share, next_billing_date: share < unpaid && !inFull ? period : next });
  }
  return shares;
}
