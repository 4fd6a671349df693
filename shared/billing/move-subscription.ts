import type { Day } from "../day.ts";
import { type Account, isOpen } from "./account.ts";
import { AccountError, chargesOf } from "./charges.ts";
import { bringUpToDate } from "./payments.ts";

/**
 * Gives a subscription with its open charges to another client. What is closed stays with the client who paid it.
 * @throws AccountError while a part of a charge is paid
 */
export function moveSubscription(from: Account, to: Account, id: string, today: Day): void {
  const subscription = from.subscriptions.find((one) => one.id === id);
  if (!subscription) throw new AccountError("This subscription is not on record.");
  const open = chargesOf(from, subscription).filter(isOpen);
  const partPaid = open.find(({ paid_cents }) => paid_cents > 0);
  if (partPaid)
    throw new AccountError(
      `A part of the period due ${partPaid.period} is paid, so the client stays until the rest is paid or waived.`,
    );
  from.subscriptions = from.subscriptions.filter((one) => one !== subscription);
  from.charges = from.charges.filter((charge) => !open.includes(charge));
  to.subscriptions.push(subscription);
  to.charges.push(...open);
  bringUpToDate(from, today);
}
