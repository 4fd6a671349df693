import { type Day, daysBetween, monthOf } from "../day.ts";
import { isFree } from "../money.ts";
import type { SubscriptionStatus } from "../subscriptions/subscription.ts";
import type { Billing } from "./next-billing-date.ts";
import { firstOccurrenceFrom } from "./schedule.ts";

/** A subscription due within this many days is due soon, listed as upcoming and reminded of. */
export const DUE_SOON_DAYS = 7;

export type RenewalState =
  | { name: "overdue"; days: number }
  | { name: "due-soon"; days: number }
  | { name: "none" };

/** Whether a subscription is overdue, due soon or neither. Only active subscriptions that cost something can be due. */
export function renewalState(
  subscription: { status: SubscriptionStatus; next_billing_date: Day; amount: number },
  today: Day,
): RenewalState {
  if (subscription.status !== "active" || isFree(subscription.amount)) return { name: "none" };
  const days = daysBetween(today, subscription.next_billing_date);
  if (days < 0) return { name: "overdue", days: -days };
  return days <= DUE_SOON_DAYS ? { name: "due-soon", days } : { name: "none" };
}

/** The day in a month, `YYYY-MM`, from today on, when an active subscription is due. */
export function dueDayInMonth(
  month: string,
  { status, amount, ...billing }: Billing & { status: SubscriptionStatus; amount: number },
  today: Day,
): Day | undefined {
  if (status !== "active" || isFree(amount)) return undefined;
  const first = [`${month}-01`, today, billing.next_billing_date].sort().at(-1) ?? today;
  if (monthOf(first) !== month) return undefined;
  const day = firstOccurrenceFrom({ anchor: billing.billing_anchor, frequency: billing.frequency }, first, 0);
  return day && monthOf(day) === month ? day : undefined;
}
