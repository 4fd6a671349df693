import { hasReceipt } from "../../shared/billing/receipts.ts";
import { type Day, dayAt } from "../../shared/day.ts";
import { enqueue } from "../platform/email/queue.ts";
import { variable } from "../platform/environment.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import * as reminders from "../reminders/store.ts";
import * as settings from "../settings/store.ts";
import type { PaymentRow } from "./rows.ts";

export const receiptOf = ({ id, client_id, paid_on, cents, revision }: PaymentRow) => ({
  client_id,
  payment_id: id,
  paid_on,
  cents,
  revision,
});

/** Whether a payment gets a receipt. If the settings cannot be read, the payment is still recorded. */
export async function wantsReceipt(
  paid_on: Day,
  { today }: Moment,
  decided?: boolean,
): Promise<true | undefined> {
  try {
    return (hasReceipt(paid_on, today, decided) && (await settings.get()).send_receipts) || undefined;
  } catch (error) {
    logFailure("receipts not looked up", error);
    return undefined;
  }
}

/** In seconds. Until then an undone payment gets no receipt. */
export const receiptDelay = (): number => Number(variable("RECEIPT_DELAY_SECONDS"));

const TIMEOUT_MS = 2_000;

/**
 * Queues the receipt of a payment that was just recorded or corrected. It is sent once, however often it is queued. If it
 * cannot be queued, the payment stays stored, and the next daily run queues the receipt.
 */
export async function queueReceipt(payment: PaymentRow, { now }: Moment): Promise<void> {
  if (!payment.receipt) return;
  try {
    await enqueue([{ email: "receipt", ...receiptOf(payment), at: now }], {
      delaySeconds: receiptDelay(),
      abortSignal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    logFailure("receipt not queued", error, { payment: payment.id });
  }
}

/** A repeated request queues it too, because the first one may have been interrupted; not on a later day. */
export const receiptAgain = (payment: PaymentRow, { today }: Moment): PaymentRow[] =>
  dayAt(Date.parse(payment.recorded_at)) === today ? [payment] : [];

/**
 * Queues the correction of the receipt of an undone payment, and returns a sentence for the person who undid it. The next
 * daily run queues what cannot be queued now.
 */
export async function correctReceipt(payment: PaymentRow, { now }: Moment): Promise<string | undefined> {
  if (!payment.receipt) return undefined;
  try {
    if (!(await reminders.lastReceipt(receiptOf(payment)))) return undefined;
    const { currency, method, reference } = payment;
    await enqueue([{ email: "correction", ...receiptOf(payment), currency, method, reference, at: now }], {
      abortSignal: AbortSignal.timeout(TIMEOUT_MS),
    });
  } catch (error) {
    logFailure("receipt not corrected", error, { payment: payment.id });
  }
  return "The payment was undone. Its receipt had gone out: the client gets an email that it does not count.";
}
