import { type Account, type Charge, isAhead, isOpen, scheduledDay } from "../../shared/billing/account.ts";
import {
  type BillingChange,
  changeSubscription,
  paidAhead,
} from "../../shared/billing/change-subscription.ts";
import { chargeChanges } from "../../shared/billing/charge-changes.ts";
import { AccountInputError, chargesOf, holdCharges } from "../../shared/billing/charges.ts";
import { creditNoteSums } from "../../shared/billing/invoicing.ts";
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
import { type AccountItems, accountItems } from "../ledger/account-items.ts";
import { type ReadAccount, Reading } from "../ledger/account-reading.ts";
import type { StoredAccount } from "../ledger/account-store.ts";
import { asAgreed, billed, owing, subscriptionAfter } from "../ledger/billed-subscription.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { subscriptionCounts } from "../platform/dynamo/counters.ts";
import type { TransactItem } from "../platform/dynamo/database.ts";
import { changedMeanwhile, Invalid, notFound } from "../platform/http/refusals.ts";
import * as store from "../stores/subscription-store.ts";
import { clientToBill, refuseMixing, stillBillable } from "./billable-client.ts";
import { withdrawalsOf } from "./price-notices.ts";

/** @throws Refusal if it does not exist, the billing rules forbid the change, or somebody else changed it in between */
export async function update(
  id: string,
  change: SubscriptionChange,
  context: ChangeContext,
): Promise<Subscription> {
  const row = await store.get(id);
  if (!row) throw notFound("subscription");
  const isMove = change.client_id !== row.client_id;
  // Each part of the change makes a new version.
  let { version: seenVersion } = change;
  const refuseOther = ({ version }: store.Row) => {
    if (seenVersion !== undefined && seenVersion !== version) throw changedMeanwhile("this subscription");
  };
  const parts = {
    of: id,
    onPart: () => {
      if (seenVersion !== undefined) seenVersion += 1;
    },
  };
  const inParts = (account: Account, { subscriptions }: StoredAccount) => {
    const { today } = context;
    const { open_charges, charge_gap, charge_from } = change;
    const present = subscriptions.find((candidate) => candidate.id === id);
    if (!present) return receiveAgain(account, plannedRow(row, change, today), today);
    refuseOther(present);
    const typed = billingChange(plannedRow(present, change, today), change);
    const options = { open_charges, charge_gap, charge_from, moves: isMove };
    changeSubscription(account, id, typed, options, today);
    if (isMove) moveSubscription(account, emptyAccount(), id, today);
  };
  const decide = (reading: Reading): Decision<Subscription> => {
    const before = presentRow(reading, row);
    refuseOther(before);
    const { after, open, changes, items } = changeOf(reading, before, change, context);
    const version = changes.find(({ client_id }) => client_id === after.client_id)?.version;
    return {
      changes,
      items: [...items, ...store.recordOf(before, after, context)],
      counts: [subscriptionCounts(before), subscriptionCounts(after)],
      outbox: withdrawalsOf([[before, after]], context),
      answer: store.fromOwing(owing(after, open, version)),
    };
  };
  return isMove
    ? changeAccounts([row.client_id, change.client_id], context, decide, { inParts, parts })
    : changeAccounts([row.client_id], context, decide, { withClients: false, inParts, parts });
}

export const endMissing = "Please say on which day the subscription ends.";

const emptyAccount = (): Account => ({ active: true, subscriptions: [], charges: [], payments: [] });

/** The client may still owe old charges of the subscription. They are on hold, as the subscription is. */
function receiveAgain(account: Account, planned: store.Row, today: Day): void {
  bringUpToDate(account, today);
  account.subscriptions.push(billed(planned));
  holdCharges(account);
}

/** The subscription as it is in its client's account. */
export function presentRow(reading: Reading, { id, client_id }: store.Row): store.Row {
  const row = reading.account(client_id).subscriptions.find((candidate) => candidate.id === id);
  if (!row || row.client_id !== client_id) throw changedMeanwhile("this subscription");
  return row;
}

/**
 * A change of a subscription: its row, the accounts, and the items besides. With `keepsDate`, the named billing date counts
 * even if a new schedule would move it. `ended_on`: the end that the subscription had before it came back.
 */
export function changeOf(
  reading: Reading,
  before: store.Row,
  change: SubscriptionChange,
  { today, actor }: ChangeContext,
  { keepsDate = false, ended_on }: { keepsDate?: boolean; ended_on?: Day | undefined } = {},
): { after: store.Row; open: Charge[]; changes: AccountItems[]; items: TransactItem[] } {
  const isMove = change.client_id !== before.client_id;
  const client = isMove ? clientToBill(reading.client(change.client_id)) : undefined;
  if (client) refuseMixing(before, client);
  const planned: store.Row = { ...plannedRow(before, change, today), version: before.version + 1 };
  const { open_charges, charge_gap, charge_from } = change;
  const typed = billingChange(planned, change);
  const options = { open_charges, charge_gap, charge_from, ended_on, moves: isMove };
  const receiving = client && structuredClone(reading.account(client.id).account);
  const stored = accountToChange(reading, before, today);
  const [remainingAccount] = namingPayment(reading, before, () =>
    changeDraft(stored, (account) => {
      changeSubscription(account, before.id, typed, options, today);
      if (keepsDate && change.next_billing_date !== undefined)
        changeSubscription(account, before.id, typed, options, today);
      if (receiving) moveSubscription(account, receiving, before.id, today);
    }),
  );
  const after = subscriptionAfter(planned, receiving ?? remainingAccount);
  if (change.end_reason !== undefined && after.ends_on === undefined) throw new Invalid(endMissing);
  const written = { today, by: actor.name, writtenByCaller: [after] };
  return {
    after,
    open: (receiving ?? remainingAccount).charges,
    changes:
      client && receiving
        ? [
            accountItems(stored, remainingAccount, { today, by: actor.name }),
            accountItems(reading.account(client.id), receiving, written),
          ]
        : [accountItems(stored, remainingAccount, written)],
    items: [store.replace(before, after), ...(client ? [stillBillable(client)] : [])],
  };
}

/** Who sends the price or the status that is stored does not undo what was agreed for a day that has come since. */
function plannedRow(before: store.Row, change: SubscriptionChange, today: Day): store.Row {
  const present = asAgreed(before, today);
  const { status = before.status } = change;
  const amount_cents = toCents(change.amount);
  return {
    ...present,
    client_id: change.client_id,
    start_date: change.start_date,
    frequency: change.frequency,
    status: status === before.status ? present.status : status,
    muted: change.muted ?? before.muted,
    service: (change.service ?? before.service) || undefined,
    vat: change.vat ?? before.vat,
    amount_cents: amount_cents === before.amount_cents ? present.amount_cents : amount_cents,
    currency: change.currency ?? before.currency,
    end_reason: change.end_reason ?? before.end_reason,
  };
}

/**
 * Shows how a change would change the charges of its client. Changes nothing.
 * @throws Refusal if the billing rules forbid the change
 */
export async function preview(
  id: string,
  change: SubscriptionChange,
  today: Day,
): Promise<SubscriptionPreview> {
  const row = await store.get(id);
  if (!row) throw notFound("subscription");
  const reading = await Reading.of([row.client_id]);
  return reading.decide(() => previewed(reading, presentRow(reading, row), change, today));
}

function previewed(
  reading: Reading,
  before: store.Row,
  change: SubscriptionChange,
  today: Day,
): SubscriptionPreview {
  const { id } = before;
  const planned = plannedRow(before, change, today);
  const stored = accountToChange(reading, before, today);
  const { open_charges, charge_gap, charge_from } = change;
  const [current] = changeDraft(stored, (account) => bringUpToDate(account, today));
  const [after] = namingPayment(reading, before, () =>
    changeDraft(stored, (account) =>
      changeSubscription(
        account,
        id,
        billingChange(planned, change),
        { open_charges, charge_gap, charge_from },
        today,
      ),
    ),
  );
  const { changes, stays } = chargeChanges(current, after, id, today);
  const gone = changes.flatMap((chargeChange) => (chargeChange.after ? [] : (chargeChange.before ?? [])));
  const ahead = paidAhead(chargesOf(current, { id }), today);
  return {
    next_billing_date: subscriptionAfter(planned, after).next_billing_date,
    changes: changes.map((chargeChange) => ({
      ...(chargeChange.before && { before: termsOf(chargeChange.before) }),
      ...(chargeChange.after && { after: termsOf(chargeChange.after) }),
    })),
    stays: stays.map(({ charge, reason }) => ({
      ...termsOf(charge),
      reason,
      ...(reason === "told" && { told_on: charge.told_on }),
    })),
    paid_ahead: fromSums(sumsOf(ahead, ({ paid_cents }) => paid_cents)),
    credited: fromSums(sumsOf(gone, ({ paid_cents }) => paid_cents)),
    credit_notes: fromSums(creditNoteSums(stored.account, after, today)),
  };
}

const termsOf = ({ due: period, cents, currency, service }: Charge) => ({
  period,
  amount: fromCents(cents),
  currency,
  service,
});

/** The typed values, as the account needs them. A date counts as typed if it differs from the one on record. */
export const billingChange = (
  planned: store.Row,
  {
    next_billing_date,
    next_price,
    ends_on,
  }: Pick<SubscriptionChange, "next_billing_date" | "next_price" | "ends_on">,
): BillingChange => ({
  status: planned.status,
  currency: planned.currency,
  cents: planned.amount_cents,
  service: planned.service,
  vat: planned.vat,
  start_date: planned.start_date,
  frequency: planned.frequency,
  next_billing_date,
  next_price: next_price && { cents: toCents(next_price.amount), from: next_price.from },
  ends_on,
});

/** The account with the payments of the charges to come, because a part of them can become credit. */
export function accountToChange(reading: Reading, { id, client_id }: store.Row, today: Day): ReadAccount {
  const { charges } = reading.account(client_id).account;
  const own = charges.filter(({ subscription_id }) => subscription_id === id);
  reading.paymentsOf(
    client_id,
    own.filter((charge) => isAhead(charge, today)).flatMap(({ paid_by = [] }) => paid_by),
  );
  return reading.account(client_id);
}

/** Adds the payment that is in the way to the sentence. */
function namingPayment<T>(reading: Reading, { client_id }: store.Row, change: () => T): T {
  try {
    return change();
  } catch (error) {
    const { charge } =
      (error instanceof Invalid && error.cause instanceof AccountInputError && error.cause) || {};
    const payment = charge && reading.paymentsOf(client_id, charge.paid_by ?? []).at(-1);
    if (!charge || !payment) throw error;
    const { paid_on, reference } = payment;
    const part = isOpen(charge) ? " in part" : "";
    throw new Invalid(
      `The period due ${formatDay(scheduledDay(charge))} is paid${part} (on ${formatDay(paid_on)}${reference && `, reference ${reference}`}), so the next billing date must be later. To bill it again, undo that payment first: it is listed under Record payment.`,
    );
  }
}
