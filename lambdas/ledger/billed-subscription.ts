import {
  type AnyAccount,
  type BilledSubscription,
  type Charge,
  compareCharges,
  isOpen,
  needClosedCharges,
} from "../../shared/billing/account.ts";
import { applyAgreed } from "../../shared/billing/agreed.ts";
import { chargesOf, nextBillingDateOf } from "../../shared/billing/charges.ts";
import type { Day } from "../../shared/day.ts";
import { omit } from "../../shared/omit.ts";
import type * as subscriptions from "../stores/subscription-store.ts";

export const billed = (row: subscriptions.Row): BilledSubscription => ({
  id: row.id,
  status: row.status,
  currency: row.currency,
  cents: row.amount_cents,
  service: row.service,
  vat: row.vat,
  start_date: row.start_date,
  frequency: row.frequency,
  billing_anchor: row.billing_anchor,
  billing_day: row.billing_day,
  next_charge: row.next_charge,
  charged_before: row.charged_before,
  paused_on: row.paused_on,
  next_price: row.next_price,
  ends_on: row.ends_on,
});

/** The row after what was agreed for a day up to today. Its schedule follows from its account. */
export function asAgreed<R extends subscriptions.Row>(row: R, today: Day): R {
  const subscription = billed(row);
  applyAgreed(subscription, today);
  const { cents, status, next_price } = subscription;
  return { ...row, amount_cents: cents, status: status as R["status"], next_price };
}

/** The price and the status that a subscription has in its account: only what was agreed for a day changes them there. */
export function withAgreed(row: subscriptions.Row, { subscriptions }: AnyAccount): subscriptions.Row {
  const { cents = row.amount_cents, status = row.status } =
    subscriptions.find(({ id }) => id === row.id) ?? {};
  return { ...row, amount_cents: cents, status: status as subscriptions.Row["status"] };
}

/** The fields of a subscription's row that follow from its schedule and its charges. */
function billingFields(subscription: BilledSubscription, account: AnyAccount) {
  const { billing_anchor, billing_day, next_charge, charged_before, paused_on } = subscription;
  const { next_price, ends_on } = subscription;
  return {
    next_price,
    ends_on,
    billing_anchor,
    billing_day,
    next_charge,
    charged_before,
    paused_on,
    next_billing_date: nextBillingDateOf(subscription, account.charges) ?? lastDueOf(subscription, account),
  };
}

/** The due day of the last charge of a subscription that gets no more charges. */
function lastDueOf(subscription: BilledSubscription, account: AnyAccount) {
  needClosedCharges(account);
  return chargesOf(account, subscription).at(-1)?.due;
}

/** A subscription for a client who owes something of it. Only who has it now can have muted it. */
export const asOwedBy = (client_id: string, row: subscriptions.Row): subscriptions.Row =>
  row.client_id === client_id ? row : omit(row, "muted");

/** Several such subscriptions, by id. */
export const rowsOwedBy = (
  client_id: string,
  rows: Iterable<subscriptions.Row>,
): ReadonlyMap<string, subscriptions.Row> =>
  new Map([...rows].map((row) => [row.id, asOwedBy(client_id, row)]));

/** A subscription that went to another client, as one that ended for the former client, with what they still owe of it. */
export function endedFor(
  client_id: string,
  row: subscriptions.Row,
  charges: readonly Charge[],
): subscriptions.OwingRow {
  const ended = {
    ...asOwedBy(client_id, row),
    client_id,
    status: "inactive",
    next_charge: undefined,
  } as const;
  const account = { active: true, subscriptions: [billed(ended)], charges: [...charges], payments: [] };
  return { ...owing(subscriptionAfter(ended, account), charges), former: true };
}

/** A subscription with its open charges among those of its client. */
export const owing = (
  row: subscriptions.Row,
  charges: readonly Charge[],
  account_version?: number,
): subscriptions.OwingRow => ({
  ...row,
  open: charges.filter((charge) => charge.subscription_id === row.id && isOpen(charge)).sort(compareCharges),
  ...(account_version !== undefined && { account_version }),
});

/** The stored subscription after a change of its account. */
export const subscriptionAfter = <R extends subscriptions.Row>(row: R, account: AnyAccount): R => {
  const subscription = account.subscriptions.find(({ id }) => id === row.id);
  if (!subscription) return row;
  const { next_billing_date = row.next_billing_date, ...fields } = billingFields(subscription, account);
  const end_reason = fields.ends_on && row.end_reason;
  return { ...row, ...fields, end_reason, service: subscription.service, next_billing_date };
};
