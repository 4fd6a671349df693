import { addDays, addMonths, type Day, endOfMonth, monthsBetween, monthsLeft } from "../day.ts";
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

/** The first occurrence on or after `day`, or strictly after it, and not before occurrence `minIndex`. */
export function firstOccurrenceFrom(
  schedule: Schedule,
  day: Day,
  { minIndex = 0, isAfter = false } = {},
): Day | undefined {
  // An occurrence in an earlier month is never too late, so the loop needs only a few steps.
  const before = monthsBetween(schedule.anchor, day) - 1;
  const estimate = Math.floor(before / (monthsPerPeriod(schedule.frequency) ?? 1));
  for (let k = Math.max(minIndex, estimate); ; k += 1) {
    const date = occurrence(schedule, k);
    if (date === undefined || date > day || (date === day && !isAfter)) return date;
  }
}

/** The first billing date of a new subscription: an occurrence after the anchor, today or later. */
export const firstBillingDate = (schedule: Schedule, today: Day): Day | undefined =>
  firstOccurrenceFrom(schedule, today, { minIndex: 1 });

/** The first occurrence after a day. */
export const nextOccurrence = (schedule: Schedule, day: Day): Day | undefined =>
  firstOccurrenceFrom(schedule, day, { isAfter: true });

export const dayOfMonth = (day: Day): number => Number(day.slice("YYYY-MM-".length));

/** Leap years come every four years until the end of the calendar, so by then each month was as long as it gets. */
const MONTHS_TO_LOOK_BACK = 48;

/**
 * The anchor of a schedule that reaches a date. 28 February can stand for the 31st: then the schedule is counted from an
 * earlier month that has the day. `billing_day` is that day, if the schedule has no such month.
 */
export function anchorAt(
  date: Day,
  frequency: string,
  day: number,
): { billing_anchor: Day; billing_day: number | undefined } {
  const months = monthsPerPeriod(frequency) ?? MONTHS_TO_LOOK_BACK;
  const standsForDay = dayOfMonth(date) < day && date === endOfMonth(date);
  if (!standsForDay) return { billing_anchor: date, billing_day: undefined };
  const anchors = Array.from({ length: MONTHS_TO_LOOK_BACK / months + 1 }, (_, k) =>
    inMonthOf(addMonths(date, -k * months), day),
  );
  const [anchor = date] = anchors.sort((a, b) => dayOfMonth(b) - dayOfMonth(a));
  return { billing_anchor: anchor, billing_day: dayOfMonth(anchor) < day ? day : undefined };
}

function inMonthOf(date: Day, day: number): Day {
  const last = endOfMonth(date);
  return addDays(last, Math.min(0, day - dayOfMonth(last)));
}

export const isOnSchedule = (schedule: Schedule, date: Day): boolean =>
  firstOccurrenceFrom(schedule, date) === date;

/** The occurrences from `date` to `last`, both included. */
export function* occurrencesUntil(schedule: Schedule, date: Day, last: Day): Generator<Day> {
  let next = firstOccurrenceFrom(schedule, date);
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
