import { amountOf } from "../amount.ts";
import {
  type Billing,
  BillingDateError,
  changeBilling,
  type PaidPeriod,
  startBilling,
} from "../billing/next-billing-date.ts";
import type { Day } from "../day.ts";
import { type Currency, currencyOf } from "../money.ts";
import type { Frequency, NewSubscription, Subscription, SubscriptionStatus } from "./subscription.ts";

/** The form's texts as typed. An empty `next_billing_date` means the date of the schedule. */
export type Values = {
  client_id: string;
  service: string;
  start_date: string;
  frequency: string;
  amount: string;
  /** Empty for the default currency. */
  currency: "" | Currency;
  status: SubscriptionStatus;
  next_billing_date: string;
  muted: boolean;
};

/** Some stored dates have a time part. */
const dateOf = (text: string): Day => text.split("T", 1)[0] ?? "";

export function storedOf(
  subscription: Subscription | undefined,
  today: Day,
  clientId = "",
): { values: Values; version?: number } {
  if (!subscription) {
    const values: Values = {
      client_id: clientId,
      service: "",
      start_date: today,
      frequency: "monthly",
      amount: "",
      currency: "",
      status: "active",
      next_billing_date: "",
      muted: false,
    };
    return { values };
  }
  const {
    client_id,
    service = "",
    start_date,
    frequency,
    amount,
    status,
    muted = false,
    version,
  } = subscription;
  const values: Values = {
    client_id,
    service,
    start_date: dateOf(start_date),
    frequency,
    amount: amount.toFixed(2),
    currency: currencyOf(subscription),
    status,
    next_billing_date: "",
    muted,
  };
  return { values, version };
}

/** The request body: an empty or non-numeric amount is 0; date and currency only if chosen. */
export function bodyOf({
  amount,
  currency,
  next_billing_date,
  frequency,
  ...values
}: Values): NewSubscription {
  return {
    ...values,
    // The form's validation refuses unknown frequencies.
    frequency: frequency as Frequency,
    amount: amountOf(amount),
    ...(currency && { currency }),
    ...(next_billing_date && { next_billing_date }),
  };
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * The next billing date after saving, computed by the server's rules, or the reason why they refuse. Neither until the
 * dates are complete and the payments are loaded.
 */
export function preview(
  values: Values,
  current: Billing | undefined,
  renewals: readonly PaidPeriod[] | undefined,
  today: Day,
): { date?: Day; refused?: string } {
  const { start_date, frequency, next_billing_date } = values;
  if (!isDay(start_date) || (next_billing_date && !isDay(next_billing_date))) return {};
  const change = { start_date, frequency, ...(next_billing_date && { next_billing_date }) };
  try {
    if (!current) return { date: startBilling(change, today).next_billing_date };
    if (renewals === undefined) return {};
    return { date: changeBilling(current, change, renewals, today).next_billing_date };
  } catch (error) {
    // Any other error is an invalid date, which the field reports.
    return error instanceof BillingDateError ? { refused: error.message } : {};
  }
}
