import { type Day, daysBetween, monthOf } from "../day.ts";
import { isFree } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { Billing } from "./next-billing-date.ts";
import { firstOccurrenceFrom } from "./schedule.ts";

/** A subscription due within this many days is due soon, listed as upcoming and reminded of. */
export const DUE_SOON_DAYS = 7;

export type RenewalState =
  | { name: "overdue"; days: number }
  | { name: "due-soon"; days: number }
  | { name: "none" };

type Listed = Pick<Subscription, "open" | "status" | "amount" | "next_billing_date">;

/** Without a list of open charges, an active subscription that costs something has one, of its date. */
export const hasOneCharge = ({ open, status, amount }: Listed): boolean =>
  open === undefined && status === "active" && !isFree(amount);

/** The due day of an open charge of a response: it has one of its own if somebody moved it. */
export const dueDayOf = ({ period, due = period }: { period: Day; due?: Day | undefined }): Day => due;

/** The due days of what is asked for, oldest first. */
export const daysAskedFor = (subscription: Listed): Day[] =>
  hasOneCharge(subscription) ? [subscription.next_billing_date] : (subscription.open ?? []).map(dueDayOf);

/** Whether a subscription is overdue, due soon or neither, by the oldest charge that is asked for. */
export function renewalState(subscription: Listed, today: Day): RenewalState {
  const [oldest] = daysAskedFor(subscription);
  return oldest === undefined ? { name: "none" } : stateOfDay(oldest, today);
}

export function stateOfDay(due: Day, today: Day): RenewalState {
  const days = daysBetween(today, due);
  if (days < 0) return { name: "overdue", days: -days };
  return days <= DUE_SOON_DAYS ? { name: "due-soon", days } : { name: "none" };
}

/** Whether it has a charge that is due soon; an older one can be overdue besides. */
export const isAnyDueSoon = (subscription: Listed, today: Day): boolean =>
  daysAskedFor(subscription).some((due) => stateOfDay(due, today).name === "due-soon");

type WithAgreed = Listed & Pick<Subscription, "next_price" | "ends_on">;

/** The price of the period that is due on a day; 0 after the agreed end. */
export function priceOn({ amount, next_price, ends_on }: WithAgreed, day: Day): number {
  if (ends_on !== undefined && day > ends_on) return 0;
  return next_price !== undefined && day >= next_price.from ? next_price.amount : amount;
}

/** Whether more periods follow: not for what stays free, has ended or is on hold. */
export const isRecurring = (subscription: WithAgreed): boolean =>
  subscription.status === "active" &&
  (isFree(subscription.amount)
    ? subscription.next_price !== undefined && subscription.open?.length !== 0
    : daysAskedFor(subscription).length > 0);

/** The place of the last written charge in the schedule. */
const lastPeriod = (open: Listed["open"] = []): Day | undefined =>
  open
    .map(({ period }) => period)
    .sort()
    .at(-1);

/** The day in a month, `YYYY-MM`, from today on, when a subscription is due: of an open charge, else by its schedule. */
export function dueDayInMonth(
  month: string,
  subscription: Billing & WithAgreed,
  today: Day,
): Day | undefined {
  const { open, billing_anchor: anchor, frequency } = subscription;
  const asked = daysAskedFor(subscription);
  const written = asked.find((day) => day >= today && monthOf(day) === month);
  if (written || !isRecurring(subscription)) return written;
  const last = hasOneCharge(subscription) ? subscription.next_billing_date : lastPeriod(open);
  const first = [`${month}-01`, today, last ?? today].sort().at(-1) ?? today;
  if (monthOf(first) !== month) return undefined;
  const day = firstOccurrenceFrom({ anchor, frequency }, first, { isAfter: last === first });
  const isCharged = day && monthOf(day) === month && !isFree(priceOn(subscription, day));
  return isCharged ? day : undefined;
}
