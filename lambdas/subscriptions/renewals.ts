import { dateStays, renewBilling, undoBilling, unpaid } from "../../shared/billing.ts";
import type { Day } from "../../shared/day.ts";
import { toCents } from "../../shared/money.ts";
import { type NewRenewal, paidAhead, type Renewal, type Subscription } from "../../shared/subscriptions.ts";
import { type TransactItem, TransactionRefused, transact } from "../database.ts";
import { Conflict, changedMeanwhile, Invalid, notFound } from "../errors.ts";
import type { Moment } from "../moment.ts";
import * as records from "../renewals/store.ts";
import { allowed } from "./billing-rules.ts";
import * as subscriptions from "./store.ts";

/** The renewals on record, newest first. */
export async function list(subscriptionId: string): Promise<{ renewals: Renewal[]; unreadable?: number }> {
  const { rows, ...left } = await records.list(subscriptionId);
  if (rows.length === 0) await subscriptionOf(subscriptionId);
  return { renewals: rows.map(records.fromRow), ...left };
}

async function subscriptionOf(id: string): Promise<subscriptions.Row> {
  const row = await subscriptions.get(id);
  if (!row) throw notFound("subscription");
  return row;
}

type Renewed = { renewal: Renewal; subscription: Subscription };

/** Records that a period was paid and moves the billing date one occurrence on, once for each period. */
export async function renew(subscriptionId: string, input: NewRenewal, moment: Moment): Promise<Renewed> {
  const early = input.paid_on && paidAhead(input.paid_on, moment.today);
  if (early) throw new Invalid(early);
  const before = await subscriptionOf(subscriptionId);
  const recorded = await records.find({ subscription_id: subscriptionId, period: input.period });
  if (recorded) return recordedBefore(recorded);
  if (input.period !== before.next_billing_date) {
    throw new Conflict(`The period to pay next is ${before.next_billing_date}, not ${input.period}.`);
  }

  const paid = await records.newestPaid(before);
  const { next_billing_date, billing_anchor, frequency } = allowed(() =>
    renewBilling(before, input.period, paid),
  );
  const after = { ...before, next_billing_date, renewals: before.renewals + 1, version: before.version + 1 };
  const renewal: records.Row = {
    subscription_id: subscriptionId,
    period: input.period,
    paid_on: input.paid_on ?? moment.today,
    amount_cents: input.amount === undefined ? before.amount_cents : toCents(input.amount),
    reference: input.reference,
    recorded_at: moment.now,
    ...{ next_billing_date, billing_anchor, frequency },
  };
  try {
    await transact([records.record(renewal), subscriptions.replace(before, after)]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // Two people recorded the same payment: the one who came second gets the first one's record.
    const [alreadyRecorded] = error.failed;
    if (!alreadyRecorded) throw changedMeanwhile("this subscription");
    return renew(subscriptionId, input, moment);
  }
  return { renewal: records.fromRow(renewal), subscription: subscriptions.fromRow(after) };
}

/** The answer of the first time. A row from before paid periods were never due again is put right. */
async function recordedBefore(recorded: records.Row): Promise<Renewed> {
  // Read now: the renewal may have been recorded after the subscription was read.
  const before = await subscriptionOf(recorded.subscription_id);
  const { next_billing_date } = unpaid(before, await records.newestPaid(before));
  const after = { ...before, next_billing_date, version: before.version + 1 };
  const moves = next_billing_date !== before.next_billing_date;
  if (moves) await write([subscriptions.replace(before, after)]);
  return {
    renewal: records.fromRow(recorded),
    subscription: subscriptions.fromRow(moves ? after : before),
  };
}

/** Takes the newest renewal back: its period is unpaid again, and due if the schedule is still the same. */
export async function undo(subscriptionId: string, period: Day) {
  const before = await subscriptionOf(subscriptionId);
  const [newest, previous] = (await records.list(subscriptionId)).rows;
  if (newest?.period !== period) {
    throw (await records.find({ subscription_id: subscriptionId, period }))
      ? new Conflict("Only the newest renewal can be undone.")
      : notFound("renewal");
  }
  const after = {
    ...undoBilling(before, newest, previous),
    renewals: before.renewals - 1,
    version: before.version + 1,
  };
  await write([records.remove(newest), subscriptions.replace(before, after)]);
  const { next_billing_date } = after;
  return {
    subscription: subscriptions.fromRow(after),
    ...(next_billing_date !== period && { note: dateStays(next_billing_date, period) }),
  };
}

async function write(items: TransactItem[]): Promise<void> {
  try {
    await transact(items);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("this subscription") : error;
  }
}
