import { randomUUID } from "node:crypto";
import type { Account } from "../../shared/billing/account.ts";
import { addSubscription, changeSubscription } from "../../shared/billing/change-subscription.ts";
import { BillingDateError, startBilling } from "../../shared/billing/next-billing-date.ts";
import type { Day } from "../../shared/day.ts";
import { toCents } from "../../shared/money.ts";
import { omit } from "../../shared/omit.ts";
import type { NewSubscription, Subscription } from "../../shared/subscriptions/subscription.ts";
import { accountItems } from "../ledger/account-items.ts";
import type { Reading } from "../ledger/account-reading.ts";
import { billed, owing, subscriptionAfter } from "../ledger/billed-subscription.ts";
import { changeAccounts, type Decision } from "../ledger/change-accounts.ts";
import { changeDraft } from "../ledger/change-draft.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { type Counts, counterUpdatesIfOnlySamples, subscriptionCounts } from "../platform/dynamo/counters.ts";
import { Invalid, realRecordsExist, storedWithOtherContent } from "../platform/http/refusals.ts";
import { digestOf } from "../platform/http/request-digest.ts";
import * as activity from "../stores/activity-store.ts";
import * as settings from "../stores/settings-store.ts";
import * as store from "../stores/subscription-store.ts";
import { clientToBill, refuseMixing, stillBillable } from "./billable-client.ts";
import { billingChange, endMissing } from "./update.ts";

/** Creates a subscription with its charges. A repeat with the same id and content returns the current subscription. */
export async function create(request: NewSubscription, context: ChangeContext): Promise<Subscription> {
  const { id, ...input } = request;
  const currency = input.currency ?? (await settings.get()).default_currency;
  const named = { ...input, currency, id: id ?? randomUUID(), made_from: id && digestOf(input) };
  return changeAccounts([input.client_id], context, (reading) => created(reading, named, context));
}

function created(
  reading: Reading,
  { made_from, ...input }: NewSubscription & Pick<store.Row, "id" | "currency" | "made_from">,
  context: ChangeContext,
): Decision<Subscription> {
  const existing = made_from && reading.subscription(input.id);
  if (existing) {
    if (existing.made_from !== made_from) throw storedWithOtherContent("subscription");
    const { account, row } = reading.account(existing.client_id);
    return { changes: [], answer: store.fromOwing(owing(existing, account.charges, row?.version)) };
  }
  const client = clientToBill(reading.client(input.client_id));
  refuseMixing(input, client);
  const before = reading.account(client.id);
  const planned: store.Row = { ...plannedRow(input, context), made_from };
  const [after] = changeDraft(before, (account) => addPlanned(account, planned, input, context.today));
  const row = subscriptionAfter(planned, after);
  const counts = subscriptionCounts(row);
  const change = accountItems(before, after, { today: context.today, writtenByCaller: [row] });
  return {
    changes: [change],
    items: [
      store.insert(row),
      stillBillable(client),
      ...activity.changeRecords("subscription-added", store.aboutOf(row), {}, store.fromRow(row), context),
    ],
    ...(row.sample ? { conditions: onlySamples(counts) } : { counts: [{}, counts] as const }),
    answer: store.fromOwing(owing(row, after.charges, change.version)),
  };
}

/** Adds a planned subscription to an account, with what is agreed for a day to come. */
export function addPlanned(
  account: Account,
  planned: store.Row,
  { next_price, ends_on }: Pick<NewSubscription, "next_price" | "ends_on">,
  today: Day,
): void {
  const hasEnded = planned.status === "inactive";
  addSubscription(account, { ...billed(planned), ends_on: hasEnded ? planned.ends_on : undefined }, today);
  const change = { next_price, ends_on: hasEnded ? undefined : ends_on };
  if (change.next_price || change.ends_on)
    changeSubscription(account, planned.id, billingChange(planned, change), {}, today);
}

const onlySamples = (counts: Counts) =>
  counterUpdatesIfOnlySamples({}, counts).map((item) => ({ item, refusal: realRecordsExist }));

/** A new subscription, before its charges are written. @throws Invalid if its dates are not possible */
export function plannedRow(
  { amount, ...given }: NewSubscription & Pick<store.Row, "id" | "currency">,
  { now, today }: ChangeContext,
): store.Row {
  const { ends_on, end_reason } = given;
  if (end_reason && !ends_on) throw new Invalid(endMissing);
  const input = omit(given, "next_price", "ends_on", "end_reason");
  const { next_billing_date, ...billing } = allowed(() => startBilling(input, today));
  return {
    ...input,
    ...billing,
    next_billing_date,
    next_charge: next_billing_date,
    amount_cents: toCents(amount),
    service: input.service || undefined,
    ...(ends_on && { ends_on, end_reason }),
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
