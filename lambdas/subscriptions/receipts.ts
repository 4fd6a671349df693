import { dayAt } from "../../shared/day.ts";
import type { Renewal } from "../../shared/subscriptions/subscription.ts";
import { renewalsOf } from "../billing/renewals.ts";
import { enqueue } from "../platform/email/queue.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import * as reminders from "../reminders/store.ts";
import * as settings from "../settings/store.ts";
import { subscriptionOf } from "./renewals.ts";

type Recorded = { renewal: Renewal; renewals?: Renewal[] };

/** Whether clients get receipts. If this cannot be read, the payment is still recorded. */
export async function receiptsAreOn(): Promise<boolean> {
  try {
    return (await settings.get()).send_receipts;
  } catch (error) {
    logFailure("receipts not looked up", error);
    return false;
  }
}

/**
 * Queues the receipt of a payment if receipts are on. It is sent once, however often it is queued. If it cannot be queued,
 * the payment stays stored, and the next daily run queues the receipt.
 */
export async function askForReceipt<R extends Recorded>(
  recorded: R,
  on: boolean,
  { now, today }: Moment,
): Promise<R> {
  const { renewal, renewals = [renewal] } = recorded;
  const { subscription_id, recorded_at } = renewal;
  const period = firstPeriodOf(renewals);
  // A repeat of an old payment: its receipt was decided on then.
  const isNew = dayAt(Date.parse(recorded_at)) === today;
  try {
    if (on && period && isNew && renewals.some(({ amount }) => amount > 0))
      await enqueue(
        [{ email: "receipt", subscription_id, period, recorded_at, at: now }],
        AbortSignal.timeout(2_000),
      );
  } catch (error) {
    logFailure("receipt not asked for", error, { subscription: subscription_id });
  }
  return recorded;
}

const firstPeriodOf = (rows: { period: string }[]) => rows.map(({ period }) => period).sort()[0];

/** Whether the client got a receipt for a payment of a period. */
export async function hasReceipt(
  subscription_id: string,
  { period, id }: { period: string; id?: string | undefined },
): Promise<boolean> {
  const row = await subscriptionOf(subscription_id);
  const { renewals: all } = await renewalsOf(row);
  const found = all.find((one) => one.period === period && (id === undefined || one.id === id));
  if (!found) return false;
  const { recorded_at } = found;
  const first = firstPeriodOf(all.filter((one) => one.id === found.id)) ?? period;
  return reminders.receiptWentOut({ subscription_id, period: first, recorded_at });
}

/** The note for a person who undid a payment with a receipt. */
export const undoNote = (receipt: boolean): string | undefined =>
  receipt
    ? "The payment was undone. A receipt for it went out by email: tell the client that it does not count."
    : undefined;
