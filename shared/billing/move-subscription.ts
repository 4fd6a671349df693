import type { Day } from "../day.ts";
import { type Account, type Charge, isAhead, isOpen } from "./account.ts";
import { AccountError, chargesOf, isTold, scheduleOf } from "./charges.ts";
import { bringUpToDate } from "./payments.ts";
import { firstOccurrenceFrom } from "./schedule.ts";

/** Whether a charge goes to another client with its subscription: it is to come, nothing is paid of it, and nobody was told. */
export const goesAlong = (charge: Charge, today: Day): boolean =>
  isOpen(charge) && isAhead(charge, today) && charge.paid_cents === 0 && !isTold(charge);

/**
 * Gives a subscription with its charges to come to another client. What is due, paid, paid in part or told stays with the
 * client who owed it, and is charged to nobody else.
 */
export function moveSubscription(from: Account, to: Account, id: string, today: Day): void {
  const subscription = from.subscriptions.find((subscription) => subscription.id === id);
  if (!subscription) throw new AccountError("This subscription is not on record.");
  bringUpToDate(from, today);
  const toCome = chargesOf(from, subscription).filter((charge) => goesAlong(charge, today));
  from.subscriptions = from.subscriptions.filter((staying) => staying !== subscription);
  from.charges = from.charges.filter((charge) => !toCome.includes(charge));
  const periodsOf = (account: Account) =>
    chargesOf(account, subscription).flatMap(({ period }) => period ?? []);
  const chargedToNext = periodsOf(to);
  const charged = [...(subscription.charged_before ?? []), ...periodsOf(from)].filter(
    (period) => !chargedToNext.includes(period),
  );
  subscription.charged_before = charged.length > 0 ? [...new Set(charged)].sort() : undefined;
  // The next client was told no price.
  if (subscription.next_price) subscription.next_price.told_on = undefined;
  to.subscriptions.push(subscription);
  // Back again: what is charged to the client already is not charged twice.
  to.charges.push(...toCome.filter((charge) => !to.charges.some(({ id }) => id === charge.id)));
  // The former client owes nothing for a time without charges, and the next one nothing for the time before the move.
  const { next_charge } = subscription;
  if (next_charge !== undefined && next_charge < today)
    subscription.next_charge = firstOccurrenceFrom(scheduleOf(subscription), today);
  if (!from.active && subscription.status === "active") subscription.paused_on = undefined;
  bringUpToDate(from, today);
  bringUpToDate(to, today);
}
