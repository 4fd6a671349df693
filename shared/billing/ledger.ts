import { addDays, type Day, daysBetween, LAST_DAY } from "../day.ts";
import { type Currency, currencies, currencyOf, toCents } from "../money.ts";
import { nameOfPayment } from "../payments/labels.ts";
import type { CreditEntry, Renewal, Subscription } from "../subscriptions/subscription.ts";
import { leftOf as leftOfCharge } from "./account.ts";
import { openChargesOf } from "./open-charges.ts";
import { type PeriodDays, periodDays } from "./schedule.ts";

// A client's account, computed from stored records. A paid period is charged with the amount paid for it, a due period
// also with its rest. So charges never are less than payments, and the balance is the amount left to pay.

/** `payments` as stored: a payment for several periods has a row for each. */
export type Records = {
  subscriptions: readonly Subscription[];
  payments: readonly Renewal[];
  /** The parts of payments that pay no period yet. */
  credits: readonly CreditEntry[];
  today: Day;
};

type Entry = { day: Day; cents: number; subscription: Subscription | undefined };
/** A period of a subscription, on its due day or on the day of its first payment, whichever is earlier. */
type Charge = Entry & {
  kind: "charge";
  due: Day;
  covered: PeriodDays | undefined;
  /** What is on hold of it. */
  held: number;
};
/** `subscriptions` are those whose periods it pays; if it pays those of one, `subscription` is that one. */
type Received = Entry & {
  kind: "payment";
  method: string | undefined;
  reference: string;
  subscriptions: Subscription[];
} & Pick<Renewal, "receipt_number">;
export type Line = (Charge | Received) & { balance: number };
type Coming = { day: Day; cents: number; subscription: Subscription; on_hold: true | undefined };

/** The upper limits in days of the age groups of overdue amounts. */
export const ages = [0, 30, 60, 90, Number.POSITIVE_INFINITY] as const;

/** An account in one currency between two days, both included; without `from` it starts with the first record. */
export type Statement = {
  currency: Currency;
  /** The balance before the first day. */
  opening: number;
  lines: Line[];
  closing: number;
  /** The part of the charges that is on hold: owed, and not asked for. */
  held: number;
  /** The closing balance by age group. */
  byAge: number[];
  /** The next due amount of each subscription; empty if the account ends before today. */
  coming: Coming[];
};

/** A statement for each currency of the client. */
export function statementsOf(records: Records, { from = "", to }: { from?: Day | undefined; to: Day }) {
  const periods = periodsOf(records);
  const received = paymentsOf(records);
  const coming = to < records.today ? [] : comingOf(records, periods);
  const all = currencies.flatMap((currency): Statement[] => {
    const ofCurrency = <E extends { currency: Currency }>(entries: E[]) =>
      entries.filter((entry) => entry.currency === currency);
    const billed = ofCurrency(periods).filter(({ charge }) => charge.day <= to);
    const entries = [...billed.map(({ charge }) => charge), ...ofCurrency(received).map(({ entry }) => entry)]
      .filter(({ day }) => day <= to)
      .sort(inOrder);
    const next = ofCurrency(coming);
    if (entries.length + next.length === 0) return [];
    const opening = entries.filter(({ day }) => day < from).reduce((sum, one) => sum + signed(one), 0);
    let balance = opening;
    const lines = entries
      .filter(({ day }) => day >= from)
      .map((entry): Line => {
        balance += signed(entry);
        return { ...entry, balance };
      });
    const held = billed.reduce((sum, { charge }) => sum + charge.held, 0);
    return [{ currency, opening, lines, closing: balance, held, byAge: byAge(billed, to), coming: next }];
  });
  // Leave out currencies without lines, balance or coming amounts.
  const used = all.filter((one) => one.lines.length > 0 || one.closing !== 0 || one.coming.length > 0);
  return used.length > 0 ? used : all;
}

const signed = ({ kind, cents }: Charge | Received) => (kind === "charge" ? cents : -cents);

/** By day; charges come before payments of the same day. */
const inOrder = (one: Charge | Received, other: Charge | Received): number =>
  compare(one.day, other.day) ||
  compare(one.kind, other.kind) ||
  compare(dueOf(one), dueOf(other)) ||
  compare(one.subscription?.service ?? "", other.subscription?.service ?? "");
const dueOf = (entry: Charge | Received) => (entry.kind === "charge" ? entry.due : "");
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type Period = { currency: Currency; charge: Charge; paid: { day: Day; cents: number }[] };

/** The paid, partly paid and due periods with their charges. */
function periodsOf({ subscriptions, payments, today }: Records): Period[] {
  const byId = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  const nameOf = (id: string, due: Day, currency: Currency) => `${id} ${due} ${currency}`;
  const paidPeriods = Map.groupBy(payments, (row) =>
    nameOf(row.subscription_id, row.period, currencyOf(row)),
  );
  const periods = new Map<string, Period>();
  for (const [name, rows] of paidPeriods) {
    const [{ subscription_id, period: due, ...row }] = rows as [Renewal];
    const subscription = byId.get(subscription_id);
    const paid = rows.map(({ paid_on, amount }) => ({ day: paid_on, cents: toCents(amount) }));
    const next = rows.find(({ part }) => !part)?.next_billing_date ?? "";
    const covered =
      next > due ? { from: due, to: addDays(next, -1) } : subscription && periodDays(subscription, due);
    const day = [due, ...paid.map((one) => one.day)].sort()[0] as Day;
    const charge: Charge = { kind: "charge", day, due, covered, subscription, cents: sumOf(paid), held: 0 };
    periods.set(name, { currency: currencyOf(row), charge, paid });
  }
  for (const subscription of subscriptions) {
    for (const open of openChargesOf([subscription], LAST_DAY)) {
      // Of what is to come only what is begun has a place in the account.
      if (open.due > today && open.paid_cents === 0) continue;
      const { due, currency } = open;
      const name = nameOf(subscription.id, due, currency);
      const { paid, charge } = periods.get(name) ?? { paid: [] };
      periods.set(name, {
        currency,
        paid,
        charge: {
          kind: "charge",
          day: charge?.day ?? due,
          due,
          covered: periodDays(subscription, due),
          subscription,
          cents: sumOf(paid) + leftOfCharge(open),
          held: open.on_hold ? leftOfCharge(open) : 0,
        },
      });
    }
  }
  return [...periods.values()].filter(({ charge }) => charge.cents > 0);
}

const sumOf = (all: readonly { cents: number }[]) => all.reduce((sum, { cents }) => sum + cents, 0);

/** One entry for each payment, also if it pays several periods; a refund is negative. Waived rests without money are left out. */
function paymentsOf({ subscriptions, payments, credits }: Records) {
  const byId = new Map(subscriptions.map((subscription) => [subscription.id, subscription]));
  const rows: (CreditEntry & { subscription_id?: string })[] = [...payments, ...credits];
  return [...Map.groupBy(rows, nameOfPayment).values()].flatMap((parts) => {
    const [{ paid_on: day, method, reference, receipt_number, ...row }] = parts as [(typeof rows)[number]];
    const paid = new Set(parts.flatMap(({ subscription_id = "" }) => byId.get(subscription_id) ?? []));
    const cents = parts.reduce((sum, { amount }) => sum + toCents(amount), 0);
    const subscriptions = [...paid];
    const subscription = paid.size === 1 ? subscriptions[0] : undefined;
    const means = { method, reference, receipt_number };
    const entry: Received = { kind: "payment", day, cents, subscription, subscriptions, ...means };
    return cents !== 0 ? [{ currency: currencyOf(row), entry }] : [];
  });
}

function byAge(periods: readonly Period[], to: Day): number[] {
  const sums = ages.map(() => 0);
  for (const { charge, paid } of periods) {
    const late = daysBetween(charge.due, to);
    // What is on hold is not overdue.
    const age = charge.held > 0 ? 0 : ages.findIndex((limit) => late <= limit);
    sums[age] = (sums[age] ?? 0) + charge.cents - sumOf(paid.filter(({ day }) => day <= to));
  }
  return sums;
}

/** The next period of each subscription that is not in the account yet. */
function comingOf({ subscriptions, today }: Records, periods: readonly Period[]) {
  return subscriptions
    .flatMap((subscription): (Coming & { currency: Currency })[] => {
      const entered = new Set(
        periods.filter(({ charge }) => charge.subscription === subscription).map(({ charge }) => charge.due),
      );
      const next = openChargesOf([subscription], LAST_DAY).find(
        ({ due }) => due > today && !entered.has(due),
      );
      return next
        ? [
            {
              currency: next.currency,
              day: next.due,
              cents: leftOfCharge(next),
              subscription,
              on_hold: next.on_hold,
            },
          ]
        : [];
    })
    .sort((one, other) => compare(one.day, other.day));
}

/** The day of the first record; today if there is none. */
export const firstDayOf = (records: Records): Day =>
  [...periodsOf(records).map(({ charge }) => charge.day), records.today].sort()[0] as Day;
