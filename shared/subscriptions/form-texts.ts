import { amountOf, money } from "../amount.ts";
import type { Client } from "../clients/client.ts";
import type { Day } from "../day.ts";
import { type Currency, isFree } from "../money.ts";
import type { Values } from "./form-values.ts";
import { everyTime, frequencyName } from "./labels.ts";
import { isFrequency, type Subscription } from "./subscription.ts";

/** What saving does with unpaid periods that are due already. */
export const openChargesOptions = [
  { value: "keep", label: "Keep them as they are" },
  { value: "change", label: "Change them to the new amount" },
  { value: "remove", label: "Remove them: their dates were wrong" },
];

/**
 * The typed amount in words, to show mistakes before saving. Nothing is called free before somebody has left the field.
 */
export function priceHelp({ amount, frequency }: Values, currency: Currency, hasLeft: boolean): string {
  const price = amountOf(amount, currency);
  if (price === 0 && hasLeft) return "free: no payment reminders are sent";
  return !price
    ? "For example 1,500 or 1500.50. Empty is free."
    : `${money(price, currency)} ${isFrequency(frequency) ? everyTime[frequency] : frequencyName(frequency)}`;
}

/** Warns when saving makes a subscription overdue: a new date is in the past, or a paused one resumes. */
export function overdueWarning(
  before: Subscription | undefined,
  { status, amount, currency }: Values,
  date: Day,
  today: Day,
) {
  if (status !== "active" || date >= today || isFree(amountOf(amount, currency || undefined)))
    return undefined;
  if (before && before.status !== "active") {
    return "Its billing date passed while it was not active. Saving makes it overdue, unless you enter another date.";
  }
  return date === before?.next_billing_date
    ? undefined
    : "This date has passed. Saving makes the subscription overdue.";
}

/** A client among those to choose from. */
export const optionOf = ({ id, name, email, status, sample }: Client) => ({
  value: id,
  label: `${name}${email && ` (${email})`}${status === "inactive" ? ", inactive" : ""}${sample ? ", sample" : ""}`,
});

/** Until the default currency is known, no amount can be typed. */
export const currencyText = (failed: boolean): string =>
  failed
    ? "The default currency could not be loaded. Try again, or choose a currency, then enter the amount."
    : "The default currency is loading. Wait, or choose a currency, then enter the amount.";
