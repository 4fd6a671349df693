import { leftText } from "../amount.ts";
import { counted } from "../count.ts";
import { formatDay } from "../dates.ts";
import { type Day, daysBetween, LAST_DAY } from "../day.ts";
import { currencyOf, formatSums, fromCents, isFree, type Sums, sumsOf, toCents } from "../money.ts";
import { omit } from "../omit.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import {
  type BilledSubscription,
  type Charge,
  compareCharges,
  isAskedFor,
  isOpen,
  isOverdue,
  leftOf,
  ofPeriod,
  owedOf,
  scheduledDay,
} from "./account.ts";
import { sumsOwed } from "./due-days.ts";
import { dueDayOf, hasOneCharge } from "./renewal-state.ts";

/** A subscription, as in responses, with its charges among open ones of its client. */
export function withOpen(subscription: Subscription, charges: readonly Charge[]): Subscription {
  const ownCharges = charges
    .filter((charge) => charge.subscription_id === subscription.id && isOpen(charge))
    .sort(compareCharges);
  const [asked, held] = [ownCharges.filter(isAskedFor), ownCharges.filter(({ on_hold }) => on_hold)];
  const rest = omit(subscription, "open", "on_hold", "paid");
  const [first] = asked;
  const { status, amount, next_billing_date } = subscription;
  const terms = { status, cents: toCents(amount), currency: currencyOf(subscription), next_billing_date };
  const onWire = ({ due, period = due, cents, waived_cents = 0, paid_cents, currency }: Charge) => ({
    period,
    ...(due !== period && { due }),
    amount: fromCents(cents - waived_cents),
    ...(paid_cents > 0 && { paid: fromCents(paid_cents) }),
    ...(currency !== currencyOf(subscription) && { currency }),
  });
  return {
    ...rest,
    // Of another price or in another currency it would be read as a part of this one.
    ...(first && first.paid_cents > 0 && hasPriceOf(first, terms) && { paid: fromCents(first.paid_cents) }),
    ...(!isDescribedBy(terms, asked) && { open: asked.map(onWire) }),
    ...(held.length > 0 && { on_hold: held.map(onWire) }),
  };
}

type Terms = Pick<BilledSubscription, "status" | "cents" | "currency"> & { next_billing_date?: Day };

const hasPriceOf = (
  { cents, waived_cents = 0, currency }: Charge,
  terms: Pick<Terms, "cents" | "currency">,
): boolean => cents - waived_cents === terms.cents && currency === terms.currency;

/** Whether a subscription says itself what is asked for: exactly its next charge, or nothing if it is free. */
function isDescribedBy(terms: Terms, asked: readonly Charge[]): boolean {
  const [first, ...more] = asked;
  if (!first) return isFree(terms.cents);
  const { next_billing_date = first.due } = terms;
  return (
    hasPriceOf(first, terms) &&
    more.length === 0 &&
    terms.status === "active" &&
    first.due === next_billing_date &&
    first.due === scheduledDay(first)
  );
}

/**
 * Whether a client's subscriptions say all that is owed: of each active one that costs something its next charge, in full.
 * A browser assumes this of an account that is not in the list of what is owed.
 */
export function areDescribedBy(
  subscriptions: readonly BilledSubscription[],
  open: readonly Charge[],
): boolean {
  const bySubscription = Map.groupBy(open, ({ subscription_id }) => subscription_id);
  const isSaid = (subscription: BilledSubscription): boolean => {
    const charges = bySubscription.get(subscription.id) ?? [];
    if (charges.length === 0 && subscription.status !== "active") return true;
    const isUntouched = ({ on_hold, paid_cents }: Charge) => !on_hold && paid_cents === 0;
    return isDescribedBy(subscription, charges) && charges.every(isUntouched);
  };
  const ids = new Set(subscriptions.map(({ id }) => id));
  return subscriptions.every(isSaid) && open.every(({ subscription_id }) => ids.has(subscription_id ?? ""));
}

type OpenCharge = NonNullable<Subscription["open"]>[number];

/** The open charges of subscriptions of a response, due by a day, oldest first within each subscription. */
export const openChargesOf = (subscriptions: readonly Subscription[], until: Day): Charge[] =>
  subscriptions.flatMap((subscription) => {
    const toCharge = ({ period, due = period, amount, paid = 0, currency }: OpenCharge): Charge => ({
      ...ofPeriod(subscription.id, period),
      due,
      currency: currency ?? currencyOf(subscription),
      cents: toCents(amount),
      paid_cents: toCents(paid),
      service: subscription.service,
    });
    const asked = openOf(subscription).map(toCharge);
    const held = (subscription.on_hold ?? []).map((charge) => ({
      ...toCharge(charge),
      on_hold: true as const,
    }));
    return [...asked, ...held].filter(({ due }) => due <= until);
  });

/** The charges of a subscription that are asked for, oldest first; an active one without a list has that of its date. */
export function openOf(
  subscription: Pick<Subscription, "open" | "status" | "amount" | "paid" | "next_billing_date">,
): OpenCharge[] {
  const { open = [], amount, paid, next_billing_date: period } = subscription;
  return hasOneCharge(subscription) ? [{ period, amount, ...(paid && { paid }) }] : open;
}

/** The charges of a subscription that were due before today, by currency; undefined if there are none. */
export function overdueIn(subscription: Subscription, today: Day) {
  const [oldest] = openOf(subscription);
  if (!oldest || !isOverdue(dueDayOf(oldest), today)) return undefined;
  const charges = openChargesOf([subscription], today).filter(
    (charge) => isAskedFor(charge) && isOverdue(charge.due, today),
  );
  const sums = sumsOwed(owedOf(charges, {}, today), "overdue");
  return { since: dueDayOf(oldest), periods: charges.length, sums };
}

/** The sums of a subscription that are on hold. */
export const heldIn = (subscription: Subscription): Sums =>
  sumsOf(
    openChargesOf([subscription], LAST_DAY).filter(({ on_hold }) => on_hold),
    leftOf,
  );

/**
 * Texts beside a row's price: `KES 4,500.00 owed`, `3 periods`, `oldest 61 days overdue`; of a single period, the
 * rest if a part is paid; of a subscription on hold, `KES 4,500.00 on hold`.
 */
export function owedTexts(subscription: Subscription, today: Day): string[] {
  const held = heldIn(subscription);
  if (Object.keys(held).length > 0) return [`${formatSums(held, currencyOf(subscription))} on hold`];
  const overdue = overdueIn(subscription, today);
  if (!overdue || overdue.periods === 1) return [leftText(subscription)].filter(Boolean);
  const { since, periods, sums } = overdue;
  return [
    `${formatSums(sums, currencyOf(subscription))} due`,
    `${counted(periods, "period")} from ${formatDay(since)}`,
    `oldest ${counted(daysBetween(since, today), "day")} overdue`,
  ];
}
