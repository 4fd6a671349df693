import { fromCents } from "../../shared/money.ts";
import * as activity from "../activity/store.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { tryTransact } from "../platform/dynamo/database.ts";
import { Conflict } from "../platform/http/errors.ts";
import { putUnmatched } from "./lines.ts";
import { hasClient, isUndone } from "./rows.ts";
import { getAnyPayment } from "./store.ts";
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
  const { cents, currency, paid_on, reference } = payment;
  const written = await tryTransact([
    putUnmatched(
      {
        ...payment,
        state: "reversed",
        chosen: undefined,
        undone_by: { at: context.now, name: context.actor.name },
      },
      payment,
    ),
    activity.eventRecord("line-reversed", { subject: activity.linesSubject }, context, {
      after: { amount: fromCents(cents), currency, paid_on, reference },
    }),
  ]);
  if (!written) await reverse(id, context);
}
