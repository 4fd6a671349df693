import { randomUUID } from "node:crypto";
import { startBilling } from "../../shared/billing/next-billing-date.ts";
import { toCents } from "../../shared/money.ts";
import type { NewSubscription, Subscription } from "../../shared/subscriptions/subscription.ts";
import * as activity from "../activity/store.ts";
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
import { clientToBill, stillBillable } from "./billable-client.ts";
import { allowed } from "./billing-rules.ts";
import * as store from "./store.ts";

/** Creates a subscription. A repeat with the same id and content returns the current subscription. */
export async function create(request: NewSubscription, context: ChangeContext): Promise<Subscription> {
  const { id, ...input } = request;
  const made_from = id && digestOf(input);
  const existing = id && (await store.get(id));
  if (existing) {
    if (existing.made_from !== made_from) throw storedWithOtherContent("subscription");
    return store.fromRow(existing);
  }
  const { amount, sample, ...fields } = input;
  const client = await clientToBill(input.client_id);
  if (sample && !client.sample) throw new Invalid("Sample subscriptions belong to sample clients.");
  const row: store.Row = {
    ...fields,
    currency: input.currency ?? (await settings.get()).default_currency,
    ...allowed(() => startBilling(input, context.today)),
    amount_cents: toCents(amount),
    service: input.service || undefined,
    // All data of a sample client is deleted with the samples.
    sample: client.sample,
    id: id ?? randomUUID(),
    created_at: context.now,
    version: 1,
    renewals: 0,
    made_from,
  };
  const counts = subscriptionCounts(row);
  try {
    await transact([
      store.insert(row),
      stillBillable(client),
      ...(sample ? counterUpdatesIfOnlySamples({}, counts) : counterUpdates({}, counts)),
      ...activity.changeRecords("subscription-added", store.aboutOf(row), {}, store.fromRow(row), context),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // The same request was faster, or the client became inactive or real: read again.
    if (error.failed[0] || error.failed[1]) return create(request, context);
    throw realRecordsExist();
  }
  return store.fromRow(row);
}
