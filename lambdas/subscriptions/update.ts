import { type Account, type Charge, isOpen } from "../../shared/billing/account.ts";
import {
  type BillingChange,
  changeSubscription,
  paidAhead,
} from "../../shared/billing/change-subscription.ts";
import { chargeChanges } from "../../shared/billing/charge-changes.ts";
import { AccountInputError, chargesOf } from "../../shared/billing/charges.ts";
import { moveSubscription } from "../../shared/billing/move-subscription.ts";
import { bringUpToDate } from "../../shared/billing/payments.ts";
import { formatDay } from "../../shared/dates.ts";
import type { Day } from "../../shared/day.ts";
import { fromCents, fromSums, sumsOf, toCents } from "../../shared/money.ts";
import type {
  Subscription,
  SubscriptionChange,
  SubscriptionPreview,
} from "../../shared/subscriptions/subscription.ts";
import { accountChanges, itemsOf } from "../ledger/account-changes.ts";
import { changed } from "../ledger/change.ts";
import { readAccount, readPayments } from "../ledger/store.ts";
import { subscriptionAfter } from "../ledger/subscription-fields.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates, subscriptionCounts } from "../platform/dynamo/counters.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { changedMeanwhile, Invalid, notFound } from "../platform/http/errors.ts";
import { toldPeriods } from "../reminders/store.ts";
import { clientToBill, refuseMixing, stillBillable } from "./billable-client.ts";
import * as store from "./store.ts";

/** @throws Refusal if it does not exist, the billing rules forbid the change, or somebody else changed it in between */
export async function update(
  id: string,
  change: SubscriptionChange,
  context: ChangeContext,
): Promise<Subscription> {
  const before = await store.get(id);
  if (!before) throw notFound("subscription");
  if (change.version !== undefined && change.version !== before.version)
    throw changedMeanwhile("this subscription");
  const { row, items, client } = await changeItems(before, change, context);
  const all = [
    ...items,
    ...counterUpdates(subscriptionCounts(before), subscriptionCounts(row)),
    ...store.recordOf(before, row, context),
  ];
  try {
    await transact(all);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (client && error.failed[1]) await clientToBill(client.id);
    // A payment or the daily run changed the account. It also changes the row, so a caller that names no version repeats.
    if (!error.failed[0] || change.version === undefined) return update(id, change, context);
    throw changedMeanwhile("this subscription");
  }
  return store.fromRow(row);
}

/**
 * The transaction items of a change, the subscription's row first, then its new client. With `keepsDate`, the named billing
 * date counts even if a new schedule would move it.
 */
export async function changeItems(
  before: store.Row,
  change: SubscriptionChange,
  context: ChangeContext,
  { keepsDate = false } = {},
) {
  const client = change.client_id === before.client_id ? undefined : await clientToBill(change.client_id);
  if (client) refuseMixing(before, client);
  const planned: store.Row = {
    ...plannedRow(before, change),
    version: before.version + 1,
  };
  const { open_charges, charge_gap } = change;
  const options = { open_charges, charge_gap, told: await toldPeriods(before.id, context.today) };
  const apply = (account: Account) => {
    const typed = billingChange(planned, change);
    changeSubscription(account, before.id, typed, options, context.today);
    if (keepsDate && change.next_billing_date !== undefined)
      changeSubscription(account, before.id, typed, options, context.today);
  };
  const { row, items } = client
    ? await moveTo(client.id, before, planned, apply, context)
    : await changeIn(before, planned, apply, context);
  return {
    row,
    client,
    items: [store.replace(before, row), ...(client ? [stillBillable(client)] : []), ...items],
  };
}

const plannedRow = (before: store.Row, change: SubscriptionChange): store.Row => ({
  ...before,
  client_id: change.client_id,
  start_date: change.start_date,
  frequency: change.frequency,
  status: change.status ?? before.status,
  muted: change.muted ?? before.muted,
  service: (change.service ?? before.service) || undefined,
  amount_cents: toCents(change.amount),
  currency: change.currency ?? before.currency,
});

/**
 * What a change would do with the charges of its client. Changes nothing.
 * @throws Refusal if the billing rules forbid the change
 */
export async function preview(
  id: string,
  change: SubscriptionChange,
  today: Day,
): Promise<SubscriptionPreview> {
  const before = await store.get(id);
  if (!before) throw notFound("subscription");
  const planned = plannedRow(before, change);
  const [stored, told] = await Promise.all([accountToChange(before, today), toldPeriods(id, today)]);
  const { open_charges, charge_gap } = change;
  const [current] = changed(stored, (account) => bringUpToDate(account, today));
  const [after] = await namingPayment(() =>
    changed(stored, (account) =>
      changeSubscription(
        account,
        id,
        billingChange(planned, change),
        { open_charges, charge_gap, told },
        today,
      ),
    ),
  );
  const { changes, stays } = chargeChanges(current, after, id, told, today);
  const ahead = paidAhead(chargesOf(current, { id }), today);
  return {
    next_billing_date: subscriptionAfter(planned, after).next_billing_date,
    changes: changes.map((one) => ({
      ...(one.before && { before: termsOf(one.before) }),
      ...(one.after && { after: termsOf(one.after) }),
    })),
    stays: stays.map(({ charge, reason }) => ({
      ...termsOf(charge),
      reason,
      ...(reason === "told" && { told_on: told.get(charge.period) }),
    })),
    paid_ahead: fromSums(sumsOf(ahead, ({ paid_cents }) => paid_cents)),
  };
}

const termsOf = ({ period, cents, currency, service }: Charge) => ({
  period,
  amount: fromCents(cents),
  currency,
  service,
});

/** What was typed, as the account needs it. A date counts as typed if it differs from the one on record. */
const billingChange = (planned: store.Row, { next_billing_date }: SubscriptionChange): BillingChange => ({
  status: planned.status,
  currency: planned.currency,
  cents: planned.amount_cents,
  service: planned.service,
  start_date: planned.start_date,
  frequency: planned.frequency,
  next_billing_date,
});

async function changeIn(
  before: store.Row,
  planned: store.Row,
  apply: (account: Account) => void,
  { today }: ChangeContext,
) {
  const stored = await accountToChange(before, today);
  const [after] = await namingPayment(() => changed(stored, apply));
  const row = subscriptionAfter(planned, after);
  return { row, items: accountChanges(stored, after, { today, writtenByCaller: [row] }).items };
}

/** The account with the payments of what is paid ahead, because a part of them can become credit. */
async function accountToChange({ id, client_id }: store.Row, today: Day) {
  const stored = await readAccount(client_id);
  const own = stored.account.charges.filter(({ subscription_id }) => subscription_id === id);
  const payment_ids = paidAhead(own, today).flatMap(({ paid_by = [] }) => paid_by);
  return payment_ids.length === 0 ? stored : readAccount(client_id, payment_ids);
}

/** Adds the payment that is in the way to the sentence. */
async function namingPayment<T>(change: () => T): Promise<T> {
  try {
    return change();
  } catch (error) {
    const { charge } =
      (error instanceof Invalid && error.cause instanceof AccountInputError && error.cause) || {};
    const payment = charge && (await readPayments(charge.paid_by ?? [])).at(-1);
    if (!charge || !payment) throw error;
    const { paid_on, reference } = payment;
    const part = isOpen(charge) ? " in part" : "";
    throw new Invalid(
      `The period due ${formatDay(charge.period)} is paid${part} (on ${formatDay(paid_on)}${reference && `, reference ${reference}`}), so the next billing date must be later. To bill it again, undo that payment first: it is listed under Renew.`,
    );
  }
}

/** Changes the subscription, then gives it with its charges to come to another client. */
async function moveTo(
  client_id: string,
  before: store.Row,
  planned: store.Row,
  apply: (account: Account) => void,
  { today }: ChangeContext,
) {
  const [from, to, told] = await Promise.all([
    accountToChange(before, today),
    readAccount(client_id),
    toldPeriods(before.id, today),
  ]);
  const receiving = structuredClone(to.account);
  const [giving] = await namingPayment(() =>
    changed(from, (account) => {
      apply(account);
      moveSubscription(account, receiving, before.id, told, today);
    }),
  );
  const row = subscriptionAfter(planned, receiving);
  const changes = [
    accountChanges(from, giving, { today }),
    accountChanges(to, receiving, { today, writtenByCaller: [row] }),
  ];
  return { row, items: itemsOf(changes, today) };
}
