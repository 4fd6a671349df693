import { type Billing, datesUntil } from "./billing.ts";
import type { Day } from "./day.ts";
import { leftCents, type Sums, sumsOf, toCents } from "./money.ts";
import type { Subscription } from "./subscriptions.ts";

/** The periods of an active subscription that have fallen due by a day and are not paid, the oldest first. */
export function openPeriods(
  { status, ...billing }: Billing & Pick<Subscription, "status">,
  until: Day,
): Day[] {
  const { next_billing_date: first, billing_anchor: anchor, frequency } = billing;
  if (status !== "active" || first > until) return [];
  // Of a frequency that is not known nothing follows.
  return [first, ...[...datesUntil({ anchor, frequency }, first, until)].filter((date) => date > first)];
}

/** What is to be paid for all of them: what is left of the oldest, and the whole of what fell due after it. */
export const owedSums = (subscriptions: readonly Subscription[], until: Day): Sums =>
  sumsOf(subscriptions, (subscription) => {
    const [first, ...later] = openPeriods(subscription, until);
    return first === undefined ? 0 : leftCents(subscription) + later.length * toCents(subscription.amount);
  });
