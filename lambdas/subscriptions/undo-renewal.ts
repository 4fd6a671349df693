import { undoPayment } from "../../shared/billing/payments.ts";
import type { Day } from "../../shared/day.ts";
import type { Subscription } from "../../shared/subscriptions/subscription.ts";
import { accountChanges } from "../billing/account-changes.ts";
import { changed, checkSize } from "../billing/change.ts";
import { paymentRecords } from "../billing/payment-activity.ts";
import { correctReceipt } from "../billing/receipts.ts";
import { findAllocation } from "../billing/renewals.ts";
import { chargesOfClient, readAccount, readPayments } from "../billing/store.ts";
import { subscriptionAfter } from "../billing/subscription-fields.ts";
import * as lines from "../payments/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { counterUpdates, paymentCounts } from "../platform/dynamo/counters.ts";
import { TransactionRefused, transact } from "../platform/dynamo/database.ts";
import { Conflict, notFound } from "../platform/http/errors.ts";
import { subscriptionOf } from "./renewals.ts";
import * as subscriptions from "./store.ts";

/** Undoes a payment: everything that it paid is open again. `id` names it if the period has several. */
export async function undo(
  subscriptionId: string,
  { period, id }: { period: Day; id?: string | undefined },
  context: ChangeContext,
): Promise<{ subscription: Subscription; note?: string | undefined }> {
  const row = await subscriptionOf(subscriptionId);
  const [charge] = await chargesOfClient(row.client_id, `${subscriptionId}#${period}`);
  const payments = await readPayments(charge?.paid_by ?? []);
  const asked = payments.filter((payment) => id === undefined || payment.id === id);
  const [payment] = asked;
  if (!payment || !findAllocation(payment, { subscription_id: subscriptionId, period }))
    throw notFound("renewal");
  if (asked.length > 1)
    throw new Conflict("There are several payments of that period: name the one to undo by its id.");
  const stored = await readAccount(row.client_id, [payment.id]);
  if (!stored.payments.some((one) => one.id === payment.id)) throw notFound("renewal");
  const [after] = changed(stored, (account) => undoPayment(account, payment.id, context.today));
  const { next_billing_date } = subscriptionAfter(row, after);
  const items = [
    ...accountChanges(stored, after, { today: context.today }).items,
    ...(payment.line === undefined ? [] : [lines.undoItem(payment.line, context)]),
    ...(row.sample ? [] : counterUpdates(paymentCounts(payment), {})),
    ...paymentRecords("payment-undone", payment, undefined, context, {
      subscription_id: subscriptionId,
      next_billing_date,
    }),
  ];
  checkSize(items);
  try {
    await transact(items);
  } catch (error) {
    if (!(error instanceof TransactionRefused)) throw error;
    return undo(subscriptionId, { period, id }, context);
  }
  const note = await correctReceipt(payment, context);
  return { subscription: subscriptions.fromRow(await subscriptionOf(subscriptionId)), note };
}
