import { amountOf, amountProblem } from "../amount.ts";
import { type Account, type BilledSubscription, leftOf, nextBillingDateOf } from "../billing/account.ts";
import { changeSubscription } from "../billing/change-subscription.ts";
import { AccountError } from "../billing/charges.ts";
import { BillingDateError, startBilling } from "../billing/next-billing-date.ts";
import { openChargesOf } from "../billing/open-charges.ts";
import { nextOccurrence } from "../billing/schedule.ts";
import { counted } from "../count.ts";
import { formatDay } from "../dates.ts";
import { type Day, LAST_DAY } from "../day.ts";
import { errorsOf } from "../errors.ts";
import { type Currency, currencyOf, formatSums, sumsOf, toCents } from "../money.ts";
import {
  type Frequency,
  NewSubscription,
  type Renewal,
  type Subscription,
  type SubscriptionChange,
  type SubscriptionStatus,
} from "./subscription.ts";

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
  /** What happens to unpaid periods that are due. */
  open_charges: NonNullable<SubscriptionChange["open_charges"]>;
  /** On resuming: charge the periods of the pause too. */
  charge_gap: boolean;
};

const unasked = { open_charges: "keep", charge_gap: false } as const;

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
    ...unasked,
  };
  return { values, version };
}

/** The request body: an empty amount is 0; date and currency only if chosen. */
export function bodyOf({
  amount,
  currency,
  next_billing_date,
  frequency,
  open_charges: _,
  charge_gap: __,
  ...values
}: Values): NewSubscription {
  return {
    ...values,
    // The form's validation refuses unknown frequencies.
    frequency: frequency as Frequency,
    amount: amountOf(amount, currency || undefined),
    ...(currency && { currency }),
    ...(next_billing_date && { next_billing_date }),
  };
}

/** @param currency the one shown beside the amount */
export function errorsIn(values: Values, currency: Currency | undefined): Record<string, string> {
  const problem = amountProblem(values.amount, currency);
  return { ...errorsOf(NewSubscription, bodyOf(values)), ...(problem && { amount: problem }) };
}

/** The body of a change: the answers only where they were asked for. */
export const changeOf = (
  values: Values,
  before: Subscription | undefined,
  today: Day,
): SubscriptionChange => ({
  ...bodyOf(values),
  ...(dueText(before, today) && values.open_charges !== "keep" && { open_charges: values.open_charges }),
  ...(isResuming(values, before) && values.charge_gap && { charge_gap: true }),
});

export const isResuming = ({ status }: Values, before: Subscription | undefined): boolean =>
  before !== undefined && before.status !== "active" && status === "active";

/** `3 unpaid periods since Oct 20, 2026: $449.97`; empty without any. */
export function dueText(subscription: Subscription | undefined, today: Day): string {
  const due = subscription ? openChargesOf([subscription], today) : [];
  const [oldest] = due;
  if (!oldest) return "";
  const sums = formatSums(sumsOf(due, leftOf), oldest.currency);
  return `${counted(due.length, "unpaid period")} since ${formatDay(oldest.period)}: ${sums}`;
}

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text);

/**
 * The next billing date after saving, computed by the server's rules, or the reason why they refuse. Neither until the
 * dates are complete and the payments are loaded.
 */
export function preview(
  values: Values,
  current: Subscription | undefined,
  renewals: readonly Pick<Renewal, "period">[] | undefined,
  today: Day,
): { date?: Day; refused?: string } {
  const { start_date, frequency, next_billing_date, open_charges, charge_gap } = values;
  if (!isDay(start_date) || (next_billing_date && !isDay(next_billing_date))) return {};
  const change = { start_date, frequency, ...(next_billing_date && { next_billing_date }) };
  try {
    if (!current) return { date: startBilling(change, today).next_billing_date };
    if (renewals === undefined) return {};
    const account = accountOf(current, renewals);
    const { status, currency, cents, service } = account.subscriptions[0] as BilledSubscription;
    changeSubscription(
      account,
      current.id,
      { status, currency, cents, service, ...change },
      { open_charges, charge_gap },
      today,
    );
    const [after] = account.subscriptions;
    const date = after && nextBillingDateOf(after, account.charges);
    return date === undefined ? {} : { date };
  } catch (error) {
    // Any other error is an invalid date, which the field reports.
    const isRefusal = error instanceof BillingDateError || error instanceof AccountError;
    return isRefusal ? { refused: error.message } : {};
  }
}

/** The account of one subscription, as far as a response tells. */
function accountOf(subscription: Subscription, renewals: readonly Pick<Renewal, "period">[]): Account {
  const { id, billing_anchor, frequency, start_date, status, service, next_billing_date } = subscription;
  const open = openChargesOf([subscription], LAST_DAY);
  const isOpenPeriod = (period: Day) => open.some((charge) => charge.period === period);
  const paid = [...new Set(renewals.map(({ period }) => period))].filter((period) => !isOpenPeriod(period));
  const last = [...paid, ...open.map(({ period }) => period)].sort().at(-1);
  const currency = currencyOf(subscription);
  return {
    active: true,
    subscriptions: [
      {
        id,
        status,
        currency,
        cents: toCents(subscription.amount),
        service,
        start_date,
        frequency,
        billing_anchor,
        next_charge:
          last === undefined || last < next_billing_date
            ? next_billing_date
            : nextOccurrence({ anchor: billing_anchor, frequency }, last),
      },
    ],
    charges: [
      ...open,
      ...paid.map((period) => ({ subscription_id: id, period, currency, cents: 1, paid_cents: 1 })),
    ],
    payments: [],
  };
}
