import { DUE_SOON_DAYS } from "../../../shared/billing/renewal-state.ts";
import { addDays, type Day } from "../../../shared/day.ts";
import { type Amounts, addTo, currencies, fromSums, type Sums, toCents } from "../../../shared/money.ts";
import type { ClientAccount } from "../../../shared/payments/client-account.ts";
import type { Subscription, SubscriptionPreview } from "../../../shared/subscriptions/subscription.ts";

// The end of a client's subscriptions that is agreed for a day, and coming back after it.

/** The subscriptions of which an end can be agreed. */
export const canEnd = (subscriptions: readonly Subscription[]): Subscription[] =>
  subscriptions.filter(({ status, former }) => status !== "inactive" && !former);

type Ending = { day: Day; subscriptions: readonly Subscription[] };

const byEnd = (subscriptions: readonly Subscription[]): Ending[] =>
  [...Map.groupBy(subscriptions, ({ ends_on }) => ends_on)]
    .flatMap(([day, ending]) => (day === undefined ? [] : [{ day, subscriptions: ending }]))
    .sort((a, b) => (a.day < b.day ? -1 : 1));

/** The ends to come, by day. */
export const endsToCome = (subscriptions: readonly Subscription[]): Ending[] => byEnd(canEnd(subscriptions));

/** The subscriptions that ended last as agreed. A client who has come back has nothing to come back to. */
export function lastEnd(subscriptions: readonly Subscription[]): Ending | undefined {
  const ended = subscriptions.filter(({ status, former }) => status === "inactive" && !former);
  return canEnd(subscriptions).length > 0 ? undefined : byEnd(ended).at(-1);
}

type Previews = readonly (readonly [Pick<Subscription, "id">, SubscriptionPreview])[];

/** The sums that are paid of the charges that go. */
export function creditedBy(previews: Previews): Sums {
  const sums: Sums = {};
  for (const [, { credited }] of previews)
    for (const currency of currencies) addTo(sums, currency, toCents(credited[currency] ?? 0));
  return sums;
}

/** The credit notes for the charges that go. */
export function creditNotesOf(previews: Previews): Amounts {
  const sums: Sums = {};
  for (const [, { credit_notes }] of previews)
    for (const currency of currencies)
      if (credit_notes[currency]) addTo(sums, currency, toCents(credit_notes[currency]));
  return fromSums(sums);
}

/**
 * The debt and the credit after an end, by currency: credit pays what is due within days, as it does whenever there is
 * some.
 */
export function sumsAfterEnd(
  { charges, credit, today }: Pick<ClientAccount, "charges" | "credit" | "today">,
  previews: Previews,
): { owed: Sums; credit: Sums } {
  const goes = new Set(
    previews.flatMap(([{ id }, { changes }]) =>
      changes.flatMap(({ before, after }) => (before && !after ? `${id} ${before.period}` : [])),
    ),
  );
  const [owed, dueSoon]: [Sums, Sums] = [{}, {}];
  for (const { state, subscription_id, due, currency, amount, paid, on_hold } of charges) {
    if (state !== "open" || goes.has(`${subscription_id} ${due}`)) continue;
    const left = toCents(amount) - toCents(paid);
    addTo(owed, currency, left);
    if (!on_hold && due <= addDays(today, DUE_SOON_DAYS)) addTo(dueSoon, currency, left);
  }
  const creditLeft = creditedBy(previews);
  for (const { currency, amount } of credit) addTo(creditLeft, currency, toCents(amount));
  for (const currency of currencies) {
    const used = Math.min(creditLeft[currency] ?? 0, dueSoon[currency] ?? 0);
    addTo(owed, currency, -used);
    addTo(creditLeft, currency, -used);
  }
  return { owed, credit: creditLeft };
}
