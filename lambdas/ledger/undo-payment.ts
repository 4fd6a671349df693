import type { Account } from "../../shared/billing/account.ts";
import { undoPayment } from "../../shared/billing/payments.ts";
import type { OwedAmounts, PaymentAnswer } from "../../shared/clients/account.ts";
import * as clients from "../clients/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { removalMark } from "../platform/dynamo/changes.ts";
import { counterUpdates, paymentCounts } from "../platform/dynamo/counters.ts";
import { notFound } from "../platform/http/errors.ts";
import { accountChanges } from "./account-changes.ts";
import { changed } from "./change.ts";
import { inParts } from "./in-parts.ts";
import { paymentRecords } from "./payment-activity.ts";
import { owedIn, subscriptionsIn } from "./payment-answer.ts";
import { correctReceipt } from "./receipts.ts";
import { undoRefundOf } from "./refunds.ts";
import { isRecorded, type PaymentRow } from "./rows.ts";
import { getPayment, readAccount } from "./store.ts";
import { commit } from "./store-payment.ts";

export type Undone = {
  owed: OwedAmounts[];
  subscriptions?: PaymentAnswer["subscriptions"];
  note?: string | undefined;
};

type Options = {
  /** M-Pesa or the bank took it back. */
  isReversed?: boolean;
  /** Its money waits to be assigned again, also if somebody typed it. */
  isMoved?: boolean;
  /** What the activity says besides. */
  about?: (after: Account) => { subscription_id?: string; next_billing_date?: string };
};

/** Undoes a payment: everything that it paid is open again. @throws NotFound */
export async function undoById(id: string, context: ChangeContext, options: Options = {}): Promise<Undone> {
  const payment = await getPayment(id);
  if (!payment || !isRecorded(payment)) throw notFound("payment");
  if (payment.refund_of) return undoRefundOf(payment, context);
  return inParts(payment.client_id, context.today, () => undoOnce(id, context, options));
}

async function undoOnce(id: string, context: ChangeContext, options: Options): Promise<Undone> {
  const payment = await getPayment(id);
  if (!payment || !isRecorded(payment)) throw notFound("payment");
  const before = await readAccount(payment.client_id, [id]);
  const present = before.payments.find((one) => one.id === id);
  if (!present || !isRecorded(present)) throw notFound("payment");
  const client = await clients.get(payment.client_id);
  const [after] = changed(before, (account) => undoPayment(account, id, context.today));
  const { now: at, actor } = context;
  const undone: PaymentRow = {
    ...payment,
    state: options.isReversed ? "reversed" : "undone",
    undone_by: { at, name: actor.name },
    moved: options.isMoved || undefined,
  };
  // A sample's payment is deleted.
  const added = client?.sample ? [] : [undone];
  const changes = accountChanges(before, after, { today: context.today, added });
  const written = await commit(
    changes,
    [
      ...(client?.sample ? [removalMark("payments")] : counterUpdates(paymentCounts(payment), {})),
      ...paymentRecords("payment-undone", payment, undefined, context, options.about?.(after)),
    ],
    context,
  );
  if (!written) return undoOnce(id, context, options);
  const note = await correctReceipt(payment, context);
  return { owed: owedIn({ account: after }, context.today), subscriptions: subscriptionsIn(changes), note };
}
