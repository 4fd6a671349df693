import { leftText } from "../amount.ts";
import { counted } from "../count.ts";
import { type Day, daysBetween, LAST_DAY } from "../day.ts";
import { type Currency, currencyOf, formatSums, type Sums, sumsOf, toCents } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import { type Charge, isAskedFor, isOverdue, leftOf, ofPeriod, owedOf } from "./account.ts";
import { sumsOwed } from "./due-days.ts";
import { hasOneCharge } from "./renewal-state.ts";

/** The open charges as a stored subscription has them. */
type Stored = {
  id: string;
  open_charges: readonly {
    period: Day;
    currency: Currency;
    cents: number;
    paid_cents?: number | undefined;
    service?: string | undefined;
    on_hold?: true | undefined;
  }[];
};

/** The charges of stored subscriptions that are open and due by a day, oldest first within each subscription. */
export const openAndHeldCharges = (subscriptions: readonly Stored[], until: Day): Charge[] =>
  subscriptions.flatMap(({ id, open_charges }) =>
    open_charges
      .filter(({ period }) => period <= until)
      .map(
        ({ period, paid_cents = 0, ...charge }): Charge => ({
          ...charge,
          ...ofPeriod(id, period),
          paid_cents,
        }),
      ),
  );

/** Those of them that are asked for: not on hold. */
export const openCharges = (subscriptions: readonly Stored[], until: Day): Charge[] =>
  openAndHeldCharges(subscriptions, until).filter(isAskedFor);

/** The open charges of subscriptions of a response, due by a day, oldest first within each subscription. */
export const openChargesOf = (subscriptions: readonly Subscription[], until: Day): Charge[] =>
  subscriptions.flatMap((subscription) => {
    const toCharge = ({ period, amount, paid = 0, currency }: ReturnType<typeof openOf>[number]): Charge => ({
      ...ofPeriod(subscription.id, period),
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
): NonNullable<Subscription["open"]> {
  const { open = [], amount, paid, next_billing_date: period } = subscription;
  return hasOneCharge(subscription) ? [{ period, amount, ...(paid && { paid }) }] : open;
}

/** What a subscription owes that was due before today, by currency; undefined if it owes nothing. */
export function overdueIn(subscription: Subscription, today: Day) {
  const [oldest] = openOf(subscription);
  if (!oldest || !isOverdue(oldest.period, today)) return undefined;
  const charges = openChargesOf([subscription], today).filter(
    (charge) => isAskedFor(charge) && isOverdue(charge.due, today),
  );
  const sums = sumsOwed(owedOf(charges, {}, today), "overdue");
  return { since: oldest.period, periods: charges.length, sums };
}

/** What a subscription owes that is on hold, by currency. */
export const heldIn = (subscription: Subscription): Sums =>
  sumsOf(
    openChargesOf([subscription], LAST_DAY).filter(({ on_hold }) => on_hold),
    leftOf,
  );

/**
 * What a row says beside its price: `KES 4,500.00 owed`, `3 periods`, `oldest 61 days overdue`; of a single period, the
 * rest if a part is paid; of a subscription on hold, `KES 4,500.00 on hold`.
 */
export function owedTexts(subscription: Subscription, today: Day): string[] {
  const held = heldIn(subscription);
  if (Object.keys(held).length > 0) return [`${formatSums(held, currencyOf(subscription))} on hold`];
  const overdue = overdueIn(subscription, today);
  if (!overdue || overdue.periods === 1) return [leftText(subscription)].filter(Boolean);
  const { since, periods, sums } = overdue;
  return [
    `${formatSums(sums, currencyOf(subscription))} owed`,
    counted(periods, "period"),
    `oldest ${counted(daysBetween(since, today), "day")} overdue`,
  ];
}
