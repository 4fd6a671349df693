import { priceText } from "../../../shared/amount.ts";
import type { RenewalState } from "../../../shared/billing/renewal-state.ts";
import { formatDay } from "../../../shared/dates.ts";
import { days } from "../../../shared/emails/english.ts";
import { type Currency, currencyOf } from "../../../shared/money.ts";
import { frequencyNames, subscriptionStatusNames } from "../../../shared/subscriptions/fields.ts";
import {
  type Frequency,
  isFrequency,
  type NextPrice,
  type Subscription,
  type SubscriptionStatus,
} from "../../../shared/subscriptions/subscription.ts";
import type { Tone } from "../../../shared/tone.ts";

export const statusNames = subscriptionStatusNames;

/** The label, or the stored value if this version does not know it. */
export const frequencyName = (frequency: string): string =>
  isFrequency(frequency) ? frequencyNames[frequency] : frequency;

/** Completes "$149.99 …". */
export const everyTime: Record<Frequency, string> = {
  monthly: "every month",
  quarterly: "every quarter",
  "semi-annual": "every half-year",
  yearly: "every year",
};

export const statusTones: Record<SubscriptionStatus, Tone> = {
  active: "fine",
  paused: "soon",
  inactive: "quiet",
};

/** The note beside a billing date. */
export function renewalNote(state: RenewalState): string {
  switch (state.name) {
    case "overdue":
      return `${days(state.days)} overdue`;
    case "due-soon":
      return state.days === 0 ? "Due today" : `Due in ${days(state.days)}`;
    case "none":
      return "";
  }
}

/** `KES 5,000.00 from Feb 1, 2027` */
export const nextPriceText = ({ amount, from }: Pick<NextPrice, "amount" | "from">, currency: Currency) =>
  `${priceText(amount, currency)} from ${formatDay(from)}`;

type Agreed = Pick<Subscription, "currency" | "ends_on" | "next_price" | "status">;

/** The agreed price and end of a day to come: `$120.00 from Feb 1, 2027`, `ends Mar 31, 2027`. */
export const agreedTexts = ({ next_price, ends_on, status, currency }: Agreed) => ({
  price: next_price && nextPriceText(next_price, currencyOf({ currency })),
  priceDay: next_price && `from ${formatDay(next_price.from)}`,
  priceAmount: next_price && priceText(next_price.amount, currencyOf({ currency })),
  end: ends_on && `${status === "inactive" ? "ended" : "ends"} ${formatDay(ends_on)}`,
});
