import { compareTexts } from "../compare-texts.ts";
import { formatDay } from "../dates.ts";
import { addDays, type Day, daysBetween } from "../day.ts";
import { addTo, type Currency, currencies, type Sums } from "../money.ts";
import type { Vat } from "../vat.ts";
import { DUE_SOON_DAYS } from "./renewal-state.ts";

// A client's account: charges, payments, and allocations of payments to charges. All amounts are in cents.
// This file says what is owed. charges.ts and payments.ts change an account.

/** A period of a subscription, named by the day on which the schedule has it. */
export type Period = { subscription_id: string; period: Day };

/**
 * A debt of a client for one thing: a period of a subscription, or something that does not recur. It keeps the price, the
 * service and the frequency that the subscription had when it was written.
 */
export type Charge = Partial<Period> & {
  /** `chargeId` of its period, or a UUID. */
  id: string;
  due: Day;
  /** The first due day, if it had passed when somebody moved it: statements keep the charge there. */
  first_due?: Day | undefined;
  currency: Currency;
  cents: number;
  paid_cents: number;
  /** The part that the client need not pay. */
  waived_cents?: number | undefined;
  /** The payment that closed this charge and let the rest go; undoing that payment undoes the waiver. */
  waived_by?: string | undefined;
  /** The part of the waived amount that stays on invoices: the client owes it, but it cannot be collected. */
  not_collectible_cents?: number | undefined;
  service?: string | undefined;
  frequency?: string | undefined;
  /** Absent is standard. */
  vat?: Vat | undefined;
  /** Its invoices, oldest first, also those that credit notes took back whole. */
  invoiced?: Invoiced[] | undefined;
  /** The last day on which the client was told about it: its price stays. */
  told_on?: Day | undefined;
  /** The last day on which a reminder of the schedule named it. */
  reminded_on?: Day | undefined;
  /** A person sent a reminder of it. */
  asked?: true | undefined;
  /** The ids of its payments. */
  paid_by?: string[] | undefined;
  /** Owed and payable, but in no count and in nothing that goes out by itself: the subscription or the client is not active. */
  on_hold?: true | undefined;
  /** The digest of the request that added it. */
  made_from?: string | undefined;
  /** Changed by hand: a change of the subscription leaves it alone. */
  changed?: true | undefined;
  /** Oldest first. */
  adjustments?: Adjustment[] | undefined;
};

/** How a line is taxed; absent if the company was not registered for VAT. `rate` is in percent. */
export type Taxed = { taxed: Vat; rate: number };

/** A part of a charge on one of its invoices, less what credit notes took back. */
export type Invoiced = {
  invoice: string;
  /** The day on which it was written. */
  day: Day;
  cents: number;
  taxed?: Vat | undefined;
  rate?: number | undefined;
};

/** A change of a charge that somebody, or the system, made on a day. */
export type Adjustment = {
  kind: "waived" | "changed" | "moved" | "held" | "released";
  day: Day;
  /** The due day before it moved. */
  from?: Day | undefined;
  /** Added to the debt: negative for a waiver, positive if the waiver is taken back. */
  cents?: number | undefined;
  currency?: Currency | undefined;
  by?: string | undefined;
  why?: string | undefined;
};

/** Whether a charge is no period of a subscription. */
export const isOneOff = ({ subscription_id }: { subscription_id?: string | undefined }): boolean =>
  subscription_id === undefined;

export type ChargeState = "open" | "paid" | "waived";

export type Allocation = { charge_id: string; cents: number };

/** Money that came in. What is not allocated is the client's credit. */
export type Payment = {
  id: string;
  currency: Currency;
  cents: number;
  allocations: Allocation[];
  /** Credit that was paid back. */
  refunded_cents?: number | undefined;
  /** Tax that the client withheld: it pays charges, and is never credit that can be refunded. */
  is_tax?: true | undefined;
  /** An undone payment no longer counts. The charges that it still pays are released part by part. */
  undone?: true | undefined;
};

/** A subscription as its charges need it. `next_charge` is the due day of the next charge to write. */
export type BilledSubscription = {
  id: string;
  status: string;
  currency: Currency;
  cents: number;
  service?: string | undefined;
  vat?: Vat | undefined;
  start_date: Day;
  frequency: string;
  billing_anchor: Day;
  /** The day of month that its dates stand for, if the month of the anchor never has it. */
  billing_day?: number | undefined;
  next_charge?: Day | undefined;
  /** The periods that former clients were charged. */
  charged_before?: Day[] | undefined;
  paused_on?: Day | undefined;
  next_price?: NextPrice | undefined;
  /** The last day, if an end is agreed. Afterwards it stays. */
  ends_on?: Day | undefined;
};

/** A price that is agreed for the periods from a day on. */
export type NextPrice = {
  cents: number;
  from: Day;
  /** The change of many prices that it is a part of. */
  change?: string | undefined;
  /** The day on which an email told the client. */
  told_on?: Day | undefined;
};

export type Account = {
  /** Inactive clients get no new charges, and their open ones are on hold. */
  active: boolean;
  /** The day until which the client promised to pay what is due. */
  promised_until?: Day | undefined;
  /** The day when the client promised it. */
  promised_on?: Day | undefined;
  subscriptions: BilledSubscription[];
  charges: Charge[];
  /** Oldest first; at least those with credit. */
  payments: Payment[];
  only_open?: undefined;
};

/** An account without its closed charges: it stays small over the years, and is enough to pay and to bring up to date. */
export type OpenAccount = Omit<Account, "only_open"> & { only_open: true };

export type AnyAccount = Account | OpenAccount;

/** A change needs closed charges of an account that is read without them. */
export class ClosedChargesNeeded extends Error {}

export function needClosedCharges(account: AnyAccount): asserts account is Account {
  if (account.only_open) throw new ClosedChargesNeeded("The closed charges of the account are not read.");
}

/** The id of the charge of a period: it is charged once. */
export const chargeId = ({ subscription_id, period }: Period): string => `${subscription_id}#${period}`;

/** A charge of a period, named by it and due on its day. */
export const ofPeriod = (subscription_id: string, period: Day) => ({
  id: chargeId({ subscription_id, period }),
  subscription_id,
  period,
  due: period,
});

/** The period that a charge is for, by its id; undefined if it does not recur. */
export function periodOf(charge_id: string): Period | undefined {
  const [subscription_id = "", period] = charge_id.split("#");
  return period === undefined ? undefined : { subscription_id, period };
}

/** The day of a charge in the schedule of its subscription. Its due day can be another one. */
export const scheduledDay = ({ period, due }: Pick<Charge, "period" | "due">): Day => period ?? due;

/** The day on which statements have a charge. */
export const statementDay = ({ first_due, due }: Pick<Charge, "first_due" | "due">): Day => first_due ?? due;

/** Whether no day of a charge has come: neither that of the schedule nor that of the statement. */
export const isAhead = (charge: Charge, today: Day): boolean =>
  [charge.due, scheduledDay(charge), statementDay(charge)].every((day) => day > today);

/** `period due Nov 14, 2026`; what does not recur is a `charge`. */
export const chargeName = ({ subscription_id, due }: Pick<Charge, "subscription_id" | "due">): string =>
  `${subscription_id === undefined ? "charge" : "period"} due ${formatDay(due)}`;

export const leftOf = ({ cents, paid_cents, waived_cents = 0 }: Charge): number =>
  cents - paid_cents - waived_cents;

export const isOpen = (charge: Charge): boolean => leftOf(charge) > 0;

export const stateOf = (charge: Charge): ChargeState =>
  isOpen(charge) ? "open" : charge.waived_cents ? "waived" : "paid";

/** Somebody waived it, other than with a payment that closed it. */
export const isWaived = ({ waived_cents, waived_by }: Pick<Charge, "waived_cents" | "waived_by">): boolean =>
  Boolean(waived_cents) && waived_by === undefined;

/** Why nothing more can be paid of a closed charge, without the full stop. */
export const closedText = (charge: Charge): string =>
  `The ${chargeName(charge)} ${isWaived(charge) ? "was waived" : "is already paid"}`;

/** Whether a charge is asked for: it is open and not on hold. */
export const isAskedFor = (charge: Charge): boolean => isOpen(charge) && !charge.on_hold;

/** In the order of the schedule. */
export const compareScheduled = (a: Charge, b: Charge): number =>
  compareTexts(scheduledDay(a), scheduledDay(b)) || compareTexts(a.id, b.id);

/** Earliest due first; on one day in the order of the ids, which is the same everywhere. */
export const compareCharges = (a: Pick<Charge, "id" | "due">, b: Pick<Charge, "id" | "due">): number =>
  compareTexts(a.due, b.due) || compareTexts(a.id, b.id);

/** The part of a payment that pays no charge yet. */
export const creditOf = ({ cents, refunded_cents = 0, allocations, undone }: Payment): number =>
  undone ? 0 : cents - refunded_cents - allocations.reduce((sum, allocation) => sum + allocation.cents, 0);

export function creditSums(payments: readonly Payment[]): Sums {
  const sums: Sums = {};
  for (const payment of payments) {
    const credit = creditOf(payment);
    if (credit > 0) addTo(sums, payment.currency, credit);
  }
  return sums;
}

/** The oldest day of each age of debt, in days overdue: 1–30, 31–60, 61–90, over 90. */
const AGE_STARTS = [1, 31, 61, 91];

/** The debts of a client in one currency. `ages` divides `overdue` by age: 1–30, 31–60, 61–90, over 90 days. */
export type Owed = {
  currency: Currency;
  overdue: number;
  due_soon: number;
  on_hold: number;
  credit: number;
  ages: number[];
};

/**
 * The debts of a client by currency, without currencies that have nothing. Every screen, email and file that names a debt
 * shows these amounts.
 */
export function owedOf(charges: readonly Charge[], credit: Sums, today: Day): Owed[] {
  return currencies.flatMap((currency): Owed[] => {
    const open = charges.filter((charge) => isOpen(charge) && charge.currency === currency);
    const asked = open.filter(isAskedFor);
    const overdue = asked.filter(({ due }) => isOverdue(due, today));
    const ages = AGE_STARTS.map(() => 0);
    for (const charge of overdue) {
      const age = AGE_STARTS.findLastIndex((start) => daysBetween(charge.due, today) >= start);
      ages[age] = (ages[age] as number) + leftOf(charge);
    }
    const owed = {
      currency,
      overdue: sumOf(overdue),
      due_soon: sumOf(asked.filter(({ due }) => isDueSoon(due, today))),
      on_hold: sumOf(open.filter(({ on_hold }) => on_hold)),
      credit: credit[currency] ?? 0,
      ages,
    };
    return owed.overdue + owed.due_soon + owed.on_hold + owed.credit > 0 ? [owed] : [];
  });
}

export const owedIn = ({ charges, payments }: Pick<AnyAccount, "charges" | "payments">, today: Day): Owed[] =>
  owedOf(charges, creditSums(payments), today);

export const isOverdue = (due: Day, today: Day): boolean => due < today;

export const isDueSoon = (due: Day, today: Day): boolean =>
  due >= today && due <= addDays(today, DUE_SOON_DAYS);

export const sumOf = (charges: readonly Charge[]): number =>
  charges.reduce((sum, charge) => sum + leftOf(charge), 0);
