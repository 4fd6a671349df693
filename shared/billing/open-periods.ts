import type { Day } from "../day.ts";
import { leftCents, type Sums, sumsOf, toCents } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { Billing } from "./next-billing-date.ts";
import { occurrencesUntil } from "./schedule.ts";

/** The unpaid periods of an active subscription that are due by a day, oldest first. */
export function openPeriods(
  { status, ...billing }: Billing & Pick<Subscription, "status">,
  until: Day,
): Day[] {
  const { next_billing_date: first, billing_anchor: anchor, frequency } = billing;
  if (status !== "active" || first > until) return [];
  // An unknown frequency has no further dates; the first period is open all the same.
  return [
    first,
    ...[...occurrencesUntil({ anchor, frequency }, first, until)].filter((date) => date > first),
  ];
}

/** What clients owe for all open periods: the rest of the oldest, and the full amount of each later one. */
export const owedSums = (subscriptions: readonly Subscription[], until: Day): Sums =>
  sumsOf(subscriptions, (subscription) => {
    const [first, ...later] = openPeriods(subscription, until);
    return first === undefined ? 0 : leftCents(subscription) + later.length * toCents(subscription.amount);
  });
