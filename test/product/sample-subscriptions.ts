import { nextOccurrence, occurrencesUntil } from "../../shared/billing/schedule.ts";
import { addDays, type Day, laterOf } from "../../shared/day.ts";
import type { Subscription } from "../../shared/subscriptions/subscription.ts";

let created = 0;
export const newSubscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: `subscription-${++created}`,
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
