import { changeBilling } from "../../shared/billing.ts";
import type { Day } from "../../shared/day.ts";
import { toCents } from "../../shared/money.ts";
import type { Subscription, SubscriptionChange } from "../../shared/subscriptions.ts";
import { recount, subscriptionCounts } from "../counters.ts";
import { TransactionRefused, transact } from "../database.ts";
import { Conflict, changedMeanwhile, notFound } from "../errors.ts";
import { newestPaid } from "../renewals/store.ts";
import { clientToBill, stillBillable } from "./billable-client.ts";
import { allowed } from "./billing-rules.ts";
import * as store from "./store.ts";

/** @throws Refusal when it does not exist, the rules of billing forbid it, or somebody else changed it in between */
export async function update(id: string, change: SubscriptionChange, today: Day): Promise<Subscription> {
  const before = await store.get(id);
  if (!before) throw notFound("subscription");
  if (change.version !== undefined && change.version !== before.version)
    throw changedMeanwhile("this subscription");

  const client = change.client_id === before.client_id ? undefined : await clientToBill(change.client_id);
  if (client?.sample && !before.sample)
    throw new Conflict("That client is sample data. Save real details of the client first.");
  // A payment recorded from here on makes a new version, over which this save is refused.
  const paid = await newestPaid(before);
  const row: store.Row = {
    ...before,
    ...allowed(() => changeBilling(before, change, paid, today)),
    client_id: change.client_id,
    status: change.status ?? before.status,
    muted: change.muted ?? before.muted,
    amount_cents: toCents(change.amount),
    sample: client ? client.sample : before.sample,
    version: before.version + 1,
  };
  try {
    await transact([
      store.replace(before, row),
      ...(client ? [stillBillable(client)] : []),
      ...recount(subscriptionCounts(before), subscriptionCounts(row)),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    if (client && error.failed[1]) await clientToBill(client.id);
    throw changedMeanwhile("this subscription");
  }
  return store.fromRow(row);
}
