import { addDays, addMonths, type Day, monthsBetween, monthsLeft } from "../day.ts";
import type { Frequency } from "../subscriptions/subscription.ts";

/** A subscription is billed on `anchor + k × months`, always counted from the anchor. */
export type Schedule = { anchor: Day; frequency: string };

export const MONTHS_BY_FREQUENCY: Record<Frequency, number> = {
  monthly: 1,
  quarterly: 3,
  "semi-annual": 6,
  yearly: 12,
};

/** The months of one period; undefined if this version does not know the frequency. */
export const monthsPerPeriod = (frequency: string): number | undefined =>
  (MONTHS_BY_FREQUENCY as Partial<Record<string, number>>)[frequency];

/**
 * Occurrence `k` of a schedule; undefined after the end of the calendar or for an unknown frequency. A day that the month
 * does not have becomes its last day. The next one is counted from the anchor again, so 31 January → 28 February →
 * 31 March and the date never drifts (Stripe calls this the billing cycle anchor).
 */
export function occurrence({ anchor, frequency }: Schedule, k: number): Day | undefined {
  const months = k * (monthsPerPeriod(frequency) ?? Number.POSITIVE_INFINITY);
  return months <= monthsLeft(anchor) ? addMonths(anchor, months) : undefined;
}

/** The first occurrence on or after `day`, not before occurrence `minIndex`; with `later`, strictly after `day`. */
export function firstOccurrenceFrom(
  schedule: Schedule,
  day: Day,
  minIndex: number,
  later = false,
): Day | undefined {
  // An occurrence in an earlier month is never too late, so the loop needs only a few steps.
  const before = monthsBetween(schedule.anchor, day) - 1;
  const estimate = Math.floor(before / (monthsPerPeriod(schedule.frequency) ?? 1));
  for (let k = Math.max(minIndex, estimate); ; k += 1) {
    const date = occurrence(schedule, k);
    if (date === undefined || date > day || (date === day && !later)) return date;
  }
}

/** The first billing date of a new subscription: an occurrence after the anchor, today or later. */
export const firstBillingDate = (schedule: Schedule, today: Day): Day | undefined =>
  firstOccurrenceFrom(schedule, today, 1);

/** The first occurrence after a day. */
export const nextOccurrence = (schedule: Schedule, day: Day): Day | undefined =>
  firstOccurrenceFrom(schedule, day, 0, true);

export const isOnSchedule = (schedule: Schedule, date: Day): boolean =>
  firstOccurrenceFrom(schedule, date, 0) === date;

/** The occurrences from `date`, which is on the schedule, to `last`, both included. */
export function* occurrencesUntil(schedule: Schedule, date: Day, last: Day): Generator<Day> {
  let next = firstOccurrenceFrom(schedule, date, 0);
  while (next !== undefined && next <= last) {
    yield next;
    next = nextOccurrence(schedule, next);
  }
}

/** The first and last day of a period. */
export type PeriodDays = { from: Day; to: Day };

/** The days of the period that is due on a day, to the day before the next; undefined if no date follows. */
export function periodDays(
  { billing_anchor, frequency }: { billing_anchor: Day; frequency: string },
  period: Day,
): PeriodDays | undefined {
  const next = nextOccurrence({ anchor: billing_anchor, frequency }, period);
  return next === undefined ? undefined : { from: period, to: addDays(next, -1) };
}
