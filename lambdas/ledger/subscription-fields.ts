import {
  type Account,
  type BilledSubscription,
  type Charge,
  compareCharges,
  isAskedFor,
  isOpen,
  nextBillingDateOf,
} from "../../shared/billing/account.ts";
import type * as subscriptions from "../subscriptions/store.ts";

export const billed = (row: subscriptions.Row): BilledSubscription => ({
  id: row.id,
  status: row.status,
  currency: row.currency,
  cents: row.amount_cents,
  service: row.service,
  start_date: row.start_date,
  frequency: row.frequency,
  billing_anchor: row.billing_anchor,
  billing_day: row.billing_day,
  next_charge: row.next_charge,
  charged_before: row.charged_before,
  paused_on: row.paused_on,
});

/** What the subscription's row says of its charges, so that lists need not read them. */
function billingFields(subscription: BilledSubscription, { charges }: Account) {
  const { id, billing_anchor, billing_day, next_charge, charged_before, paused_on } = subscription;
  const ofThis = charges
    .filter((charge) => charge.subscription_id === id && isOpen(charge))
    .sort(compareCharges);
  const last = charges.filter((charge) => charge.subscription_id === id).at(-1)?.due;
  return {
    billing_anchor,
    billing_day,
    next_charge,
    charged_before,
    paused_on,
    next_billing_date: nextBillingDateOf(subscription, charges) ?? last,
    paid_cents: ofThis.find(isAskedFor)?.paid_cents || undefined,
    open_charges: ofThis.map(
      ({ due: period, currency, cents, waived_cents = 0, paid_cents, service, on_hold }) => ({
        period,
        currency,
        cents: cents - waived_cents,
        service,
        ...(paid_cents > 0 && { paid_cents }),
        ...(on_hold && { on_hold }),
      }),
    ),
  };
}

/** A subscription that went to another client, as one that ended for the former client, with what they still owe of it. */
export function endedFor(
  client_id: string,
  row: subscriptions.Row,
  charges: readonly Charge[],
): subscriptions.Row {
  const { reminded: _, muted: __, ...kept } = row;
  const ended = { ...kept, client_id, status: "inactive", next_charge: undefined, former: true } as const;
  const account = { active: true, subscriptions: [billed(ended)], charges: [...charges], payments: [] };
  return subscriptionAfter(ended, account);
}

/** The stored subscription after a change of its account. */
export const subscriptionAfter = <R extends subscriptions.Row>(row: R, account: Account): R => {
  const subscription = account.subscriptions.find(({ id }) => id === row.id);
  if (!subscription) return row;
  const { next_billing_date = row.next_billing_date, ...fields } = billingFields(subscription, account);
  return { ...row, ...fields, service: subscription.service, next_billing_date };
};
