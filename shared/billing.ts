import {
  addDays,
  addMonths,
  type Day,
  daysBetween,
  lastDay,
  monthOf,
  monthsBetween,
  monthsLeft,
} from "./day.ts";
import type { Frequency, Renewal, SubscriptionStatus } from "./subscriptions.ts";

/** The dates a subscription is billed on: `anchor + k × months`, counted from the anchor every time. */
export type Schedule = { anchor: Day; frequency: string };

export const monthsOf: Record<Frequency, number> = {
  monthly: 1,
  quarterly: 3,
  "semi-annual": 6,
  yearly: 12,
};

/** The months of one period; undefined for a frequency that another version knows and this one does not. */
const monthsIn = (frequency: string): number | undefined =>
  (monthsOf as Partial<Record<string, number>>)[frequency];

/**
 * Occurrence `k` of a schedule; none beyond the end of the calendar, or where the frequency is not known. A day that month lacks becomes its last, and the
 * next one is counted from the anchor again, so 31 January → 28 February → 31 March and never drifts
 * (Stripe calls this the billing cycle anchor).
 */
export function occurrence({ anchor, frequency }: Schedule, k: number): Day | undefined {
  const months = k * (monthsIn(frequency) ?? Number.POSITIVE_INFINITY);
  return months <= monthsLeft(anchor) ? addMonths(anchor, months) : undefined;
}

/** The first date of a schedule, from occurrence `least` on, that is `day` or `later` than it. */
function firstFrom(schedule: Schedule, day: Day, least: number, later = false): Day | undefined {
  // What is billed in a month before the day's never overshoots, so few steps are left to take.
  const before = monthsBetween(schedule.anchor, day) - 1;
  const estimate = Math.floor(before / (monthsIn(schedule.frequency) ?? 1));
  for (let k = Math.max(least, estimate); ; k += 1) {
    const date = occurrence(schedule, k);
    if (date === undefined || date > day || (date === day && !later)) return date;
  }
}

/** The first date to bill for something that starts on the anchor: an occurrence after it, today or later. */
export const firstBillingDate = (schedule: Schedule, today: Day): Day | undefined =>
  firstFrom(schedule, today, 1);

/** The first date of a schedule after a day. */
export const followingDate = (schedule: Schedule, day: Day): Day | undefined =>
  firstFrom(schedule, day, 0, true);

export const isOnSchedule = (schedule: Schedule, date: Day): boolean => firstFrom(schedule, date, 0) === date;

/** The billing dates of a schedule from `date`, which lies on it, up to and including `last`. */
export function* datesUntil(schedule: Schedule, date: Day, last: Day): Generator<Day> {
  let next = firstFrom(schedule, date, 0);
  while (next !== undefined && next <= last) {
    yield next;
    next = followingDate(schedule, next);
  }
}

/** The date within a month, `YYYY-MM`, on which an active subscription falls due, of those that are still to come. */
export function dueIn(
  month: string,
  { status, ...billing }: Billing & { status: SubscriptionStatus },
  today: Day,
) {
  if (status !== "active") return undefined;
  const first = [`${month}-01`, today, billing.next_billing_date].sort().at(-1) ?? today;
  if (monthOf(first) !== month) return undefined;
  const day = firstFrom(scheduleOf(billing), first, 0);
  return day && monthOf(day) === month ? day : undefined;
}

export type Billing = { start_date: Day; frequency: string; billing_anchor: Day; next_billing_date: Day };
type Wanted = { start_date: Day; frequency: string; next_billing_date?: Day | undefined };
/** A period with a payment on record, and what tells which payment it was. */
export type Paid = Pick<Renewal, "period" | "paid_on" | "reference" | "part">;

/** A billing date that cannot be; the message says why. */
export class BillingRefused extends Error {}

export const calendarEnds = `Billing dates end at ${lastDay}, and the next one would be later.`;

export const frequencyUnknown = (frequency: string) =>
  `This version does not know the billing frequency “${frequency}”, so it cannot tell the next date. Choose another frequency first.`;

/** What is said when no date follows. */
export const whyNone = (frequency: string): string =>
  monthsIn(frequency) === undefined ? frequencyUnknown(frequency) : calendarEnds;

function withinCalendar(date: Day | undefined, { frequency }: { frequency: string }): Day {
  if (date === undefined) throw new BillingRefused(whyNone(frequency));
  return date;
}

const paidAs = ({ period, paid_on, reference, part }: Paid) =>
  `The period due ${period} is paid${part ? " in part" : ""} (on ${paid_on}${reference && `, reference ${reference}`}), so`;

const paidAlready = (paid: Paid) =>
  `${paidAs(paid)} the next billing date must be later. To bill it again, undo that payment first: it is listed under Renew.`;

const begunStays = (part: Paid) =>
  `${paidAs(part)} its day stays until the rest is paid. To change it, undo that payment first: it is listed under Renew.`;

/** Of what is on record, newest first, the newest that paid a period in full. */
const newestPaid = (onRecord: readonly Paid[]): Paid | undefined => onRecord.find(({ part }) => !part);

const scheduleOf = ({
  billing_anchor,
  frequency,
}: Pick<Billing, "billing_anchor" | "frequency">): Schedule => ({
  anchor: billing_anchor,
  frequency,
});

/**
 * Billing of a new subscription. A given date that is off the schedule becomes the new anchor.
 * @throws BillingRefused when the first date would be beyond the calendar
 */
export function startBilling(wanted: Wanted, today: Day): Billing {
  const { start_date, frequency, next_billing_date } = wanted;
  const schedule = { anchor: start_date, frequency };
  const first = next_billing_date ?? withinCalendar(firstBillingDate(schedule, today), schedule);
  return billingFrom(schedule, start_date, first);
}

/** Billing on a date; one off the schedule becomes its anchor. */
const billingFrom = ({ anchor, frequency }: Schedule, start_date: Day, next_billing_date: Day): Billing => ({
  start_date,
  frequency,
  billing_anchor: isOnSchedule({ anchor, frequency }, next_billing_date) ? anchor : next_billing_date,
  next_billing_date,
});

/**
 * Billing after an edit, with what is on record, newest first. The date is left alone unless it was typed, or what it
 * is counted from changed. With nothing paid yet, a new start or frequency then begins afresh. Otherwise a new start
 * gives the first date after the newest paid period, and after a change of frequency alone the day up to which is paid
 * stays, and becomes the anchor. A period that is paid in part keeps its day: it is what the money was given for.
 * @throws BillingRefused when a typed date is on or before what is paid, or the date would be beyond the calendar
 */
export function changeBilling(
  current: Billing,
  wanted: Wanted,
  onRecord: readonly Paid[],
  today: Day,
): Billing {
  const paid = newestPaid(onRecord);
  const [newest] = onRecord;
  const ofPeriod = onRecord.filter(({ period }) => period === current.next_billing_date);
  const begun = ofPeriod.every(({ part }) => part) ? ofPeriod[0] : undefined;
  const { start_date, frequency, next_billing_date: date = current.next_billing_date } = wanted;
  const restarted = start_date !== current.start_date;
  const refrequented = frequency !== current.frequency;
  const kept = refrequented ? current.next_billing_date : current.billing_anchor;
  const anchor = restarted || (refrequented && !paid && !begun) ? start_date : kept;

  if (date !== current.next_billing_date) {
    if (begun) throw new BillingRefused(begunStays(begun));
    if (newest && date <= newest.period) throw new BillingRefused(paidAlready(newest));
    return billingFrom({ anchor, frequency }, start_date, date);
  }
  if (begun) return billingFrom({ anchor, frequency }, start_date, date);
  if (!restarted && !refrequented) return unpaid(current, paid);
  if (!paid) return startBilling({ start_date, frequency }, today);
  if (!restarted) return unpaid({ ...current, frequency, billing_anchor: anchor }, paid);
  const next = firstFrom({ anchor, frequency }, paid.period, 1, true);
  return { start_date, frequency, billing_anchor: anchor, next_billing_date: withinCalendar(next, wanted) };
}

/**
 * Billing once a period is paid: the date moves one occurrence on, however late the payment is.
 * @throws BillingRefused when the date would be beyond the calendar
 */
export function renewBilling<B extends Billing>(current: B, period: Day, paid: Paid | undefined): B {
  const after = paid && paid.period > period ? paid.period : period;
  return {
    ...current,
    next_billing_date: withinCalendar(followingDate(scheduleOf(current), after), current),
  };
}

/** What is remembered of a renewal for taking it back; the oldest were recorded without their schedule. */
type Renewed = Pick<Renewal, "period" | "next_billing_date"> & {
  billing_anchor?: Day | undefined;
  frequency?: string | undefined;
};

/**
 * Billing once the newest renewal is taken back, with what is the newest then: its period is due again, unless the
 * schedule or the date was changed since; then the date stays.
 */
export function undoBilling<B extends Billing>(current: B, renewed: Renewed, paid: Paid | undefined): B {
  const { period, next_billing_date, billing_anchor, frequency } = renewed;
  const sameSchedule =
    billing_anchor === undefined
      ? isOnSchedule(scheduleOf(current), period) &&
        followingDate(scheduleOf(current), period) === next_billing_date
      : billing_anchor === current.billing_anchor && frequency === current.frequency;
  const stands = sameSchedule && next_billing_date === current.next_billing_date && period <= lastDay;
  return unpaid(stands ? { ...current, next_billing_date: period } : current, paid);
}

/** What is said when a renewal was taken back and the date could not follow; `begun` where parts of the period stay. */
export const dateStays = (date: Day, period: Day, begun = false) =>
  `The payment was undone. The next billing date stays ${date}, as the schedule was changed after it was recorded. To bill for ${period} again, ${begun ? "undo its other payments as well, and then " : ""}give that day as the next billing date.`;

/** A paid period is never due again; rows from before this was a rule may name one. */
export function unpaid<B extends Billing>(billing: B, paid: Paid | undefined): B {
  if (!paid || billing.next_billing_date > paid.period) return billing;
  const next_billing_date = followingDate(scheduleOf(billing), paid.period);
  return next_billing_date === undefined ? billing : { ...billing, next_billing_date };
}

/** The days of a period, the last included. */
export type Covered = { from: Day; to: Day };

/** What the period that is due on a day covers: up to the day before the next; undefined where no date follows. */
export function coveredBy(
  { billing_anchor, frequency }: { billing_anchor: Day; frequency: string },
  period: Day,
): Covered | undefined {
  const next = followingDate({ anchor: billing_anchor, frequency }, period);
  return next === undefined ? undefined : { from: period, to: addDays(next, -1) };
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
