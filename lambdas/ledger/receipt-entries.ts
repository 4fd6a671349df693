import { hasReceipt } from "../../shared/billing/receipts.ts";
import type { Day } from "../../shared/day.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { variable } from "../platform/environment.ts";
import { logFailure } from "../platform/log.ts";
import type { Moment } from "../platform/moment.ts";
import type { Entry } from "../stores/outbox-store.ts";
import * as settings from "../stores/settings-store.ts";
import type { AccountItems } from "./account-items.ts";
import type { Reading } from "./account-reading.ts";
import type { ClientPaymentRow } from "./payment-row.ts";

export const receiptOf = ({ id, client_id, paid_on, cents, revision }: ClientPaymentRow) => ({
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
  { decided, company }: { decided?: boolean | undefined; company?: Settings } = {},
): Promise<true | undefined> {
  try {
    if (!hasReceipt(paid_on, today, { decided })) return undefined;
    return (company ?? (await settings.get())).send_receipts || undefined;
  } catch (error) {
    logFailure("receipts not looked up", error);
    return undefined;
  }
}

/** In seconds. Until then, nobody is told what is undone or taken back. */
export const noticeDelay = (): number => Number(variable("RECEIPT_DELAY_SECONDS"));

/** The receipt of a payment that is recorded or corrected. It goes out later, because the payment may be undone. */
export function receiptsOf(
  payment: ClientPaymentRow,
  { version: account_version }: Pick<AccountItems, "version">,
  { now }: Moment,
): Entry[] {
  if (!payment.receipt) return [];
  const job = { email: "receipt", ...receiptOf(payment), account_version, at: now } as const;
  return [{ queue: "emails", job, delaySeconds: noticeDelay() }];
}

/** The correction of a receipt that went out, or goes out now, and a sentence for the person who undoes the payment. */
export function correctionOf(reading: Reading, payment: ClientPaymentRow, { now }: Moment) {
  if (!payment.receipt || !reading.lastReceipt(receiptOf(payment))) return undefined;
  const { currency, method, reference } = payment;
  const job = { email: "correction", ...receiptOf(payment), currency, method, reference, at: now } as const;
  return {
    outbox: [{ queue: "emails", job }] satisfies Entry[],
    note: "The payment was undone. Its receipt had gone out: the client gets an email that it does not count.",
  };
}
