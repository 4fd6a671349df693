import type { ChangeContext } from "../platform/change-context.ts";
import { Conflict, changedMeanwhile } from "../platform/http/refusals.ts";
import type { Reading } from "./account-reading.ts";
import { readPayment } from "./account-store.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { lineRecord } from "./payment-activity.ts";
import { hasClient } from "./payment-row.ts";
import { putPayment } from "./statement-lines.ts";
import { undoById } from "./undo-payment.ts";

/** M-Pesa or the bank took a payment back: it does not count any more, and waits for nobody. A repeat changes nothing. */
export async function reverse(id: string, context: ChangeContext): Promise<void> {
  const payment = await readPayment(id);
  if (!payment || payment.state === "reversed" || payment.state === "undone") return;
  if (payment.state === "refund")
    throw new Conflict("A refund is not reversed by a statement. Undo it by hand.");
  if (payment.state === "recorded") await undoById(id, context, "reversal");
  else await changeAccounts([], context, (reading) => reversal(reading, id, context));
}

function reversal(reading: Reading, id: string, context: ChangeContext): Decision<void> {
  const payment = reading.payment(id);
  if (!payment || payment.state === "reversed") return { changes: [], answer: undefined };
  if (hasClient(payment) || payment.state === "announced") throw changedMeanwhile("this payment");
  const undone_by = { at: context.now, name: context.actor.name };
  return {
    changes: [],
    items: [
      putPayment({ ...payment, state: "reversed", chosen: undefined, undone_by }, payment),
      lineRecord("line-reversed", payment, context),
    ],
    answer: undefined,
  };
}
