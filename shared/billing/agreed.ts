import type { Day } from "../day.ts";
import type { BilledSubscription } from "./account.ts";
import { firstOccurrenceFrom } from "./schedule.ts";

// The next price and the end of a subscription, each agreed for a day to come.

export type Terms = Pick<BilledSubscription, "cents" | "currency" | "service">;

/** The terms of the period that is due on a day. */
export function termsOn(subscription: BilledSubscription, period: Day): Terms {
  const { cents, currency, service, next_price } = subscription;
  const isLater = next_price !== undefined && period >= next_price.from;
  return { cents: isLater ? next_price.cents : cents, currency, service };
}

/** Whether its end comes before the day. */
export const endsBefore = ({ ends_on }: Pick<BilledSubscription, "ends_on">, day: Day): boolean =>
  ends_on !== undefined && ends_on < day;

/** Whether a period is charged: not one that is free, or begins after the end. */
export const isCharged = (subscription: BilledSubscription, period: Day): boolean =>
  !endsBefore(subscription, period) && termsOn(subscription, period).cents > 0;

type WithNextCharge = BilledSubscription & { next_charge: Day };

/** Whether a charge follows those that are written. */
export const hasNextCharge = (subscription: BilledSubscription): subscription is WithNextCharge =>
  subscription.next_charge !== undefined && isCharged(subscription, subscription.next_charge);

/** Whether it ended on the day that was agreed. Otherwise somebody made it inactive. */
export const endedAsAgreed = ({ status, ends_on }: Pick<BilledSubscription, "status" | "ends_on">): boolean =>
  status === "inactive" && ends_on !== undefined;

/** Whether what is due of it is asked for: also after an agreed end, but not while it is paused, or once made inactive. */
export const isAskedOf = (subscription: Pick<BilledSubscription, "status" | "ends_on">): boolean =>
  subscription.status === "active" || endedAsAgreed(subscription);

/** Makes true what was agreed for a day that has come: the price holds, and the subscription is inactive after its end. */
export function applyAgreed(subscription: BilledSubscription, today: Day): void {
  const { next_price, cents, next_charge } = subscription;
  if (next_price && next_price.from <= today) {
    // Nothing is charged for the time when it was free.
    if (cents === 0 && next_charge !== undefined && next_charge < next_price.from)
      subscription.next_charge = firstOccurrenceFrom(
        { anchor: subscription.billing_anchor, frequency: subscription.frequency },
        next_price.from,
      );
    subscription.cents = next_price.cents;
    subscription.next_price = undefined;
  }
  if (endsBefore(subscription, today) && subscription.status !== "inactive") {
    subscription.status = "inactive";
    subscription.paused_on = undefined;
  }
}
