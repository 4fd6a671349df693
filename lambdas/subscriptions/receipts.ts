import { dayAt } from "../../shared/day.ts";
import type { Renewal } from "../../shared/subscriptions/subscription.ts";
import { enqueue } from "../platform/email/queue.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import * as reminders from "../reminders/store.ts";
import * as records from "../renewals/store.ts";
import * as settings from "../settings/store.ts";

type Recorded = { renewal: Renewal; renewals?: Renewal[] };

/** Whether payments are acknowledged by email. That this could not be looked up must not keep one from being recorded. */
export async function receiptsAreOn(): Promise<boolean> {
  try {
    return (await settings.get()).send_receipts;
  } catch (error) {
    logFailure("receipts not looked up", error);
    return false;
  }
}

/**
 * Asks for the receipt of a payment, where receipts are on; however often it is asked for, one goes out. The payment is
 * stored: that no receipt could be asked for must not undo it. The next daily run asks for it again.
 */
export async function askForReceipt<R extends Recorded>(
  recorded: R,
  on: boolean,
  { now, today }: Moment,
): Promise<R> {
  const { renewal, renewals = [renewal] } = recorded;
  const { subscription_id, recorded_at } = renewal;
  const period = firstPeriodOf(renewals);
  // One of long ago that is recorded once more was acknowledged, or not, when it came.
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

/** Whether the client has a receipt of the newest payment, the one that can be undone. */
export async function hasReceipt(subscription_id: string): Promise<boolean> {
  const { rows } = await records.list(subscription_id);
  const [newest] = rows;
  if (!newest) return false;
  const { recorded_at } = newest;
  const period = firstPeriodOf(rows.filter((row) => row.recorded_at === recorded_at)) ?? newest.period;
  return reminders.receiptWentOut({ subscription_id, period, recorded_at });
}

/** What is said beside an undoing; undefined when there is nothing to say. */
export const undoNote = (note: string | undefined, receipt: boolean): string | undefined =>
  receipt
    ? [
        note ?? "The payment was undone.",
        "A receipt for it went out by email: tell the client that it does not count.",
      ].join(" ")
    : note;
