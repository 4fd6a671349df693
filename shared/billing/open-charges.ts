import { leftText } from "../amount.ts";
import { counted } from "../count.ts";
import { type Day, daysBetween } from "../day.ts";
import { type Currency, currencyOf, formatSums, isFree, toCents } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import { type Charge, isOverdue, owedOf } from "./account.ts";
import { sumsOwed } from "./due-days.ts";

/** The open charges as a stored subscription has them. */
type Stored = {
  id: string;
  open_charges: readonly {
    period: Day;
    currency: Currency;
    cents: number;
    paid_cents?: number | undefined;
    service?: string | undefined;
  }[];
};

/** The charges of stored subscriptions that are asked for and due by a day, oldest first within each subscription. */
export const openCharges = (subscriptions: readonly Stored[], until: Day): Charge[] =>
  subscriptions.flatMap(({ id, open_charges }) =>
    open_charges
      .filter(({ period }) => period <= until)
      .map(({ paid_cents = 0, ...charge }): Charge => ({ subscription_id: id, ...charge, paid_cents })),
  );

/** The same for subscriptions of a response. */
export const openChargesOf = (subscriptions: readonly Subscription[], until: Day): Charge[] =>
  subscriptions.flatMap((subscription) =>
    openOf(subscription)
      .filter(({ period }) => period <= until)
      .map(
        ({ period, amount, paid = 0, currency = currencyOf(subscription) }): Charge => ({
          subscription_id: subscription.id,
          period,
          currency,
          cents: toCents(amount),
          paid_cents: toCents(paid),
          service: subscription.service,
        }),
      ),
  );

/** The open charges of a subscription, oldest first; an active one without a list has one, that of its date. */
export function openOf({
  open,
  status,
  amount,
  paid,
  next_billing_date: period,
}: Pick<Subscription, "open" | "status" | "amount" | "paid" | "next_billing_date">) {
  if (open) return open;
  return status === "active" && !isFree(amount) ? [{ period, amount, ...(paid && { paid }) }] : [];
}

/** What a subscription owes that was due before today, by currency; undefined if it owes nothing. */
export function overdueIn(subscription: Subscription, today: Day) {
  const [oldest] = openOf(subscription);
  if (!oldest || !isOverdue(oldest.period, today)) return undefined;
  const charges = openChargesOf([subscription], today).filter(({ period }) => isOverdue(period, today));
  const sums = sumsOwed(owedOf(charges, {}, today), "overdue");
  return { since: oldest.period, periods: charges.length, sums };
}

/**
 * What a row says beside its price: `KES 4,500.00 owed`, `3 periods`, `oldest 61 days overdue`; of a single period, the
 * rest if a part is paid.
 */
export function owedTexts(subscription: Subscription, today: Day): string[] {
  const overdue = overdueIn(subscription, today);
  if (!overdue || overdue.periods === 1) return [leftText(subscription)].filter(Boolean);
  const { since, periods, sums } = overdue;
  return [
    `${formatSums(sums, currencyOf(subscription))} owed`,
    counted(periods, "period"),
    `oldest ${counted(daysBetween(since, today), "day")} overdue`,
  ];
}
