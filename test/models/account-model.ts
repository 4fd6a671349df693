import type { Currency, Sums } from "../../shared/money.ts";
import type { Frequency, SubscriptionStatus } from "../../shared/subscriptions/subscription.ts";

// The rules of a client's account again, written only from the decisions: every date is looked up in a list, and every
// sum is added up from what each payment gave to each charge. All amounts are in cents.

export const today = "2026-12-24";
/** Charges due until then take credit. */
export const soon = "2026-12-31";
/** The daily run of tomorrow names charges due until then. */
const MOST_CHARGES = 15;
const months = { monthly: 1, quarterly: 3, "semi-annual": 6, yearly: 12 };

type Terms = { cents: number; currency: Currency; frequency: Frequency; status: SubscriptionStatus };
/** `next` is the due day of the next charge to write. */
export type Subscription = Terms & { id: string; start: string; anchor: string; day: number; next: string };
type Charge = {
  of: Subscription;
  period: string;
  currency: Currency;
  cents: number;
  /** Cents by payment. */
  paid_by: Map<string, number>;
};
type Payment = { id: string; currency: Currency; cents: number; paid_on: string };
/** Cents by payment. */
type Refund = { id: string; currency: Currency; cents: number; of: Map<string, number> };

const dayOf = (date: string) => Number(date.slice(8));
/** `day` is the day of month that the dates stand for. */
const datesOf = ({
  anchor,
  frequency,
  day,
}: Pick<Subscription, "anchor" | "frequency" | "day">): string[] => {
  const [year, month] = anchor.split("-").map(Number) as [number, number];
  return Array.from({ length: 120 }, (_, k) => {
    const at = month - 1 + k * months[frequency];
    const last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate();
    return new Date(Date.UTC(year, at, Math.min(day, last))).toISOString().slice(0, 10);
  });
};
const add = (sums: Sums, currency: Currency, cents: number) => {
  sums[currency] = (sums[currency] ?? 0) + cents;
};
const inOrder = (a: Charge, b: Charge) => a.period.localeCompare(b.period) || (a.of.id < b.of.id ? -1 : 1);

export const paidOf = ({ paid_by }: Charge) => [...paid_by.values()].reduce((sum, cents) => sum + cents, 0);
export const leftOf = (charge: Charge) => charge.cents - paidOf(charge);
export const isAskedFor = (charge: Charge) => leftOf(charge) > 0 && charge.of.status === "active";
const isToCome = ({ period }: Charge) => period > today;
/** Charges on hold come last. */
const inOrderOfPaying = (a: Charge, b: Charge) =>
  Number(isAskedFor(b)) - Number(isAskedFor(a)) || inOrder(a, b);

export class AccountModel {
  subscriptions: Subscription[] = [];
  charges: Charge[] = [];
  payments: Payment[] = [];
  refunds: Refund[] = [];

  of(subscription: Subscription) {
    return this.charges.filter(({ of }) => of === subscription).sort(inOrder);
  }
  open(subscription: Subscription) {
    return this.of(subscription).filter((charge) => leftOf(charge) > 0);
  }
  refundedOf({ id }: Payment) {
    return this.refunds.reduce((sum, { of }) => sum + (of.get(id) ?? 0), 0);
  }
  creditOf(payment: Payment) {
    const { id, cents } = payment;
    const unpaid = cents - this.refundedOf(payment);
    return this.charges.reduce((credit, { paid_by }) => credit - (paid_by.get(id) ?? 0), unpaid);
  }
  nextBillingDate(subscription: Subscription) {
    return this.open(subscription)[0]?.period ?? this.unwritten(subscription);
  }
  /** The next due day that has no charge. */
  private unwritten(subscription: Subscription, from = subscription.next) {
    const written = new Set(this.of(subscription).map(({ period }) => period));
    return [from, ...datesOf(subscription)].find((date) => date >= from && !written.has(date)) as string;
  }
  private newCharge(subscription: Subscription, period: string): Charge {
    const { currency, cents } = subscription;
    return { of: subscription, period, currency, cents, paid_by: new Map() };
  }
  private write(charge: Charge) {
    this.charges.push(charge);
    charge.of.next = datesOf(charge.of).find((date) => date > charge.period) as string;
  }
  private remove(removed: readonly Charge[]) {
    this.charges = this.charges.filter((charge) => !removed.includes(charge));
    for (const { of, period } of removed) if (period < of.next) of.next = period;
  }

  private bringUpToDate(reopened: readonly Charge[] = []) {
    for (const subscription of this.subscriptions) this.writeMissing(subscription);
    const taking = this.charges.filter(
      (charge) => isAskedFor(charge) && (charge.period <= soon || reopened.includes(charge)),
    );
    for (const charge of taking.sort(inOrder))
      for (const payment of this.payments)
        if (payment.currency === charge.currency) this.allocate(payment, charge);
    for (const subscription of this.subscriptions) this.writeMissing(subscription);
  }
  /** Every charge up to today, and one open charge to come. */
  private writeMissing(subscription: Subscription) {
    if (subscription.status !== "active") return;
    for (;;) {
      const next = this.unwritten(subscription);
      const isNext = (charge: Charge) => isToCome(charge) && charge.period < next;
      if (next > today && this.open(subscription).some(isNext)) return;
      this.write(this.newCharge(subscription, next));
    }
  }
  private allocate(payment: Payment, charge: Charge) {
    const cents = Math.min(this.creditOf(payment), leftOf(charge));
    if (cents > 0) charge.paid_by.set(payment.id, (charge.paid_by.get(payment.id) ?? 0) + cents);
  }

  add(terms: Terms, id: string, start: string, first: string) {
    const anchor = datesOf({ ...terms, anchor: start, day: dayOf(start) }).includes(first) ? start : first;
    const everyMonth = datesOf({ frequency: "monthly", anchor: start, day: dayOf(start) });
    const day = dayOf(everyMonth.includes(first) ? start : first);
    this.subscriptions.push({ ...terms, id, start, anchor, day, next: first });
    this.bringUpToDate();
  }

  /** The charges of a subscription that a payment names, those further ahead included. */
  chargesToPay(subscription: Subscription, periods: number): Charge[] {
    const [oldest] = this.open(subscription);
    const named = this.open(subscription)
      .filter(({ currency }) => currency === oldest?.currency)
      .slice(0, periods);
    for (let from = subscription.next; named.length < periods; ) {
      const period = this.unwritten(subscription, from);
      named.push(this.newCharge(subscription, period));
      from = datesOf(subscription).find((date) => date > period) as string;
    }
    return named;
  }

  /** Returns whether it is accepted: periods ahead only of an active subscription, in the currency of what is open. */
  pay(subscription: Subscription, periods: number, payment: Payment): boolean {
    const named = this.chargesToPay(subscription, periods);
    const inCurrency = (charge: Charge) => charge.currency === payment.currency && !named.includes(charge);
    const otherCharges = this.charges.filter((charge) => leftOf(charge) > 0 && inCurrency(charge));
    let rest = payment.cents;
    const paid = [...named, ...otherCharges.sort(inOrderOfPaying)].slice(0, MOST_CHARGES).filter((charge) => {
      const isPaid = rest > 0;
      rest -= leftOf(charge);
      return isPaid;
    });
    const ahead = paid.filter((charge) => !this.charges.includes(charge));
    const isPossible = subscription.status === "active" && subscription.currency === payment.currency;
    if (ahead.length > 0 && !isPossible) return false;
    this.payments.push(payment);
    for (const charge of ahead) this.write(charge);
    for (const charge of paid) this.allocate(payment, charge);
    this.bringUpToDate();
    return true;
  }

  /**
   * The payment pays the oldest open charges of the client, those on hold last, and the rest is credit. Credit is taken
   * from the payment that was recorded first: one that is assigned again keeps its `place`.
   */
  payOldest(payment: Payment, place = this.payments.length) {
    const open = this.charges.filter((charge) => leftOf(charge) > 0 && charge.currency === payment.currency);
    this.payments.splice(place, 0, payment);
    for (const charge of open.sort(inOrderOfPaying).slice(0, MOST_CHARGES)) this.allocate(payment, charge);
    this.bringUpToDate();
  }

  creditIn(currency: Currency) {
    const own = this.payments.filter((payment) => payment.currency === currency);
    return own.reduce((sum, payment) => sum + this.creditOf(payment), 0);
  }
  /** Credit goes back, from the oldest payments first. Returns whether it is accepted. */
  refund(id: string, currency: Currency, cents: number): boolean {
    this.bringUpToDate();
    if (cents > this.creditIn(currency)) return false;
    const of = new Map<string, number>();
    let remaining = cents;
    for (const payment of this.payments.filter((payment) => payment.currency === currency)) {
      const taken = Math.min(remaining, this.creditOf(payment));
      if (taken > 0) of.set(payment.id, taken);
      remaining -= taken;
    }
    this.refunds.push({ id, currency, cents, of });
    return true;
  }
  undoRefund(refund: Refund) {
    this.refunds = this.refunds.filter((staying) => staying !== refund);
    this.bringUpToDate();
  }

  /** Everything that it paid is open again. What nobody touched beyond the first charge to come is not written any more. */
  undo(payment: Payment) {
    const reopened = this.charges.filter(({ paid_by }) => paid_by.delete(payment.id));
    this.payments = this.payments.filter((staying) => staying !== payment);
    this.bringUpToDate(reopened);
    for (const subscription of this.subscriptions) {
      const toCome = this.open(subscription).filter(isToCome);
      const last = this.of(subscription).findLast((charge) => paidOf(charge) > 0)?.period ?? "";
      // A charge of another price than would be written again stays.
      const isBeyond = ({ period, cents, currency }: Charge) =>
        period !== toCome[0]?.period &&
        period > last &&
        cents === subscription.cents &&
        currency === subscription.currency;
      this.remove(
        toCome.filter(
          (charge) => paidOf(charge) === 0 && (subscription.status === "inactive" || isBeyond(charge)),
        ),
      );
    }
    this.bringUpToDate();
  }

  /** A charge to come that is paid in part follows a lower price alone. What is paid beyond it is credit again. */
  edit(subscription: Subscription, terms: Terms, openCharges: "keep" | "change" | "remove" = "keep") {
    const isUnpaid = (charge: Charge) => paidOf(charge) === 0;
    const toCome = this.open(subscription).filter(isToCome);
    const following = toCome.filter(
      (charge) => isUnpaid(charge) || (charge.currency === terms.currency && charge.cents > terms.cents),
    );
    const due = this.open(subscription).filter((charge) => isUnpaid(charge) && !isToCome(charge));
    if (openCharges === "remove") this.charges = this.charges.filter((charge) => !due.includes(charge));
    if (openCharges !== "keep" && terms.status === "inactive")
      this.remove(this.of(subscription).filter((charge) => isToCome(charge) && !isUnpaid(charge)));
    const changing = openCharges === "change" ? [...due, ...following] : following;
    const isRescheduled = terms.frequency !== subscription.frequency;
    const computed = this.computedDate(subscription);
    Object.assign(subscription, terms);
    for (const charge of changing) {
      Object.assign(charge, { cents: terms.cents, currency: terms.currency });
      this.giveBack(charge);
    }
    const unpaid = toCome.filter(isUnpaid);
    if (isRescheduled) {
      this.remove(unpaid);
      this.reschedule(subscription, computed);
      if (subscription.status === "paused" && unpaid.length > 0)
        this.write(this.newCharge(subscription, subscription.next));
    } else if (subscription.status === "inactive") this.remove(unpaid);
    this.bringUpToDate();
  }
  /** Releases payments beyond a lower price, from the newest payment first. */
  private giveBack(charge: Charge) {
    for (const { id } of this.payments.toReversed()) {
      const paid = charge.paid_by.get(id) ?? 0;
      const kept = paid - Math.min(paid, Math.max(0, -leftOf(charge)));
      if (kept > 0) charge.paid_by.set(id, kept);
      else charge.paid_by.delete(id);
    }
  }
  /** A date that is charged, or was typed, stays the earliest; else the date is computed again. */
  private reschedule(subscription: Subscription, computed: string) {
    const { next, start } = subscription;
    if (this.of(subscription).length > 0 || next !== computed) subscription.anchor = next;
    else {
      Object.assign(subscription, { anchor: start, day: dayOf(start) });
      subscription.next = this.computedDate(subscription);
    }
  }
  private computedDate({ start, frequency }: Subscription) {
    return datesOf({ anchor: start, frequency, day: dayOf(start) }).find(
      (date) => date > start && date >= today,
    ) as string;
  }

  overdue(): Sums {
    const sums: Sums = {};
    for (const charge of this.charges)
      if (isAskedFor(charge) && charge.period < today) add(sums, charge.currency, leftOf(charge));
    return sums;
  }
  /** Debts up to today, also on hold, minus the credit and payments ahead. */
  balance(): Sums {
    const sums: Sums = {};
    for (const charge of this.charges)
      add(sums, charge.currency, isToCome(charge) ? -paidOf(charge) : leftOf(charge));
    for (const payment of this.payments) add(sums, payment.currency, -this.creditOf(payment));
    return sums;
  }

  partsOfPayments(): string[] {
    const parts = this.charges.flatMap(({ of, period, paid_by }) =>
      this.payments.flatMap(({ id, currency, paid_on }) =>
        paid_by.has(id) ? [[of.id, period, id, paid_by.get(id), currency, paid_on].join(" ")] : [],
      ),
    );
    return parts.sort();
  }
}
