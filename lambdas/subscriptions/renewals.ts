import { GetCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod/mini";
import { followingDate, isOnSchedule } from "../../shared/billing.ts";
import type { Day } from "../../shared/day.ts";
import { Cents, fromCents, toCents } from "../../shared/money.ts";
import { type NewRenewal, paidAhead, Renewal, type Subscription } from "../../shared/subscriptions.ts";
import { database, TransactionRefused, table, transact } from "../database.ts";
import { changedMeanwhile, HttpError, type Moment, notFound } from "../http.ts";
import { read, readable } from "../rows.ts";
import * as subscriptions from "./store.ts";

const Row = z.extend(z.omit(Renewal, { amount: true }), { amount_cents: Cents });
type Row = z.output<typeof Row>;

const fromRow = ({ amount_cents, ...rest }: Row): Renewal => ({ ...rest, amount: fromCents(amount_cents) });

/** The renewals on record, newest first. */
export async function list(subscriptionId: string): Promise<{ renewals: Renewal[]; unreadable?: number }> {
  const items: Record<string, unknown>[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await database.send(
      new QueryCommand({
        TableName: table("renewals"),
        KeyConditionExpression: "subscription_id = :id",
        ExpressionAttributeValues: { ":id": subscriptionId },
        ScanIndexForward: false,
        ConsistentRead: true,
        ExclusiveStartKey: from,
      }),
    );
    items.push(...(page.Items ?? []));
    from = page.LastEvaluatedKey;
  } while (from);
  if (items.length === 0) await subscriptionOf(subscriptionId);
  const { rows, ...left } = readable(Row, items);
  return { renewals: rows.map(fromRow), ...left };
}

async function find(subscriptionId: string, period: Day): Promise<Row | undefined> {
  const { Item } = await database.send(
    new GetCommand({
      TableName: table("renewals"),
      Key: { subscription_id: subscriptionId, period },
      ConsistentRead: true,
    }),
  );
  return Item && read(Row, Item);
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
  if (early) throw new HttpError(400, early);
  const before = await subscriptionOf(subscriptionId);
  const recorded = await find(subscriptionId, input.period);
  if (recorded) {
    // Read again: the renewal may have been recorded after the subscription was read.
    const renewed = await subscriptionOf(subscriptionId);
    return { renewal: fromRow(recorded), subscription: subscriptions.fromRow(renewed) };
  }
  if (input.period !== before.next_billing_date) {
    throw new HttpError(409, `The period to pay next is ${before.next_billing_date}, not ${input.period}.`);
  }

  const schedule = { anchor: before.billing_anchor, frequency: before.frequency };
  const next_billing_date = followingDate(schedule, input.period);
  const after = { ...before, next_billing_date, renewals: before.renewals + 1, version: before.version + 1 };
  const renewal: Row = {
    subscription_id: subscriptionId,
    period: input.period,
    paid_on: input.paid_on ?? moment.today,
    amount_cents: input.amount === undefined ? before.amount_cents : toCents(input.amount),
    reference: input.reference,
    next_billing_date,
    recorded_at: moment.now,
  };
  try {
    await transact([
      {
        Put: {
          TableName: table("renewals"),
          Item: renewal,
          ConditionExpression: "attribute_not_exists(subscription_id)",
        },
      },
      subscriptions.replace(before, after),
    ]);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    // Two people recorded the same payment: the one who came second gets the first one's record.
    const [alreadyRecorded] = error.failed;
    if (!alreadyRecorded) throw changedMeanwhile("this subscription");
    return renew(subscriptionId, input, moment);
  }
  return { renewal: fromRow(renewal), subscription: subscriptions.fromRow(after) };
}

/** Takes the newest renewal back: its period is unpaid again. */
export async function undo(subscriptionId: string, period: Day): Promise<Subscription> {
  const before = await subscriptionOf(subscriptionId);
  const [newest] = (await list(subscriptionId)).renewals;
  if (newest?.period !== period) {
    throw (await find(subscriptionId, period))
      ? new HttpError(409, "Only the newest renewal can be undone.")
      : notFound("renewal");
  }
  if (before.next_billing_date !== newest.next_billing_date) {
    throw new HttpError(409, "The billing date was changed after this renewal, so it cannot be undone.");
  }
  const schedule = { anchor: before.billing_anchor, frequency: before.frequency };
  const after = {
    ...before,
    next_billing_date: period,
    // A frequency changed since then counts from a later day.
    billing_anchor: isOnSchedule(schedule, period) ? before.billing_anchor : period,
    renewals: before.renewals - 1,
    version: before.version + 1,
  };
  try {
    await transact([
      {
        Delete: {
          TableName: table("renewals"),
          Key: { subscription_id: subscriptionId, period },
          ConditionExpression: "attribute_exists(subscription_id)",
        },
      },
      subscriptions.replace(before, after),
    ]);
  } catch (error) {
    throw error instanceof TransactionRefused ? changedMeanwhile("this subscription") : error;
  }
  return subscriptions.fromRow(after);
}
