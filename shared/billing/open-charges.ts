import type { Day } from "../day.ts";
import { type Currency, currencyOf, isFree, toCents } from "../money.ts";
import type { Subscription } from "../subscriptions/subscription.ts";
import type { Charge } from "./account.ts";

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
