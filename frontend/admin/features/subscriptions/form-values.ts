import { amountOf, amountProblem } from "../../../../shared/amount.ts";
import { leftOf } from "../../../../shared/billing/account.ts";
import { BillingDateError, startBilling } from "../../../../shared/billing/next-billing-date.ts";
import { openChargesOf } from "../../../../shared/billing/open-charges.ts";
import { counted } from "../../../../shared/count.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { errorsOf } from "../../../../shared/errors.ts";
import { type Currency, currencyOf, formatSums, sumsOf } from "../../../../shared/money.ts";
import { omit } from "../../../../shared/omit.ts";
import {
  type EndReason,
  type Frequency,
  NewSubscription,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionStatus,
} from "../../../../shared/subscriptions/subscription.ts";
import type { Vat } from "../../../../shared/vat.ts";

/** The form's texts as typed. An empty `next_billing_date` means the date of the schedule. */
export type Values = {
  client_id: string;
  service: string;
  start_date: string;
  frequency: string;
  amount: string;
  /** Empty for the default currency. */
  currency: "" | Currency;
  /** Empty for that of the client. */
  vat: "" | Vat;
  /** The day from which the amount holds; empty for the next charge that nobody was told about. */
  next_price: string;
  /** Withdraws the price that waits for its day. */
  withdraws_price: boolean;
  status: SubscriptionStatus;
  next_billing_date: string;
  ends_on: string;
  end_reason: "" | EndReason;
  muted: boolean;
  /** Decides about unpaid periods that are due. */
  open_charges: NonNullable<SubscriptionChange["open_charges"]>;
  /** On resuming: charge the periods of the pause too. */
  charge_gap: boolean;
  /** On resuming: the first day that is charged again; empty for today. */
  charge_from: string;
};

const unasked = {
  next_price: "",
  withdraws_price: false,
  open_charges: "keep",
  charge_gap: false,
  charge_from: "",
} as const;

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
      vat: "",
      status: "active",
      next_billing_date: "",
      ends_on: "",
      end_reason: "",
      muted: false,
      ...unasked,
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
    ends_on = "",
    end_reason = "",
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
    vat: subscription.vat ?? "standard",
    status,
    next_billing_date: "",
    ends_on,
    end_reason,
    muted,
    ...unasked,
  };
  return { values, version };
}

const amountIn = ({ amount, currency }: Pick<Values, "amount" | "currency">): number =>
  amountOf(amount, currency || undefined);

/** The body of a new subscription: an empty amount is 0; date and currency only if chosen. Before a price's day it is free. */
export function bodyOf({
  client_id,
  service,
  start_date,
  status,
  muted,
  currency,
  vat,
  next_billing_date,
  frequency,
  ends_on,
  end_reason,
  ...price
}: Values): NewSubscription {
  const amount = amountIn({ ...price, currency });
  const { next_price: from } = price;
  return {
    client_id,
    service,
    start_date,
    status,
    muted,
    // The form's validation refuses unknown frequencies.
    frequency: frequency as Frequency,
    amount: from ? 0 : amount,
    ...(currency && { currency }),
    ...(vat && { vat }),
    ...(next_billing_date && { next_billing_date }),
    ...(from && { next_price: { amount, from } }),
    ...(ends_on && { ends_on, ...(end_reason && { end_reason }) }),
  };
}

/** @param currency the one shown beside the amount */
export function errorsIn(
  values: Values,
  currency: Currency | undefined,
  before?: Subscription,
): Record<string, string> {
  const problem = amountProblem(values.amount, currency);
  const isSame = before !== undefined && values.next_price !== "" && amountIn(values) === before.amount;
  const errors = errorsOf(NewSubscription, bodyOf(values));
  return {
    ...(problem ? omit(errors, "next_price") : errors),
    ...(isSame && { amount: "Enter the new amount, or clear the day from which it holds." }),
    ...(problem && { amount: problem }),
  };
}

/** The body of a change: what is agreed only if it changed, and the answers only where they were asked for. */
export function changeOf(values: Values, before: Subscription | undefined, today: Day): SubscriptionChange {
  const body = bodyOf(values);
  if (!before) return body;
  const { next_price: from, withdraws_price, vat, ends_on, end_reason } = values;
  return {
    ...omit(body, "vat", "ends_on", "end_reason"),
    ...(vat && vat !== (before.vat ?? "standard") && { vat }),
    ...(from && { amount: before.amount }),
    ...(!from && withdraws_price && { next_price: null }),
    ...(ends_on !== (before.ends_on ?? "") && { ends_on: ends_on || null }),
    ...(ends_on && end_reason && end_reason !== before.end_reason && { end_reason }),
    ...(isAnswered(values, before, today) && { open_charges: values.open_charges }),
    ...(isResuming(values, before) && values.charge_gap && { charge_gap: true }),
    ...(isResuming(values, before) &&
      !values.charge_gap &&
      values.charge_from && { charge_from: values.charge_from }),
  };
}

function isAnswered(values: Values, before: Subscription | undefined, today: Day): boolean {
  if (values.open_charges === "keep") return false;
  if (values.open_charges === "credit") return isEnding(values);
  return dueText(before, today) !== "";
}

/** Saving makes the subscription inactive or free. */
export const isEnding = ({ status, next_price, ...price }: Values): boolean =>
  status === "inactive" || (!next_price && amountIn(price) === 0);

export const isResuming = ({ status }: Values, before: Subscription | undefined): boolean =>
  before !== undefined && before.status !== "active" && status === "active";

/** `3 unpaid periods since Oct 20, 2026: $449.97`; empty without any. */
export function dueText(subscription: Subscription | undefined, today: Day): string {
  const due = subscription ? openChargesOf([subscription], today) : [];
  const [oldest] = due;
  if (!oldest) return "";
  const sums = formatSums(sumsOf(due, leftOf), oldest.currency);
  return `${counted(due.length, "unpaid period")} since ${formatDay(oldest.due)}: ${sums}`;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** The next billing date of a new subscription, or the reason why it is refused; neither until the dates are complete. */
export function firstDate(
  { start_date, frequency, next_billing_date }: Values,
  today: Day,
): { date?: Day; refused?: string } {
  if (!isDay(start_date) || (next_billing_date && !isDay(next_billing_date))) return {};
  const input = { start_date, frequency, ...(next_billing_date && { next_billing_date }) };
  try {
    return { date: startBilling(input, today).next_billing_date };
  } catch (error) {
    // Any other error is an invalid date, which the field reports.
    return error instanceof BillingDateError ? { refused: error.message } : {};
  }
}
