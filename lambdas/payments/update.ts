import type { PaymentAnswer, PaymentChange } from "../../shared/payments/client-account.ts";
import { readPayment } from "../ledger/account-store.ts";
import { assign, setState } from "../ledger/assign-payment.ts";
import { correct } from "../ledger/correct-payment.ts";
import { allocationsOf } from "../ledger/payment-answer.ts";
import { hasClient } from "../ledger/payment-row.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import { Invalid } from "../platform/http/refusals.ts";

/** Corrects a payment, assigns it, or decides whether it waits. What is sent together and cannot be applied is refused. */
export async function changePayment(
  id: string,
  { client_id, state, reason, ...change }: PaymentChange,
  context: ChangeContext,
): Promise<PaymentAnswer> {
  const { to, credit, ...corrections } = change;
  const isCorrection = Object.keys(corrections).length > 0;
  if (state) {
    if (client_id !== undefined || isCorrection || to || credit !== undefined)
      throw new Invalid("A payment that waits or is ignored is of nobody: send `state` and `reason` alone.");
    return setState(id, { state, reason }, context);
  }
  if (reason !== undefined)
    throw new Invalid("A reason says why a payment is ignored: send it with `state`.");
  if (client_id === undefined) return correct(id, change, context);
  const present = await readPayment(id);
  if (present && hasClient(present) && present.client_id === client_id) {
    if (isCorrection) return correct(id, change, context);
    // The money is here, so what pays no charge is credit, as when it was assigned.
    if (to) return correct(id, { to, credit: true }, context);
  }
  if (isCorrection || credit === false)
    throw new Invalid("Assign the payment to the other client first, then correct it there.");
  return assign(id, { client_id, to: to && allocationsOf(to) }, context);
}
