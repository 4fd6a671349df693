import type { ChangeContext } from "../platform/change-context.ts";
import { changedMeanwhile, notFound } from "../platform/http/refusals.ts";
import type { Reading } from "./account-reading.ts";
import { getAnyPayment } from "./account-store.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { type AnyPaymentRow, hasClient, isRecorded, type PaymentRow } from "./rows.ts";

/** Changes the account of the client who has a payment. @throws NotFound if it does not count */
export async function changePayment<T>(
  id: string,
  context: ChangeContext,
  decide: (reading: Reading, payment: PaymentRow) => Decision<T>,
  options?: Parameters<typeof changeAccounts>[3],
): Promise<T> {
  const { client_id } = recorded(await getAnyPayment(id));
  return changeAccounts(
    [client_id],
    context,
    (reading) => {
      const payment = recorded(reading.payment(id));
      if (payment.client_id !== client_id) throw changedMeanwhile("this payment");
      return decide(reading, payment);
    },
    options,
  );
}

function recorded(payment: AnyPaymentRow | undefined): PaymentRow {
  if (!payment || !hasClient(payment) || !isRecorded(payment)) throw notFound("payment");
  return payment;
}
