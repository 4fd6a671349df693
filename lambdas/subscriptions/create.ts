import { randomUUID } from "node:crypto";
import { addSubscription } from "../../shared/billing/change-subscription.ts";
import { BillingDateError, startBilling } from "../../shared/billing/next-billing-date.ts";
import { toCents } from "../../shared/money.ts";
import type { NewSubscription, Subscription } from "../../shared/subscriptions/subscription.ts";
import * as activity from "../activity/store.ts";
import { accountChanges } from "../ledger/account-changes.ts";
import { changed } from "../ledger/change.ts";
import { readAccount } from "../ledger/store.ts";
import { billed, subscriptionAfter } from "../ledger/subscription-fields.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import {
  counterUpdates,
  counterUpdatesIfOnlySamples,
  subscriptionCounts,
} from "../platform/dynamo/counters.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { Invalid, realRecordsExist, storedWithOtherContent } from "../platform/http/errors.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as settings from "../settings/store.ts";
import { clientToBill, refuseMixing, stillBillable } from "./billable-client.ts";
import * as store from "./store.ts";

/** Creates a subscription with its charges. A repeat with the same id and content returns the current subscription. */
export async function create(request: NewSubscription, context: ChangeContext): Promise<Subscription> {
  const { id, ...input } = request;
  const made_from = id && digestOf(input);
  const existing = id && (await store.get(id));
  if (existing) {
    if (existing.made_from !== made_from) throw storedWithOtherContent("subscription");
    return store.fromRow(existing);
  }
  const client = await clientToBill(input.client_id);
  refuseMixing(input, client);
  const before = await readAccount(client.id);
  const currency = input.currency ?? (await settings.get()).default_currency;
  const planned: store.Row = {
    ...plannedRow({ ...input, currency, id: id ?? randomUUID() }, context),
    made_from,
  };
  const [after] = changed(before, (account) => addSubscription(account, billed(planned), context.today));
  const row = subscriptionAfter(planned, after);
  const counts = subscriptionCounts(row);
  const items = [
    store.insert(row),
    stillBillable(client),
    ...accountChanges(before, after, { today: context.today, writtenByCaller: [row] }).items,
    ...(row.sample ? counterUpdatesIfOnlySamples({}, counts) : counterUpdates({}, counts)),
    ...activity.changeRecords("subscription-added", store.aboutOf(row), {}, store.recorded(row), context),
  ];
  try {
    await transact(items);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // The same request was faster, the client became inactive, or the account changed: read again.
    const [inserted, billable, account] = error.failed;
    if (inserted || billable || account) return create(request, context);
    throw realRecordsExist();
  }
  return store.fromRow(row);
}

/** A new subscription, before its charges are written. @throws Invalid if its dates are not possible */
export function plannedRow(
  { amount, ...input }: NewSubscription & Pick<store.Row, "id" | "currency">,
  { now, today }: ChangeContext,
): store.Row {
  const { next_billing_date, ...billing } = allowed(() => startBilling(input, today));
  return {
    ...input,
    ...billing,
    next_billing_date,
    next_charge: next_billing_date,
    open_charges: [],
    amount_cents: toCents(amount),
    service: input.service || undefined,
    created_at: now,
    version: 1,
  };
}

/** @throws Invalid with the sentence of a BillingDateError */
function allowed<T>(billing: () => T): T {
  try {
    return billing();
  } catch (error) {
    throw error instanceof BillingDateError ? new Invalid(error.message) : error;
  }
}
