import { fromCents } from "../../shared/money.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, changedMeanwhile } from "../platform/http/refusals.ts";
import * as activity from "../stores/activity-store.ts";
import type { Reading } from "./account-reading.ts";
import { getAnyPayment } from "./account-store.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { hasClient, isUndone } from "./rows.ts";
import { putUnmatched } from "./statement-lines.ts";
import { undoById } from "./undo-payment.ts";

/** M-Pesa or the bank took a payment back: it does not count any more, and waits for nobody. A repeat changes nothing. */
export async function reverse(id: string, context: ChangeContext): Promise<void> {
  const payment = await getAnyPayment(id);
  if (!payment || payment.state === "reversed") return;
  if (hasClient(payment)) {
    if (isUndone(payment)) return;
    if (payment.refund_of) throw new Conflict("A refund is not reversed by a statement. Undo it by hand.");
    await undoById(id, context, { isReversed: true });
    return;
  }
  await changeAccounts([], context, (reading) => reversal(reading, id, context));
}

function reversal(reading: Reading, id: string, context: ChangeContext): Decision<void> {
  const payment = reading.payment(id);
  if (!payment || payment.state === "reversed") return { changes: [], answer: undefined };
  if (hasClient(payment)) throw changedMeanwhile("this payment");
  const { cents, currency, paid_on, reference } = payment;
  const undone_by = { at: context.now, name: context.actor.name };
  return {
    changes: [],
    items: [
      putUnmatched({ ...payment, state: "reversed", chosen: undefined, undone_by }, payment),
      activity.eventRecord("line-reversed", { subject: activity.linesSubject }, context, {
        after: { amount: fromCents(cents), currency, paid_on, reference },
      }),
    ],
    answer: undefined,
  };
}
