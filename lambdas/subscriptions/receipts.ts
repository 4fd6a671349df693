import { dayAt } from "../../shared/day.ts";
import type { Renewal } from "../../shared/subscriptions/subscription.ts";
import { enqueue } from "../platform/email/queue.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import * as reminders from "../reminders/store.ts";
import * as records from "../renewals/store.ts";
import * as settings from "../settings/store.ts";

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

/** Whether the client got a receipt for the newest payment, which is the one that can be undone. */
export async function hasReceipt(subscription_id: string): Promise<boolean> {
  const { rows } = await records.list(subscription_id);
  const [newest] = rows;
  if (!newest) return false;
  const { recorded_at } = newest;
  const period = firstPeriodOf(rows.filter((row) => row.recorded_at === recorded_at)) ?? newest.period;
  return reminders.receiptWentOut({ subscription_id, period, recorded_at });
}

/** The note for a person who undid a payment; undefined if there is none. */
export const undoNote = (note: string | undefined, receipt: boolean): string | undefined =>
  receipt
    ? [
        note ?? "The payment was undone.",
        "A receipt for it went out by email: tell the client that it does not count.",
      ].join(" ")
    : note;
