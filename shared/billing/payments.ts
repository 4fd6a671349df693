import { addDays, type Day } from "../day.ts";
import { formatCents } from "../money.ts";
import {
  type Account,
  type Allocation,
  type AnyAccount,
  type Charge,
  chargeName,
  creditOf,
  isOpen,
  leftOf,
  needClosedCharges,
  type Payment,
  type Period,
  periodOf,
} from "./account.ts";
import { hasNextCharge, isCharged } from "./agreed.ts";
import {
  AccountError,
  addAllocation,
  allocate,
  ClosedChargeError,
  holdCharges,
  notOnRecord,
  removeBeyondFirstToCome,
  scheduleOf,
  takeCredit,
  writeMissing,
  writeNext,
} from "./charges.ts";
import { type LoweringReason, waive } from "./invoicing.ts";
import { payableCharges } from "./payable.ts";
import { closePromise } from "./promise.ts";
import { release, releaseUndone } from "./release.ts";
import { DUE_SOON_DAYS } from "./renewal-state.ts";
import { isOnSchedule } from "./schedule.ts";

/** For one payment; the rest is credit, which the charges take afterwards. */
export const MAX_ALLOCATIONS = 15;

export type PaymentOptions = {
  /** Paid first; the rest pays the oldest open charges. */
  to?: readonly Allocation[] | undefined;
  /** Keep as credit the cents that no open charge can use. Otherwise such a payment is refused. */
  credit?: boolean | undefined;
  /** The charges of `to` are closed, and their rest is waived. */
  in_full?: boolean | undefined;
  /** Why that rest is waived. By default it cannot be collected. */
  why?: LoweringReason | undefined;
};

/**
 * Brings an account up to a day: releases what undone payments still pay, writes what is missing, lets what is due take
 * credit, and closes a kept promise. `isUnfinished` says whether that needs another change.
 */
export function bringUpToDate(
  account: AnyAccount,
  today: Day,
  until: Day = addDays(today, DUE_SOON_DAYS),
): void {
  if (account.payments.some(({ undone }) => undone)) {
    needClosedCharges(account);
    releaseUndone(account, today);
  }
  writeMissing(account, today);
  holdCharges(account);
  takeCredit(account, until);
  writeMissing(account, today);
  closePromise(account, today);
}

/**
 * Records a payment: it pays the charges of `to`, then the oldest open charges of the client in its currency as they stood
 * before, those to come included, and those on hold last.
 * @throws AccountError with `rest`, if more than all open charges is paid without `credit`
 */
export function recordPayment(
  account: AnyAccount,
  payment: Payment,
  options: PaymentOptions,
  today: Day,
): void {
  bringUpToDate(account, today);
  account.payments.push(payment);
  distribute(account, payment, options, today);
  bringUpToDate(account, today);
}

function distribute(account: AnyAccount, payment: Payment, options: PaymentOptions, today: Day): void {
  const { to = [], credit, in_full, why } = options;
  // Withheld tax takes the place of what was waived with another payment.
  if (payment.is_tax) needClosedCharges(account);
  const payable = payableCharges(account.charges, payment);
  for (const named of to) payNamed(account, payment, named, today);
  if (in_full) for (const named of to) waiveRest(account, payment, named, why);
  for (const { charge, waived } of payable) {
    if (payment.allocations.length >= MAX_ALLOCATIONS) break;
    if (waived) takeWaivedRest(charge, creditOf(payment));
    allocate(payment, charge);
  }
  const rest = creditOf(payment);
  if (rest > 0 && payment.is_tax)
    throw new AccountError("A certificate of withheld tax pays no more than is open.");
  if (rest > 0 && !credit && !payable.some(({ charge }) => isOpen(charge))) throw tooMuch(payment, rest);
}

function tooMuch({ currency }: Payment, rest: number): AccountError {
  return Object.assign(
    new AccountError(
      `${formatCents(rest, currency)} is more than all that is open. Keep it as the client's credit, or correct the amount.`,
    ),
    { rest },
  );
}

function payNamed(account: AnyAccount, payment: Payment, named: Allocation, today: Day): void {
  const charge = chargeToPay(account, named, today);
  const name = chargeName(charge);
  if (charge.currency !== payment.currency)
    throw new AccountError(`The ${name} is in ${charge.currency}, and the payment in ${payment.currency}.`);
  if (payment.is_tax) takeWaivedRest(charge, named.cents - leftOf(charge));
  if (!isOpen(charge)) throw new ClosedChargeError(charge);
  if (named.cents > leftOf(charge))
    throw new AccountError(
      `Only ${formatCents(leftOf(charge), charge.currency)} of the ${name} is left to pay.`,
    );
  if (named.cents > creditOf(payment))
    throw new AccountError("The named amounts add up to more than the payment.");
  allocate(payment, charge, named.cents);
}

/** The named charge; a period further ahead is written now, with all before it. */
function chargeToPay(account: AnyAccount, { charge_id }: Allocation, today: Day): Charge {
  const find = () => account.charges.find(({ id }) => id === charge_id);
  // After a change of frequency, a charge that is paid in part can be far ahead of the next one to write.
  const present = find();
  if (present) return present;
  const named = periodOf(charge_id);
  const subscription = account.subscriptions.find(({ id }) => id === named?.subscription_id);
  if (named && subscription && isAhead(subscription, named, today))
    while (hasNextCharge(subscription) && subscription.next_charge <= named.period)
      writeNext(account, subscription);
  const charge = find();
  if (!charge) throw notOnRecord(charge_id);
  return charge;
}

const isAhead = (subscription: Account["subscriptions"][number], { period }: Period, today: Day): boolean =>
  subscription.status === "active" &&
  isCharged(subscription, period) &&
  period > today &&
  (period === subscription.next_charge || isOnSchedule(scheduleOf(subscription), period));

/** Makes a part of the rest payable that was waived with a payment. `waived_by` stays, so that an undo waives it again. */
function takeWaivedRest(charge: Charge, cents: number): void {
  if (charge.waived_by === undefined || cents <= 0) return;
  waive(charge, Math.max(0, (charge.waived_cents ?? 0) - cents));
}

function waiveRest(
  account: AnyAccount,
  payment: Payment,
  named: Allocation,
  why: LoweringReason = "not_collectible",
): void {
  const charge = account.charges.find(({ id }) => id === named.charge_id);
  if (!charge || !isOpen(charge)) return;
  waive(charge, (charge.waived_cents ?? 0) + leftOf(charge), why);
  charge.waived_by = payment.id;
  // Also without money it is on record what closed the charge.
  addAllocation(payment, charge, 0);
}

/**
 * Undoes a payment: its charges open again and take other credit at once. Charges beyond the first to come that nobody has
 * touched are removed.
 */
export function undoPayment(account: Account, id: string, today: Day): void {
  const payment = paymentWith(account, id);
  if (payment.refunded_cents)
    throw new AccountError("A part of this payment was refunded, so it cannot be undone.");
  payment.undone = true;
  bringUpToDate(account, today);
}

/**
 * Corrects a payment. A smaller sum releases the newest charges first; a larger one pays the oldest open charges. With
 * `to` or another currency, everything is allocated again.
 * @throws AccountError as `recordPayment`
 */
export function correctPayment(
  account: Account,
  id: string,
  {
    cents,
    currency,
    is_tax,
    ...options
  }: PaymentOptions & Partial<Pick<Payment, "cents" | "currency" | "is_tax">>,
  today: Day,
): void {
  const payment = paymentWith(account, id);
  const newCents = cents ?? payment.cents;
  if (newCents < (payment.refunded_cents ?? 0))
    throw new AccountError("More than this was refunded of the payment already.");
  const becomesOther =
    (currency !== undefined && currency !== payment.currency) || (is_tax && !payment.is_tax);
  if (payment.refunded_cents && becomesOther)
    throw new AccountError(
      "A part of this payment was refunded, so its currency stays, and it is no withheld tax. Undo the refund first.",
    );
  bringUpToDate(account, today);
  const reallocate = options.to !== undefined || (currency !== undefined && currency !== payment.currency);
  const excess = reallocate ? payment.cents : payment.cents - creditOf(payment) - newCents;
  // Credit that it has already is not decided again, unless the payment grows.
  const isDistributed = reallocate || newCents > payment.cents || options.in_full || is_tax;
  const reopened = release(account, payment, excess, "newest");
  holdCharges(account);
  payment.cents = newCents;
  payment.currency = currency ?? payment.currency;
  payment.is_tax = is_tax;
  if (isDistributed) distribute(account, payment, options, today);
  settleReopened(account, reopened, today);
}

function paymentWith({ payments }: Account, id: string): Payment {
  const payment = payments.find((payment) => payment.id === id);
  if (!payment) throw new AccountError("This payment is not on record.");
  return payment;
}

function settleReopened(account: Account, reopened: readonly Charge[], today: Day): void {
  holdCharges(account);
  takeCredit(account, addDays(today, DUE_SOON_DAYS), reopened);
  removeBeyondFirstToCome(account, today);
  bringUpToDate(account, today);
}
