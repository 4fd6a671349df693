import { addDays, addMonths, type Day, endOfMonth, FIRST_DAY, laterOf, monthOf } from "../day.ts";
import { type Currency, currencies, type Sums } from "../money.ts";
import {
  type Charge,
  compareCharges,
  isAskedFor,
  isDueSoon,
  isOpen,
  isOverdue,
  leftOf,
  type Owed,
  owedOf,
} from "./account.ts";
import { DUE_SOON_DAYS } from "./renewal-state.ts";

// Sums of the charges asked for, by due day. The dashboard adds days up, so its cost does not grow with the charges.

/**
 * The cents left of the day's charges, their number, the subscriptions and clients whose oldest open charge it is,
 * and the subscriptions whose last one of the month it is: from any day on, each of these counts once. Charges on hold
 * and credit belong to no day, and stand under the first.
 */
export type DueDay = Record<
  | Currency
  | "charges"
  | "subscriptions"
  | "clients"
  | "last_of_month"
  | `on_hold_${Currency}`
  | `credit_${Currency}`,
  number
>;
export type DueDays = Map<Day, DueDay>;

const noDay: DueDay = {
  USD: 0,
  KES: 0,
  charges: 0,
  subscriptions: 0,
  clients: 0,
  last_of_month: 0,
  on_hold_USD: 0,
  on_hold_KES: 0,
  credit_USD: 0,
  credit_KES: 0,
};
export const dueDayFields = Object.keys(noDay) as (keyof DueDay)[];

const isRecurring = ({ subscription_id }: Charge): boolean => subscription_id !== undefined;

/** Of the charges and the credit of one client. What does not recur is in the sums, and in no count of subscriptions. */
export const dueDaysOf = (charges: readonly Charge[], credit: Sums): DueDays => {
  const days: DueDays = new Map();
  const seen = new Set<string>();
  for (const currency of currencies)
    if (credit[currency]) addToDay(days, FIRST_DAY, `credit_${currency}`, credit[currency]);
  for (const charge of charges)
    if (charge.on_hold && isOpen(charge))
      addToDay(days, FIRST_DAY, `on_hold_${charge.currency}`, leftOf(charge));
  const asked = charges.filter(isAskedFor).sort(compareCharges);
  const lastOfMonth = new Map(
    asked.filter(isRecurring).map((charge) => [`${charge.subscription_id} ${monthOf(charge.due)}`, charge]),
  );
  for (const { due } of lastOfMonth.values()) addToDay(days, due, "last_of_month", 1);
  for (const charge of asked) {
    addToDay(days, charge.due, charge.currency, leftOf(charge));
    addToDay(days, charge.due, "charges", 1);
    if (charge === asked[0]) addToDay(days, charge.due, "clients", 1);
    const { subscription_id } = charge;
    if (subscription_id === undefined || seen.has(subscription_id)) continue;
    addToDay(days, charge.due, "subscriptions", 1);
    seen.add(subscription_id);
  }
  return days;
};

export function addToDay(days: DueDays, day: Day, field: keyof DueDay, more: number): void {
  const present = days.get(day) ?? { ...noDay };
  present[field] += more;
  days.set(day, present);
}

/** Values to add to `before` to get `after`, without days that stay. */
export function dueDayChanges(before: DueDays, after: DueDays): DueDays {
  const changes = sumOfDays([after]);
  for (const [day, values] of before)
    for (const field of dueDayFields) addToDay(changes, day, field, -values[field]);
  return new Map([...changes].filter(([, values]) => dueDayFields.some((field) => values[field] !== 0)));
}

export function sumOfDays(all: readonly DueDays[]): DueDays {
  const sum: DueDays = new Map();
  for (const days of all)
    for (const [day, values] of days)
      for (const field of dueDayFields) addToDay(sum, day, field, values[field]);
  return sum;
}

const MONTHS_BY_DAY = 6;

/** The first day that is stored by itself. What is due before is over 90 days old, and stored under one day. */
export const firstStoredDay = (today: Day): Day => `${monthOf(addMonths(today, -MONTHS_BY_DAY))}-01`;
export const storedDay = (day: Day, today: Day): Day => (day < firstStoredDay(today) ? FIRST_DAY : day);

/** The last day that the figures need. */
export const lastFigureDay = (today: Day): Day => laterOf(addDays(today, DUE_SOON_DAYS), endOfMonth(today));

/** The dashboard's figures from the sums by day. */
export function dueFigures(days: DueDays, today: Day) {
  const sorted = [...days].sort(([a], [b]) => (a < b ? -1 : 1));
  const count = (field: "charges" | "subscriptions" | "last_of_month", isIn: (day: Day) => boolean) =>
    sorted.reduce((sum, [day, values]) => sum + (isIn(day) ? values[field] : 0), 0);
  return {
    owed: owedOn(sorted, today),
    renewalsThisWeek: count("charges", (day) => isDueSoon(day, today)),
    renewalsThisMonth: count("last_of_month", (day) => day >= today && day <= endOfMonth(today)),
    overdueSubscriptions: count("subscriptions", (day) => isOverdue(day, today)),
    upcomingDays: sorted
      .filter(([day, { charges }]) => isDueSoon(day, today) && charges > 0)
      .map(([day, values]) => ({
        day,
        renewals: values.charges,
        sums: sumsOwed(owedOn([[day, values]], today), "due_soon"),
      })),
  };
}

/** The number of clients with something due on a day or before. */
export const clientsDue = (days: DueDays, until: Day): number =>
  [...days].reduce((sum, [day, { clients }]) => sum + (day <= until ? clients : 0), 0);

function owedOn(days: readonly [Day, DueDay][], today: Day): Owed[] {
  const charges = days.flatMap(([due, values]) =>
    currencies.flatMap((currency): Charge[] => {
      const charge = { id: "", due, currency, paid_cents: 0 };
      return [
        { ...charge, cents: values[currency] },
        { ...charge, cents: values[`on_hold_${currency}`], on_hold: true },
      ];
    }),
  );
  const credit = currencies.map((currency): [Currency, number] => [
    currency,
    days.reduce((sum, [, values]) => sum + values[`credit_${currency}`], 0),
  ]);
  return owedOf(charges, Object.fromEntries(credit), today);
}

/** One amount of what is owed, by currency, without zeros. */
export const sumsOwed = (owed: readonly Owed[], name: "overdue" | "due_soon" | "on_hold"): Sums =>
  Object.fromEntries(owed.flatMap((debt) => (debt[name] > 0 ? [[debt.currency, debt[name]]] : [])));
