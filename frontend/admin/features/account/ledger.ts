import { type Covered, coveredBy, followingDate, unpaid } from "../../../../shared/billing.ts";
import { addDays, type Day, daysBetween, laterOf } from "../../../../shared/day.ts";
import { type Currency, currencies, currencyOf, leftOf, toCents } from "../../../../shared/money.ts";
import { openPeriods } from "../../../../shared/owed.ts";
import type { Renewal, Subscription } from "../../../../shared/subscriptions.ts";
import { nameOfPayment } from "../../words/payments.ts";

// What a client's records prove, as an account: a period that is paid is charged with what was paid for it, one that is
// due with what is left of it as well. So what is charged is never less than what came in, period by period, and the
// balance is what is left to be paid.

/** `payments` as they are stored: one that paid several periods has a row for each. */
export type Records = {
  subscriptions: readonly Subscription[];
  payments: readonly Renewal[];
  today: Day;
};

type Entered = { day: Day; cents: number; sold: Subscription | undefined };
/** A period of a subscription, on the day that it is due, or on that of its first payment where that came earlier. */
export type Charge = Entered & { kind: "charge"; due: Day; covered: Covered | undefined };
export type Received = Entered & { kind: "payment"; method: string | undefined; reference: string };
export type Line = (Charge | Received) & { balance: number };
export type Coming = { day: Day; cents: number; sold: Subscription };

/** So many days late, at the most, is each age of what is owed; what is older has the last. */
export const ages = [0, 30, 60, 90, Number.POSITIVE_INFINITY] as const;

/** An account in one currency between two days, both included; from its beginning where no first day is given. */
export type Statement = {
  currency: Currency;
  /** The balance before the first day. */
  opening: number;
  lines: Line[];
  closing: number;
  /** The closing balance by how late it is. */
  byAge: number[];
  /** What falls due next of each subscription; nothing where the account ends before today. */
  coming: Coming[];
};

/** A statement for each currency that the client has something in. */
export function statementsOf(records: Records, { from = "", to }: { from?: Day | undefined; to: Day }) {
  const periods = periodsOf(records);
  const received = paymentsOf(records);
  const coming = to < records.today ? [] : comingOf(records, periods);
  const all = currencies.flatMap((currency): Statement[] => {
    const ofCurrency = <E extends { currency: Currency }>(entries: E[]) =>
      entries.filter((entry) => entry.currency === currency);
    const own = ofCurrency(periods).filter(({ charge }) => charge.day <= to);
    const entries = [...own.map(({ charge }) => charge), ...ofCurrency(received).map(({ entry }) => entry)]
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
    return [{ currency, opening, lines, closing: balance, byAge: byAge(own, to), coming: next }];
  });
  // What was in a currency long ago need not be said for good.
  const used = all.filter((one) => one.lines.length > 0 || one.closing !== 0 || one.coming.length > 0);
  return used.length > 0 ? used : all;
}

const signed = ({ kind, cents }: Charge | Received) => (kind === "charge" ? cents : -cents);

/** By day; what is charged on a day comes before what is paid on it. */
const inOrder = (one: Charge | Received, other: Charge | Received): number =>
  compare(one.day, other.day) ||
  compare(one.kind, other.kind) ||
  compare(dueOf(one), dueOf(other)) ||
  compare(one.sold?.service ?? "", other.sold?.service ?? "");
const dueOf = (entry: Charge | Received) => (entry.kind === "charge" ? entry.due : "");
const compare = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);

type Period = { currency: Currency; charge: Charge; paid: { day: Day; cents: number }[] };

/** The periods that something was paid of, or that are due, each with what is charged for it. */
function periodsOf({ subscriptions, payments, today }: Records): Period[] {
  const byId = new Map(subscriptions.map((sold) => [sold.id, sold]));
  const nameOf = (id: string, due: Day, currency: Currency) => `${id} ${due} ${currency}`;
  const begun = Map.groupBy(payments, (row) => nameOf(row.subscription_id, row.period, currencyOf(row)));
  const periods = new Map<string, Period>();
  for (const [name, rows] of begun) {
    const [{ subscription_id, period: due, ...row }] = rows as [Renewal];
    const sold = byId.get(subscription_id);
    const paid = rows.map(({ paid_on, amount }) => ({ day: paid_on, cents: toCents(amount) }));
    const next = rows.find(({ part }) => !part)?.next_billing_date ?? "";
    const covered = next > due ? { from: due, to: addDays(next, -1) } : sold && coveredBy(sold, due);
    const day = [due, ...paid.map((one) => one.day)].sort()[0] as Day;
    const charge: Charge = { kind: "charge", day, due, covered, sold, cents: sumOf(paid) };
    periods.set(name, { currency: currencyOf(row), charge, paid });
  }
  for (const sold of subscriptions) {
    const currency = currencyOf(sold);
    for (const due of openOf(sold, payments, today)) {
      const name = nameOf(sold.id, due, currency);
      const { paid, charge } = periods.get(name) ?? { paid: [] };
      const sum = sumOf(paid);
      const covered = coveredBy(sold, due);
      periods.set(name, {
        currency,
        paid,
        charge: {
          ...{ kind: "charge", day: charge?.day ?? due, due, covered, sold },
          cents: sum + leftOf(toCents(sold.amount), sum),
        },
      });
    }
  }
  return [...periods.values()].filter(({ charge }) => charge.cents > 0);
}

const sumOf = (all: readonly { cents: number }[]) => all.reduce((sum, { cents }) => sum + cents, 0);

/** The periods that are to be paid: those that fell due, and one to come of which a part was paid already. */
function openOf(sold: Subscription, payments: readonly Renewal[], today: Day): Day[] {
  if (sold.status !== "active") return [];
  const own = payments.filter(({ subscription_id }) => subscription_id === sold.id);
  const current = unpaid(sold, newestPaidOf(own));
  const begun = own.some(({ period }) => period === current.next_billing_date);
  return openPeriods({ ...sold, ...current }, begun ? laterOf(today, current.next_billing_date) : today);
}

/** The newest period that is paid in full: by a row from before this was a rule, a date may be on or before it. */
const newestPaidOf = (rows: readonly Renewal[]): Renewal | undefined =>
  rows.filter(({ part }) => !part).sort((one, other) => compare(other.period, one.period))[0];

/** The payments as they came: one for several periods is one. What let a rest go without money is none. */
function paymentsOf({ subscriptions, payments }: Records): { currency: Currency; entry: Received }[] {
  const byId = new Map(subscriptions.map((sold) => [sold.id, sold]));
  return [...Map.groupBy(payments, nameOfPayment).values()].flatMap((rows) => {
    const [{ subscription_id, paid_on: day, method, reference, ...row }] = rows as [Renewal];
    const cents = rows.reduce((sum, { amount }) => sum + toCents(amount), 0);
    const sold = byId.get(subscription_id);
    const entry: Received = { kind: "payment", day, cents, sold, method, reference };
    return cents > 0 ? [{ currency: currencyOf(row), entry }] : [];
  });
}

function byAge(periods: readonly Period[], to: Day): number[] {
  const sums = ages.map(() => 0);
  for (const { charge, paid } of periods) {
    const late = daysBetween(charge.due, to);
    const age = ages.findIndex((most) => late <= most);
    sums[age] = (sums[age] ?? 0) + charge.cents - sumOf(paid.filter(({ day }) => day <= to));
  }
  return sums;
}

/** The first period of each active subscription that is still to come and not in the account. */
function comingOf({ subscriptions, payments, today }: Records, periods: readonly Period[]) {
  return subscriptions
    .filter(({ status, amount }) => status === "active" && amount > 0)
    .flatMap((sold): (Coming & { currency: Currency })[] => {
      const entered = periods.filter(({ charge }) => charge.sold === sold).map(({ charge }) => charge.due);
      const own = payments.filter(({ subscription_id }) => subscription_id === sold.id);
      const { next_billing_date: first } = unpaid(sold, newestPaidOf(own));
      const last = entered.sort().at(-1);
      const after = laterOf(today, last ?? "");
      const { billing_anchor: anchor, frequency } = sold;
      const day = first > after ? first : followingDate({ anchor, frequency }, after);
      return day === undefined
        ? []
        : [{ currency: currencyOf(sold), day, cents: toCents(sold.amount), sold }];
    })
    .sort((one, other) => compare(one.day, other.day));
}

/** The first day of what is on the account; today where there is nothing. */
export const beginningOf = (records: Records): Day =>
  [...periodsOf(records).map(({ charge }) => charge.day), records.today].sort()[0] as Day;
