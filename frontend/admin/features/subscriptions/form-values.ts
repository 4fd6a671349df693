import {
  type Billing,
  BillingRefused,
  changeBilling,
  type Paid,
  startBilling,
} from "../../../../shared/billing.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Currency, currencyOf } from "../../../../shared/money.ts";
import type {
  Frequency,
  NewSubscription,
  Subscription,
  SubscriptionStatus,
} from "../../../../shared/subscriptions.ts";
import { amountOf } from "../../words/amount.ts";

/** What the form holds: text as typed. An empty `next_billing_date` leaves the date to the schedule. */
export type Values = {
  client_id: string;
  service: string;
  start_date: string;
  frequency: string;
  amount: string;
  /** Empty for the usual one. */
  currency: "" | Currency;
  status: SubscriptionStatus;
  next_billing_date: string;
  muted: boolean;
};

/** The record's date part alone: some were imported with a time behind it. */
const dateOf = (text: string): Day => text.split("T", 1)[0] ?? "";

export function storedOf(
  subscription: Subscription | undefined,
  today: Day,
  buyer = "",
): { values: Values; version?: number } {
  if (!subscription) {
    const values: Values = {
      client_id: buyer,
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

/** What is sent: an empty or non-numeric amount as 0, no date where none was typed. */
export function bodyOf(
  { amount, currency, next_billing_date, frequency, ...values }: Values,
  usual: Currency,
): NewSubscription {
  return {
    ...values,
    // One that is not known is refused by the form's rules before it is sent.
    frequency: frequency as Frequency,
    amount: amountOf(amount),
    currency: currency || usual,
    ...(next_billing_date && { next_billing_date }),
  };
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * The billing date that saving would give, worked out by the server's own rules, or the sentence with which they
 * refuse. Neither until the dates are complete, or while it is not known which renewals are on record.
 */
export function preview(
  values: Values,
  current: Billing | undefined,
  renewals: readonly Paid[] | undefined,
  today: Day,
): { date?: Day; refused?: string } {
  const { start_date, frequency, next_billing_date } = values;
  if (!isDay(start_date) || (next_billing_date && !isDay(next_billing_date))) return {};
  const wanted = { start_date, frequency, ...(next_billing_date && { next_billing_date }) };
  try {
    if (!current) return { date: startBilling(wanted, today).next_billing_date };
    if (renewals === undefined) return {};
    return { date: changeBilling(current, wanted, renewals, today).next_billing_date };
  } catch (error) {
    // Otherwise it is a day that does not exist; the field says so.
    return error instanceof BillingRefused ? { refused: error.message } : {};
  }
}
