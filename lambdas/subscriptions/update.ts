import { changeBilling } from "../../shared/billing/next-billing-date.ts";
import { currencyNames, formatCents, toCents } from "../../shared/money.ts";
import type { Subscription, SubscriptionChange } from "../../shared/subscriptions/subscription.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates, subscriptionCounts, sumOf } from "../platform/dynamo/counters.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { Conflict, changedMeanwhile, Invalid, notFound } from "../platform/http/errors.ts";
import { countsOf, fromRow, listForChange, partPaymentCents } from "../renewals/store.ts";
import { clientToBill, stillBillable } from "./billable-client.ts";
import { allowed } from "./billing-rules.ts";
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

  const client = change.client_id === before.client_id ? undefined : await clientToBill(change.client_id);
  if (client?.sample && !before.sample)
    throw new Conflict("That client is sample data. Save real details of the client first.");
  // A payment recorded after this point makes a new version, so this save is refused.
  const rows = await listForChange(before);
  const billing = allowed(() => changeBilling(before, change, rows.map(fromRow), context.today));
  const paid_cents = partPaymentCents(rows, billing.next_billing_date) || undefined;
  const { currency = before.currency } = change;
  if (paid_cents !== undefined && currency !== before.currency)
    throw new Invalid(currencyStaysText(before, paid_cents, billing));
  if (paid_cents !== undefined && toCents(change.amount) <= paid_cents)
    throw new Invalid(amountTooLowText(before, paid_cents, billing));
  const row: store.Row = {
    ...before,
    ...billing,
    paid_cents,
    client_id: change.client_id,
    status: change.status ?? before.status,
    muted: change.muted ?? before.muted,
    service: (change.service ?? before.service) || undefined,
    amount_cents: toCents(change.amount),
    currency,
    sample: client ? client.sample : before.sample,
    version: before.version + 1,
  };
  const becomesReal = before.sample && !row.sample;
  const counts = sumOf([subscriptionCounts(row), becomesReal ? await countsOf(id) : {}]);
  try {
    await transact([
      store.replace(before, row),
      ...(client ? [stillBillable(client)] : []),
      ...counterUpdates(subscriptionCounts(before), counts),
      ...store.recordOf(before, row, context),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (client && error.failed[1]) await clientToBill(client.id);
    throw changedMeanwhile("this subscription");
  }
  return store.fromRow(row);
}

type Dated = { next_billing_date: string };

const partlyPaidText = ({ currency }: store.Row, paid: number, { next_billing_date }: Dated) =>
  `${formatCents(paid, currency)} of the period due ${next_billing_date} is paid already, so`;

const amountTooLowText = (row: store.Row, paid: number, billing: Dated) =>
  `${partlyPaidText(row, paid, billing)} the amount must be higher. Under Renew you can let the rest go, or undo that payment.`;

const currencyStaysText = (row: store.Row, paid: number, billing: Dated) =>
  `${partlyPaidText(row, paid, billing)} the currency stays ${currencyNames[row.currency]} until the rest is paid. Under Renew you can let it go, or undo that payment.`;
