import type { Day } from "../../shared/day.ts";
import type { Subscription } from "../../shared/subscriptions/subscription.ts";
import { findAllocation } from "../ledger/renewals.ts";
import { isRecorded } from "../ledger/rows.ts";
import { chargesOfClient, readPayments } from "../ledger/store.ts";
import { subscriptionAfter } from "../ledger/subscription-fields.ts";
import { undoById } from "../ledger/undo-payment.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, notFound } from "../platform/http/errors.ts";
import { presentSubscription, subscriptionOf } from "./renewals.ts";

/** Undoes a payment: everything that it paid is open again. `id` names it if the period has several. */
export async function undo(
  subscriptionId: string,
  { period, id }: { period: Day; id?: string | undefined },
  context: ChangeContext,
): Promise<{ subscription: Subscription; note?: string | undefined }> {
  const row = await subscriptionOf(subscriptionId);
  const [charge] = await chargesOfClient(row.client_id, `${subscriptionId}#${period}`);
  const payments = (await readPayments(charge?.paid_by ?? [])).filter(isRecorded);
  const asked = payments.filter((payment) => id === undefined || payment.id === id);
  const [payment] = asked;
  if (!payment || !findAllocation(payment, { subscription_id: subscriptionId, period }))
    throw notFound("renewal");
  if (asked.length > 1)
    throw new Conflict("There are several payments of that period: name the one to undo by its id.");
  const { note } = await undoById(payment.id, context, {
    about: (after) => ({
      subscription_id: subscriptionId,
      next_billing_date: subscriptionAfter(row, after).next_billing_date,
    }),
  });
  return { subscription: await presentSubscription(subscriptionId), note };
}
