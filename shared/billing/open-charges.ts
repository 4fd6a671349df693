import type { Day } from "../day.ts";
import { type Currency, currencyOf, toCents } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { Charge } from "./account.ts";
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

/** A subscription as stored. `paid_cents` is what is paid of its oldest open period. */
type Billable = Billing & {
  id: string;
  status: Subscription["status"];
  amount_cents: number;
  paid_cents?: number | undefined;
  currency?: Currency | undefined;
  service?: string | undefined;
};

/** The open charges of subscriptions that are due by a day, oldest first within each subscription. */
export const openCharges = (subscriptions: readonly Billable[], until: Day): Charge[] =>
  subscriptions.flatMap((subscription) =>
    subscription.amount_cents === 0
      ? []
      : openPeriods(subscription, until).map(
          (period, index): Charge => ({
            subscription_id: subscription.id,
            period,
            currency: currencyOf(subscription),
            cents: subscription.amount_cents,
            // After an undone payment more can be paid than the present price.
            paid_cents: index === 0 ? Math.min(subscription.paid_cents ?? 0, subscription.amount_cents) : 0,
            service: subscription.service,
          }),
        ),
  );

/** The same for subscriptions of a response. */
export const openChargesOf = (subscriptions: readonly Subscription[], until: Day): Charge[] =>
  openCharges(
    subscriptions.map(({ amount, paid = 0, ...subscription }) => ({
      ...subscription,
      amount_cents: toCents(amount),
      paid_cents: toCents(paid),
    })),
    until,
  );
