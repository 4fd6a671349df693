import { type Account, type Allocation, chargeId, isOpen, leftOf } from "../../shared/billing/account.ts";
import { chargesOf, scheduleOf } from "../../shared/billing/charges.ts";
import { noNextDateText } from "../../shared/billing/next-billing-date.ts";
import { bringUpToDate, MAX_ALLOCATIONS, recordPayment } from "../../shared/billing/payments.ts";
import { nextOccurrence } from "../../shared/billing/schedule.ts";
import { formatDay } from "../../shared/dates.ts";
import type { Day } from "../../shared/day.ts";
import { currencyNames, formatCents, toCents } from "../../shared/money.ts";
import type { NewRenewal, Renewal, Subscription } from "../../shared/subscriptions/subscription.ts";
import * as clients from "../clients/store.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import { checkTyped } from "../ledger/payment-answer.ts";
import { withOpenCharges } from "../ledger/read-accounts.ts";
import type { Reading } from "../ledger/reading.ts";
import { wantsReceipt } from "../ledger/receipts.ts";
import { paidPeriods, renewalOf, renewalsOf } from "../ledger/renewals.ts";
import type { PaymentRow } from "../ledger/rows.ts";
import { isTax } from "../ledger/store.ts";
import { owing } from "../ledger/subscription-fields.ts";
import { typedPayment, typedRow } from "../ledger/typed-payment.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, changedMeanwhile, Invalid, notFound } from "../platform/http/errors.ts";
import { lookUp, madeFrom } from "./repeated-payment.ts";
import * as subscriptions from "./store.ts";

export type Renewed = { renewal: Renewal; renewals?: Renewal[]; subscription: Subscription };

/** The renewals on record, newest first. */
export const list = async (subscriptionId: string) => renewalsOf(await subscriptionOf(subscriptionId));

export async function subscriptionOf(id: string): Promise<subscriptions.Row> {
  const row = await subscriptions.get(id);
  if (!row) throw notFound("subscription");
  return row;
}

/** The subscription with what is owed of it now. */
export async function presentSubscription(id: string): Promise<Subscription> {
  const rows = await withOpenCharges([await subscriptionOf(id)]);
  return subscriptions.fromOwing(rows[0] as subscriptions.OwingRow);
}

/**
 * Records a payment once. It pays the named period, then the oldest of that subscription, then the client's others.
 * @throws Conflict if it cannot be recorded. A success is always about this payment, never about another.
 */
export async function renew(id: string, input: NewRenewal, context: ChangeContext): Promise<Renewed> {
  const paid_on = input.paid_on ?? context.today;
  // The period that is paid in full is the one that the request names.
  checkTyped({ ...input, paid_on, to: [input.period] }, context.today);
  const { client_id } = await subscriptionOf(id);
  const receipt = isTax(input.method) ? undefined : await wantsReceipt(paid_on, context, input.receipt);
  return changeAccounts([client_id], context, (reading) =>
    record(reading, { id, client_id }, input, { paid_on, receipt }, context),
  );
}

function record(
  reading: Reading,
  { id: subscription_id, client_id }: { id: string; client_id: string },
  input: NewRenewal,
  { paid_on, receipt }: { paid_on: Day; receipt: true | undefined },
  context: ChangeContext,
): Decision<Renewed> {
  const { today } = context;
  const before = reading.account(client_id);
  const row = before.subscriptions.find((one) => one.id === subscription_id);
  if (!row) throw changedMeanwhile("this subscription");
  const client = reading.client(client_id);
  if (client) clients.refuseErased(client);
  const repeated = lookUp(reading, row, input);
  if (repeated)
    return { changes: [], answer: answer(repeated, owing(row, before.account.charges, before.row?.version)) };
  const { id, reference, method, in_full, credit } = input;
  const [after, { cents, currency }] = changeDraft(before, (account) => {
    bringUpToDate(account, today);
    const { to, sum } = plan(account, row, input);
    const payment = { id, allocations: [], ...sum, is_tax: isTax(method) };
    recordPayment(account, payment, { to, in_full, credit }, today);
    return sum;
  });
  const made_from = madeFrom(subscription_id, input);
  const payment = typedRow(
    { id, client_id, paid_on, cents, currency, reference, method, made_from, receipt },
    context,
  );
  const typed = { before, after, payment, sample: row.sample, subscription_id };
  const { recorded, change, decision } = typedPayment(reading, typed, context);
  const present =
    change.subscriptions.find(([one]) => one.id === subscription_id)?.[1] ??
    owing(row, after.charges, change.version);
  return { ...decision, answer: answer(recorded, present) };
}

function answer(payment: PaymentRow, row: subscriptions.OwingRow): Renewed {
  const all = paidPeriods(payment).map((paid) => renewalOf(payment, paid));
  const ofThis = all.filter(({ subscription_id }) => subscription_id === row.id);
  const [renewal = all[0]] = ofThis;
  return {
    renewal: renewal as Renewal,
    ...(all.length > 1 && { renewals: all }),
    subscription: subscriptions.fromOwing(row),
  };
}

/** What the request pays: the next periods of the subscription, from the named one on. */
function plan(account: Account, row: subscriptions.Row, input: NewRenewal) {
  const subscription = account.subscriptions.find(({ id }) => id === row.id);
  if (!subscription) throw notFound("subscription");
  const open = chargesOf(account, subscription).filter(isOpen);
  const [oldest] = open;
  if (!oldest) throw new Conflict("This subscription has nothing to pay.");
  if (input.period !== oldest.due)
    throw new Conflict(`The period to pay next is ${formatDay(oldest.due)}, not ${formatDay(input.period)}.`);
  const { currency } = oldest;
  if (input.currency !== undefined && input.currency !== currency)
    throw new Conflict(
      `This period is in ${currencyNames[currency]}, not in ${currencyNames[input.currency]}.`,
    );
  const { periods = 1 } = input;
  const due: Allocation[] = open
    .filter((charge) => charge.currency === currency)
    .slice(0, periods)
    .map((charge) => ({ charge_id: charge.id, cents: leftOf(charge) }));
  for (let next = subscription.next_charge; due.length < periods; ) {
    if (next === undefined) throw new Invalid(noNextDateText(subscription.frequency));
    const charge_id = chargeId({ subscription_id: row.id, period: next });
    // After a change of currency or frequency, a charge of before can have this day.
    if (!account.charges.some(({ id }) => id === charge_id))
      due.push({ charge_id, cents: subscription.cents });
    next = nextOccurrence(scheduleOf(subscription), next);
  }
  if (subscription.next_charge === undefined && due.length >= open.length)
    throw new Invalid(noNextDateText(subscription.frequency));
  const total = due.reduce((sum, { cents }) => sum + cents, 0);
  if (input.due !== undefined && toCents(input.due) !== total)
    throw new Conflict(
      `${formatCents(total, currency)} is due now, not ${formatCents(toCents(input.due), currency)}.`,
    );
  const cents = input.amount === undefined ? total : toCents(input.amount);
  let rest = cents;
  const named = due.map((one) => {
    const share = Math.min(rest, one.cents);
    rest -= share;
    return { ...one, cents: share };
  });
  // What is more pays this subscription's other open periods before the client's others.
  const later = open.slice(due.length).map((charge) => {
    const share = charge.currency === currency ? Math.min(rest, leftOf(charge)) : 0;
    rest -= share;
    return { charge_id: charge.id, cents: share };
  });
  const to = [
    ...(input.in_full ? named : named.filter((one) => one.cents > 0)),
    ...later.filter((one) => one.cents > 0),
  ].slice(0, MAX_ALLOCATIONS);
  return { sum: { cents, currency }, to };
}
