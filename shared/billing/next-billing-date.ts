import { formatDay } from "../dates.ts";
import { type Day, LAST_DAY } from "../day.ts";
import {
  anchorAt,
  dayOfMonth,
  firstBillingDate,
  isOnSchedule,
  monthsPerPeriod,
  type Schedule,
} from "./schedule.ts";

export type Billing = {
  start_date: Day;
  frequency: string;
  billing_anchor: Day;
  billing_day?: number | undefined;
  next_billing_date: Day;
};
type BillingInput = { start_date: Day; frequency: string; next_billing_date?: Day | undefined };

/** A billing date that is not possible; the message says why. */
export class BillingDateError extends Error {}

const calendarEndText = `Billing dates end at ${formatDay(LAST_DAY)}, and the next one would be later.`;

const unknownFrequencyText = (frequency: string) =>
  `This version does not know the billing frequency “${frequency}”, so it cannot tell the next date. Choose another frequency first.`;

/** Says why there is no next billing date. */
export const noNextDateText = (frequency: string): string =>
  monthsPerPeriod(frequency) === undefined ? unknownFrequencyText(frequency) : calendarEndText;

function requireDate(date: Day | undefined, { frequency }: { frequency: string }): Day {
  if (date === undefined) throw new BillingDateError(noNextDateText(frequency));
  return date;
}

/**
 * Billing of a new subscription. A given date that is off the schedule becomes the new anchor.
 * @throws BillingDateError if the first date is after the end of the calendar
 */
export function startBilling(input: BillingInput, today: Day): Billing {
  const { start_date, frequency, next_billing_date } = input;
  const schedule: Schedule = { anchor: start_date, frequency };
  const first = next_billing_date ?? requireDate(firstBillingDate(schedule, today), schedule);
  return {
    start_date,
    frequency,
    ...(isOnSchedule(schedule, first)
      ? { billing_anchor: start_date, billing_day: undefined }
      : anchorAt(first, frequency, dayOfMonth(start_date))),
    next_billing_date: first,
  };
}
