import { amountOf, money, priceText } from "../../../../shared/amount.ts";
import type { Client } from "../../../../shared/clients/client.ts";
import { formatDay } from "../../../../shared/dates.ts";
import type { Day } from "../../../../shared/day.ts";
import { type Amounts, type Currency, formatSums, isFree, toSums } from "../../../../shared/money.ts";
import {
  isFrequency,
  type NextPrice,
  type Subscription,
  type SubscriptionPreview,
} from "../../../../shared/subscriptions/subscription.ts";
import { everyTime, frequencyName, nextPriceText } from "../../rules/subscription-labels.ts";
import type { Values } from "./form-values.ts";

/**
 * Asks what saving does with unpaid periods that are due already, and with payments ahead if the subscription ends.
 * @param due names the unpaid periods, and `sums` the payments ahead; both can be empty
 */
export function openChargesChoice(due: string, sums: string) {
  if (!sums)
    return {
      label: "What is due and not paid",
      help: `${due}. What is paid in part stays.`,
      options: [
        { value: "keep", label: "Keep them as they are" },
        { value: "change", label: "Change them to the new amount" },
        { value: "remove", label: "Remove them: their dates were wrong" },
      ],
    };
  const credit = { value: "credit", label: `Credit the ${sums} paid ahead` };
  const help = `${sums} is paid for what is not due yet.`;
  if (!due)
    return {
      label: "What is paid ahead",
      help,
      options: [{ value: "keep", label: "Keep them as paid" }, credit],
    };
  return {
    label: "What is due and not paid, and what is paid ahead",
    help: `${due}. What is paid in part stays. ${help}`,
    options: [
      { value: "keep", label: "Keep all as they are" },
      credit,
      { value: "change", label: `Change what is due to the new amount, and credit the ${sums}` },
      { value: "remove", label: `Remove what is due, and credit the ${sums}` },
    ],
  };
}

type Terms = Pick<SubscriptionPreview["stays"][number], "period" | "amount" | "currency" | "service">;

/** `Jan 20, 2027: $100.00 → $120.00`, with the days or services where these change. */
export function changeText({ before, after }: SubscriptionPreview["changes"][number]): string {
  const [amountBefore, amountAfter] = [before, after].map(
    (terms) => terms && money(terms.amount, terms.currency),
  );
  if (!before || !after) {
    const [day = "", text] = before
      ? [before.period, `${amountBefore}, removed`]
      : [after?.period, `${amountAfter}, new`];
    return `${formatDay(day)}: ${text}`;
  }
  const isMoved = before.period !== after.period;
  const isRenamed = before.service !== after.service;
  const text = (terms: Terms, amount = "") =>
    [isMoved && formatDay(terms.period), amount, isRenamed && (terms.service || "no service")]
      .filter(Boolean)
      .join(", ");
  const change = `${text(before, amountBefore)} → ${text(after, amountAfter)}`;
  return isMoved ? change : `${formatDay(before.period)}: ${change}`;
}

const reasonTexts = {
  due: "due",
  part: "paid in part",
  paid: "paid",
  changed: "changed by hand",
};

/** `Dec 28, 2026: $25.00, told on Dec 21, 2026` */
export function stayText({
  period,
  amount,
  currency,
  reason,
  told_on,
}: SubscriptionPreview["stays"][number]): string {
  const why = reason === "told" ? `told${told_on ? ` on ${formatDay(told_on)}` : ""}` : reasonTexts[reason];
  return `${formatDay(period)}: ${money(amount, currency)}, ${why}`;
}

/** Empty if there are none. */
export function someSums(amounts: Amounts, currency: Currency): string {
  const sums = toSums(amounts);
  return Object.values(sums).some((cents) => cents > 0) ? formatSums(sums, currency) : "";
}

/** `$50.00 that is paid of these becomes credit.`; empty if nothing is. */
export function creditedText(
  { credited }: Pick<SubscriptionPreview, "credited">,
  currency: Currency,
): string {
  const sums = someSums(credited, currency);
  return sums && `${sums} that is paid of these becomes credit.`;
}

/** Says what saving does with the price that waits for its day. */
export function waitingPriceText(
  waiting: NextPrice,
  { next_price, withdraws_price }: Pick<Values, "next_price" | "withdraws_price">,
  currency: Currency,
): string {
  const text = nextPriceText(waiting, currency);
  if (next_price) return `${text} is replaced when you save.`;
  if (!withdraws_price) return waiting.told_on ? `${text}, told on ${formatDay(waiting.told_on)}` : text;
  const email = waiting.told_on ? " The client gets an email about it." : "";
  return `${text} is withdrawn when you save.${email}`;
}

/** From when a typed amount holds. */
export function priceFromHelp(
  isNew: boolean,
  preview: Pick<SubscriptionPreview, "changes"> | undefined,
): string {
  if (isNew) return "Empty: from the first period. With a day, it is free before.";
  const first = preview?.changes.find(
    ({ before, after }) => before && after && before.amount !== after.amount,
  );
  const due = first?.after ? `, due ${formatDay(first.after.period)}` : "";
  return `Empty: from the next charge that the client was not told about${due}. With a day, the price of today stays until then.`;
}

/** Where a price from a day on changes no written charge, those to come have it. */
export const laterChargesText = ({ next_price, ...values }: Values, currency: Currency): string =>
  `No written charge changes. Charges due from ${formatDay(next_price)} on are ${priceText(amountOf(values.amount, currency), currency)}.`;

/**
 * The typed amount in words, to show mistakes before saving. Nothing is called free before somebody has left the field.
 */
export function priceHelp(
  { amount, frequency }: Values,
  currency: Currency,
  { hasLeft }: { hasLeft: boolean },
): string {
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
