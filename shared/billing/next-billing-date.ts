import { type Day, LAST_DAY } from "../day.ts";
import type { Renewal } from "../subscriptions/subscription.ts";
import {
  firstBillingDate,
  firstOccurrenceFrom,
  isOnSchedule,
  monthsPerPeriod,
  nextOccurrence,
  type Schedule,
} from "./schedule.ts";

export type Billing = { start_date: Day; frequency: string; billing_anchor: Day; next_billing_date: Day };
type BillingInput = { start_date: Day; frequency: string; next_billing_date?: Day | undefined };
/** A period with a payment on record, and what identifies that payment. */
export type PaidPeriod = Pick<Renewal, "period" | "paid_on" | "reference" | "part">;

/** A billing date that is not possible; the message says why. */
export class BillingDateError extends Error {}

const calendarEndText = `Billing dates end at ${LAST_DAY}, and the next one would be later.`;

const unknownFrequencyText = (frequency: string) =>
  `This version does not know the billing frequency “${frequency}”, so it cannot tell the next date. Choose another frequency first.`;

/** Says why there is no next billing date. */
export const noNextDateText = (frequency: string): string =>
  monthsPerPeriod(frequency) === undefined ? unknownFrequencyText(frequency) : calendarEndText;

function requireDate(date: Day | undefined, { frequency }: { frequency: string }): Day {
  if (date === undefined) throw new BillingDateError(noNextDateText(frequency));
  return date;
}

const paidText = ({ period, paid_on, reference, part }: PaidPeriod) =>
  `The period due ${period} is paid${part ? " in part" : ""} (on ${paid_on}${reference && `, reference ${reference}`}), so`;

const alreadyPaidText = (paid: PaidPeriod) =>
  `${paidText(paid)} the next billing date must be later. To bill it again, undo that payment first: it is listed under Renew.`;

const partPaidText = (part: PaidPeriod) =>
  `${paidText(part)} its day stays until the rest is paid. To change it, undo that payment first: it is listed under Renew.`;

/** The newest period that is paid in full; `payments` are newest first. */
const newestPaid = (payments: readonly PaidPeriod[]): PaidPeriod | undefined =>
  payments.find(({ part }) => !part);

const scheduleOf = ({
  billing_anchor,
  frequency,
}: Pick<Billing, "billing_anchor" | "frequency">): Schedule => ({
  anchor: billing_anchor,
  frequency,
});

/**
 * Billing of a new subscription. A given date that is off the schedule becomes the new anchor.
 * @throws BillingRefused if the first date is after the end of the calendar
 */
export function startBilling(input: BillingInput, today: Day): Billing {
  const { start_date, frequency, next_billing_date } = input;
  const schedule = { anchor: start_date, frequency };
  const first = next_billing_date ?? requireDate(firstBillingDate(schedule, today), schedule);
  return billingFrom(schedule, start_date, first);
}

/** Billing on a date; a date off the schedule becomes the anchor. */
const billingFrom = ({ anchor, frequency }: Schedule, start_date: Day, next_billing_date: Day): Billing => ({
  start_date,
  frequency,
  billing_anchor: isOnSchedule({ anchor, frequency }, next_billing_date) ? anchor : next_billing_date,
  next_billing_date,
});

/**
 * Billing after an edit; `payments` are newest first. The date changes only if somebody typed a date, or if the start or
 * the frequency changed:
 * - nothing paid yet: billing starts again, as for a new subscription
 * - a new start: the first date after the newest paid period
 * - only a new frequency: the date stays and becomes the anchor
 *
 * A period that is paid in part keeps its day, because the money was given for it.
 * @throws BillingRefused if a typed date is not after the paid periods, or the date is after the end of the calendar
 */
export function changeBilling(
  current: Billing,
  input: BillingInput,
  payments: readonly PaidPeriod[],
  today: Day,
): Billing {
  const paid = newestPaid(payments);
  const [newest] = payments;
  const paymentsOfPeriod = payments.filter(({ period }) => period === current.next_billing_date);
  const partPaid = paymentsOfPeriod.every(({ part }) => part) ? paymentsOfPeriod[0] : undefined;
  const { start_date, frequency, next_billing_date: date = current.next_billing_date } = input;
  const startChanged = start_date !== current.start_date;
  const frequencyChanged = frequency !== current.frequency;
  const currentAnchor = frequencyChanged ? current.next_billing_date : current.billing_anchor;
  const anchor = startChanged || (frequencyChanged && !paid && !partPaid) ? start_date : currentAnchor;

  if (date !== current.next_billing_date) {
    if (partPaid) throw new BillingDateError(partPaidText(partPaid));
    if (newest && date <= newest.period) throw new BillingDateError(alreadyPaidText(newest));
    return billingFrom({ anchor, frequency }, start_date, date);
  }
  if (partPaid) return billingFrom({ anchor, frequency }, start_date, date);
  if (!startChanged && !frequencyChanged) return skipPaidPeriod(current, paid);
  if (!paid) return startBilling({ start_date, frequency }, today);
  if (!startChanged) return skipPaidPeriod({ ...current, frequency, billing_anchor: anchor }, paid);
  const next = firstOccurrenceFrom({ anchor, frequency }, paid.period, 1, true);
  return { start_date, frequency, billing_anchor: anchor, next_billing_date: requireDate(next, input) };
}

/**
 * Billing after a period is paid: the date moves on by one occurrence, however late the payment is.
 * @throws BillingRefused if the date is after the end of the calendar
 */
export function renewBilling<B extends Billing>(current: B, period: Day, paid: PaidPeriod | undefined): B {
  const after = paid && paid.period > period ? paid.period : period;
  return {
    ...current,
    next_billing_date: requireDate(nextOccurrence(scheduleOf(current), after), current),
  };
}

/** Billing of a free subscription: nobody pays it, so its date moves to the first occurrence from today on. */
export function freeBilling<B extends Billing>(current: B, today: Day): B {
  if (current.next_billing_date >= today) return current;
  const next = firstOccurrenceFrom(scheduleOf(current), today, 0);
  return next === undefined ? current : { ...current, next_billing_date: next };
}

/** A renewal to undo; without a schedule, the dates are compared instead. */
type RenewalToUndo = Pick<Renewal, "period" | "next_billing_date"> & {
  billing_anchor?: Day | undefined;
  frequency?: string | undefined;
};

/**
 * Billing after the newest renewal is undone; `paid` is the newest paid period that is left. The undone period is due
 * again, unless the schedule or the date has changed since: then the date stays.
 */
export function undoBilling<B extends Billing>(
  current: B,
  renewal: RenewalToUndo,
  paid: PaidPeriod | undefined,
): B {
  const { period, next_billing_date, billing_anchor, frequency } = renewal;
  const sameSchedule =
    billing_anchor === undefined
      ? isOnSchedule(scheduleOf(current), period) &&
        nextOccurrence(scheduleOf(current), period) === next_billing_date
      : billing_anchor === current.billing_anchor && frequency === current.frequency;
  const dueAgain = sameSchedule && next_billing_date === current.next_billing_date && period <= LAST_DAY;
  return skipPaidPeriod(dueAgain ? { ...current, next_billing_date: period } : current, paid);
}

/** Says that a payment was undone but the date stays; `partPaid` if other parts of the period remain. */
export const dateUnchangedText = (date: Day, period: Day, partPaid = false) =>
  `The payment was undone. The next billing date stays ${date}, as the schedule was changed after it was recorded. To bill for ${period} again, ${partPaid ? "undo its other payments as well, and then " : ""}give that day as the next billing date.`;

/** Moves the date past the newest paid period: a paid period is never due again. */
export function skipPaidPeriod<B extends Billing>(billing: B, paid: PaidPeriod | undefined): B {
  if (!paid || billing.next_billing_date > paid.period) return billing;
  const next_billing_date = nextOccurrence(scheduleOf(billing), paid.period);
  return next_billing_date === undefined ? billing : { ...billing, next_billing_date };
}
