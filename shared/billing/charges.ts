import { formatDay } from "../dates.ts";
import { addDays, type Day, LAST_DAY } from "../day.ts";
import {
  type Account,
  type AnyAccount,
  type BilledSubscription,
  type Charge,
  closedText,
  compareCharges,
  compareScheduled,
  creditOf,
  creditSums,
  isAskedFor,
  isOpen,
  leftOf,
  ofPeriod,
  type Payment,
  periodOf,
  scheduledDay,
} from "./account.ts";
import {
  applyAgreed,
  endsBefore,
  hasNextCharge,
  isAskedOf,
  isCharged,
  type Terms,
  termsOn,
} from "./agreed.ts";
import { isInvoiced } from "./invoicing.ts";
import { firstOccurrenceFrom, nextOccurrence } from "./schedule.ts";

// Writes charges and lets them take credit. These functions change the account they are given.

/** A change of an account that is not possible; the message says why. */
export class AccountError extends Error {
  /** Cents of a payment that nothing open can use. */
  rest?: number;
}

/** Input that cannot be right, whatever is on record. */
export class AccountInputError extends AccountError {
  /** The charge that is in the way. */
  charge?: Charge;
}

/** A named charge can be paid no more. */
export class ClosedChargeError extends AccountError {
  readonly charge: Charge;
  constructor(charge: Charge) {
    super(`${closedText(charge)}.`);
    this.charge = charge;
  }
}

export function notOnRecord(charge_id: string): AccountError {
  const { period } = periodOf(charge_id) ?? {};
  return new AccountError(
    period ? `No period of this client is due ${formatDay(period)}.` : "This client has no such charge.",
  );
}

export const scheduleOf = ({ billing_anchor, frequency }: BilledSubscription) => ({
  anchor: billing_anchor,
  frequency,
});

/** In the order of the schedule. */
export const chargesOf = ({ charges }: Account, { id }: { id: string | undefined }): Charge[] =>
  charges.filter(({ subscription_id }) => subscription_id === id).sort(compareScheduled);

/** The due day of a subscription's oldest open charge, else of the next one to write; undefined if it ends before. */
export function nextBillingDateOf(
  { id, next_charge, ends_on }: Pick<BilledSubscription, "id" | "next_charge" | "ends_on">,
  charges: readonly Charge[],
): Day | undefined {
  const [oldest] = charges
    .filter((charge) => charge.subscription_id === id && isOpen(charge))
    .sort(compareCharges);
  const endsFirst = next_charge !== undefined && endsBefore({ ends_on }, next_charge);
  return oldest?.due ?? (endsFirst ? undefined : next_charge);
}

/** Whether a subscription gets new charges. Free subscriptions move on without charges. */
export const isBilling = ({ active }: AnyAccount, { status }: BilledSubscription): boolean =>
  active && status === "active";

/** Somebody changed its amount or its due day, or waived a part of it, so a change of the subscription leaves it alone. */
export const isByHand = ({ changed, waived_cents = 0 }: Charge): boolean =>
  changed === true || waived_cents > 0;

/** The client knows its price: from an email or an invoice. */
export const isTold = (charge: Charge): boolean => charge.told_on !== undefined || isInvoiced(charge);

/** Nothing is paid of it, nobody changed it, and it is not due yet: it follows the subscription. */
export const isStillToCome = (charge: Charge, today: Day): boolean =>
  isOpen(charge) && charge.due > today && charge.paid_cents === 0 && !isByHand(charge);

/**
 * Writes the charges that are missing, and applies what was agreed for a day that has come: every active subscription gets
 * each charge up to today, and one open charge to come. The daily run may have failed for days, so each change of an account
 * begins with this.
 */
export function writeMissing(account: AnyAccount, today: Day): void {
  for (const subscription of account.subscriptions) {
    // Before and after: what was due before a price or an end came has the terms of its day.
    writeMissingOf(account, subscription, today);
    applyAgreed(subscription, today);
    writeMissingOf(account, subscription, today);
  }
}

function writeMissingOf(account: AnyAccount, subscription: BilledSubscription, today: Day): void {
  if (!isBilling(account, subscription)) return;
  if (subscription.cents === 0) moveFree(subscription, today);
  while (isMissing(account, subscription, today)) writeNext(account, subscription);
}

function isMissing({ charges }: AnyAccount, subscription: BilledSubscription, today: Day): boolean {
  if (!hasNextCharge(subscription)) return false;
  const { id, next_charge } = subscription;
  if (next_charge <= today) return true;
  return !charges.some(
    (charge) =>
      charge.subscription_id === id &&
      isOpen(charge) &&
      scheduledDay(charge) > today &&
      scheduledDay(charge) < next_charge,
  );
}

/**
 * The next day on which `writeMissing` has something to write, or a charge falls due, which changes the debts; undefined
 * if there is none.
 */
export function nextDayToWrite(account: AnyAccount, today: Day): Day | undefined {
  const { subscriptions, charges } = account;
  const agreed = subscriptions.flatMap(({ next_price, ends_on, status }): Day[] => [
    ...(next_price ? [next_price.from] : []),
    ...(ends_on !== undefined && status !== "inactive" ? [addDays(ends_on, 1)] : []),
  ]);
  const days = subscriptions.flatMap((subscription): Day[] => {
    const { id, next_charge, cents } = subscription;
    if (next_charge === undefined || !isBilling(account, subscription)) return [];
    if (!isCharged(subscription, next_charge))
      return cents === 0 && !endsBefore(subscription, next_charge) ? [addDays(next_charge, 1)] : [];
    const lastToCome = charges
      .filter(
        (charge) => charge.subscription_id === id && isOpen(charge) && scheduledDay(charge) < next_charge,
      )
      .sort(compareScheduled)
      .at(-1);
    return [lastToCome ? scheduledDay(lastToCome) : next_charge];
  });
  const toCome = charges.flatMap((charge) => (isAskedFor(charge) && charge.due > today ? charge.due : []));
  return [...agreed, ...days, ...toCome].sort()[0];
}

/**
 * Writes the next charge of a subscription, at the price of its day, unless it is written already, to whatever client. Storing
 * it fails if a closed charge has its id that was not read.
 */
export function writeNext({ charges }: AnyAccount, subscription: BilledSubscription): void {
  const { id, next_charge: period, frequency, vat, charged_before = [] } = subscription;
  if (period === undefined || !isCharged(subscription, period)) return;
  const { cents, currency, service } = termsOn(subscription, period);
  const charge: Charge = { ...ofPeriod(id, period), currency, cents, paid_cents: 0, service, frequency, vat };
  if (!charged_before.includes(period) && !charges.some((existing) => existing.id === charge.id))
    charges.push(charge);
  subscription.next_charge = nextOccurrence(scheduleOf(subscription), period);
}

/** To the first day that is not past, or has a price. */
function moveFree(subscription: BilledSubscription, today: Day): void {
  const { next_charge, next_price } = subscription;
  const first = next_price?.from ?? today;
  if (next_charge !== undefined && next_charge < first)
    subscription.next_charge = firstOccurrenceFrom(scheduleOf(subscription), first);
}

/** Removes charges; the subscription writes them again when their time comes. */
export function removeCharges(
  account: Account,
  subscription: BilledSubscription,
  removed: readonly Charge[],
): void {
  account.charges = account.charges.filter((charge) => !removed.includes(charge));
  const first = removed.map(({ period = LAST_DAY }) => period).sort()[0];
  if (first !== undefined && (subscription.next_charge === undefined || first < subscription.next_charge))
    subscription.next_charge = first;
}

/** Whether a charge says what the subscription would write again. If not, the client may know its price. */
export const hasTermsOf = (charge: Terms, { cents, currency, service }: Terms): boolean =>
  charge.cents === cents && charge.currency === currency && charge.service === service;

/** Open charges of each subscription beyond the first to come, of which nothing is paid, are not written yet. */
export function removeBeyondFirstToCome(account: Account, today: Day): void {
  for (const subscription of account.subscriptions) {
    const toCome = chargesOf(account, subscription).filter(
      (charge) => isOpen(charge) && scheduledDay(charge) > today,
    );
    // A gap must not stay behind: only the charges after the last one that stays go.
    const last = chargesOf(account, subscription).findLast((charge) => !isStillToCome(charge, today));
    const isBeyond = (charge: Charge, index: number) =>
      subscription.status === "inactive" ||
      (index > 0 &&
        (!last || scheduledDay(charge) > scheduledDay(last)) &&
        hasTermsOf(charge, termsOn(subscription, scheduledDay(charge))));
    const beyond = toCome.filter(
      (charge, index) => isStillToCome(charge, today) && !isTold(charge) && isBeyond(charge, index),
    );
    removeCharges(account, subscription, beyond);
  }
}

/**
 * Puts the open charges of inactive clients and of paused and inactive subscriptions on hold, and takes the others off: also
 * those of a subscription that ended on the day that was agreed. A charge whose subscription moved to another client is on
 * hold only with its client.
 */
export function holdCharges({ active, subscriptions, charges }: AnyAccount): void {
  const holding = subscriptions.filter((subscription) => !isAskedOf(subscription));
  const ids = new Set(holding.map(({ id }) => id));
  for (const charge of charges) {
    const held = !active || ids.has(charge.subscription_id ?? "");
    charge.on_hold = held && isOpen(charge) ? true : undefined;
  }
}

/**
 * How many charges take credit or open again in one change, so that it fits into one transaction of 100 items: besides
 * them, 15 charges can be paid, and each can change three rows: its own, the next charge and the subscription. A job
 * continues with the rest.
 */
export const MAX_TAKING = 12;

/** Lets charges take credit, oldest due first, those due until a day. `also` names others that may take it. */
export function takeCredit(account: AnyAccount, until: Day, also: readonly Charge[] = []): void {
  for (const charge of chargesToTake(account, until, also).slice(0, MAX_TAKING))
    for (const payment of account.payments)
      if (payment.currency === charge.currency) allocate(payment, charge);
}

/** The charges that can take credit, oldest due first. */
function chargesToTake(account: AnyAccount, until: Day, also: readonly Charge[] = []): Charge[] {
  const credit = creditSums(account.payments);
  return account.charges
    .filter((charge) => isAskedFor(charge) && (charge.due <= until || also.includes(charge)))
    .filter(({ currency }) => credit[currency])
    .sort(compareCharges);
}

/** The due day of the next charge that takes credit. */
export const nextTaking = (account: AnyAccount): Day | undefined => chargesToTake(account, LAST_DAY)[0]?.due;

/** Whether another change has to follow: credit stands beside due charges, or an undone payment still pays some. */
export const isUnfinished = (account: AnyAccount, until: Day): boolean =>
  chargesToTake(account, until).length > 0 || account.payments.some(({ undone }) => undone);

/** Pays an open charge from the credit of a payment, as far as it goes. */
export function allocate(payment: Payment, charge: Charge, most = Number.POSITIVE_INFINITY): void {
  const cents = Math.min(most, creditOf(payment), leftOf(charge));
  if (cents <= 0) return;
  addAllocation(payment, charge, cents);
  charge.paid_cents += cents;
}

export function addAllocation(payment: Payment, charge: Charge, cents: number): void {
  const present = payment.allocations.find(({ charge_id }) => charge_id === charge.id);
  if (present) present.cents += cents;
  else payment.allocations.push({ charge_id: charge.id, cents });
  charge.paid_by = [...new Set([...(charge.paid_by ?? []), payment.id])];
}
