import { addMonths, type Day, daysBetween, monthsBetween } from "./day.ts";
import type { Frequency, SubscriptionStatus } from "./subscriptions.ts";

/** The dates a subscription is billed on: `anchor + k × months`, counted from the anchor every time. */
export type Schedule = { anchor: Day; frequency: Frequency };

export const monthsOf: Record<Frequency, number> = {
  monthly: 1,
  quarterly: 3,
  "semi-annual": 6,
  yearly: 12,
};

/**
 * Occurrence `k` of a schedule. A day that month lacks becomes its last, and the next one is counted
 * from the anchor again, so 31 January → 28 February → 31 March and never drifts
 * (Stripe calls this the billing cycle anchor).
 */
export const occurrence = ({ anchor, frequency }: Schedule, k: number): Day =>
  addMonths(anchor, k * monthsOf[frequency]);

/** The first `k` from `least` on whose occurrence is `day` or later. */
function indexFrom(schedule: Schedule, day: Day, least: number): number {
  // Rounding towards the anchor never overshoots, so at most one step is left to take.
  const estimate = Math.floor(monthsBetween(schedule.anchor, day) / monthsOf[schedule.frequency]);
  let k = Math.max(least, estimate);
  while (occurrence(schedule, k) < day) k += 1;
  return k;
}

/** The first date to bill for something that starts on the anchor: an occurrence after it, today or later. */
export const firstBillingDate = (schedule: Schedule, today: Day): Day =>
  occurrence(schedule, indexFrom(schedule, today, 1));

/** The date one occurrence on from `date`, which lies on the schedule. */
export const followingDate = (schedule: Schedule, date: Day): Day =>
  occurrence(schedule, indexFrom(schedule, date, 0) + 1);

export const isOnSchedule = (schedule: Schedule, date: Day): boolean =>
  date >= schedule.anchor && occurrence(schedule, indexFrom(schedule, date, 0)) === date;

/** The billing dates of a schedule from `date`, which lies on it, up to and including `last`. */
export function* datesUntil(schedule: Schedule, date: Day, last: Day): Generator<Day> {
  for (let k = indexFrom(schedule, date, 0); occurrence(schedule, k) <= last; k += 1) {
    yield occurrence(schedule, k);
  }
}

export type Billing = { start_date: Day; frequency: Frequency; billing_anchor: Day; next_billing_date: Day };
type Wanted = { start_date: Day; frequency: Frequency; next_billing_date?: Day | undefined };

/** Billing of a new subscription. A given date that is off the schedule becomes the new anchor. */
export function startBilling(wanted: Wanted, today: Day): Billing {
  const { start_date, frequency, next_billing_date } = wanted;
  const schedule = { anchor: start_date, frequency };
  if (next_billing_date === undefined) {
    return {
      start_date,
      frequency,
      billing_anchor: start_date,
      next_billing_date: firstBillingDate(schedule, today),
    };
  }
  const billing_anchor = isOnSchedule(schedule, next_billing_date) ? start_date : next_billing_date;
  return { start_date, frequency, billing_anchor, next_billing_date };
}

/**
 * Billing after an edit. The date is left alone unless it was typed, or what it is counted from changed:
 * a new start begins afresh; a new frequency does too, except that with renewals on record
 * the day up to which the client has paid stays, and becomes the anchor.
 */
export function changeBilling(current: Billing, wanted: Wanted, renewed: boolean, today: Day): Billing {
  const { start_date, frequency, next_billing_date: date = current.next_billing_date } = wanted;
  const restarted = start_date !== current.start_date;
  const typed = date !== current.next_billing_date;
  if (restarted) return startBilling(typed ? wanted : { start_date, frequency }, today);

  const refrequented = frequency !== current.frequency;
  if (refrequented && !typed && !renewed) return startBilling({ start_date, frequency }, today);
  if (!refrequented && !typed) return current;

  const anchor = refrequented ? (renewed ? current.next_billing_date : start_date) : current.billing_anchor;
  return {
    start_date,
    frequency,
    billing_anchor: isOnSchedule({ anchor, frequency }, date) ? anchor : date,
    next_billing_date: date,
  };
}

/** How many days ahead a renewal counts as due soon, is listed as upcoming, and is reminded of. */
export const dueSoonDays = 7;

export type RenewalState =
  | { name: "overdue"; days: number }
  | { name: "due-soon"; days: number }
  | { name: "none" };

/** Where an active subscription stands: overdue by whole days, due in 0 to 7, or neither. */
export function renewalState(
  subscription: { status: SubscriptionStatus; next_billing_date: Day },
  today: Day,
): RenewalState {
  if (subscription.status !== "active") return { name: "none" };
  const days = daysBetween(today, subscription.next_billing_date);
  if (days < 0) return { name: "overdue", days: -days };
  return days <= dueSoonDays ? { name: "due-soon", days } : { name: "none" };
}

/** Cents a month, to the nearest, of amounts in cents added up by frequency. */
export function monthlyCents(centsByFrequency: Partial<Record<Frequency, number>>): number {
  return Math.round(yearlyCents(centsByFrequency) / 12);
}

export function yearlyCents(centsByFrequency: Partial<Record<Frequency, number>>): number {
  const yearly = (Object.keys(monthsOf) as Frequency[]).map(
    (frequency) => (centsByFrequency[frequency] ?? 0) * (12 / monthsOf[frequency]),
  );
  return yearly.reduce((sum, cents) => sum + cents, 0);
}
