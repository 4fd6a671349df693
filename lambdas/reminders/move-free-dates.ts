import { freeBilling } from "../../shared/billing/next-billing-date.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { logFailure } from "../platform/log.ts";
import * as subscriptions from "../subscriptions/store.ts";

const CONCURRENCY = 10;

/**
 * Moves the passed dates of free subscriptions, which no payment moves. The next run moves those that somebody changes
 * at the same moment, that cannot be written, or for which no time is left.
 */
export async function moveFreeDates(
  free: readonly subscriptions.Row[],
  context: ChangeContext,
  hasTimeLeft: () => boolean,
): Promise<void> {
  const overdue = free.filter(({ next_billing_date }) => next_billing_date < context.today);
  for (let at = 0; at < overdue.length && hasTimeLeft(); at += CONCURRENCY)
    await Promise.all(overdue.slice(at, at + CONCURRENCY).map((row) => move(row, context)));
}

async function move(before: subscriptions.Row, context: ChangeContext): Promise<void> {
  const { next_billing_date } = freeBilling(before, context.today);
  // Unchanged at the end of the calendar, or with an unknown frequency.
  if (next_billing_date === before.next_billing_date) return;
  const after = { ...before, next_billing_date, version: before.version + 1 };
  try {
    await transact([subscriptions.replace(before, after), ...subscriptions.recordOf(before, after, context)]);
  } catch (error) {
    if (!(error instanceof TransactionRefused))
      logFailure("free date not moved", error, { subscription: before.id });
  }
}
