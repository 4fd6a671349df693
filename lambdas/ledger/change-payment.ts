import type { ChangeContext } from "../platform/change-context.ts";
import { changedMeanwhile, notFound } from "../platform/http/refusals.ts";
import type { Reading } from "./account-reading.ts";
import { readPayment } from "./account-store.ts";
import { changeAccounts, type Decision } from "./change-accounts.ts";
import { type ClientPaymentRow, hasClient, isCounted, type PaymentRow } from "./payment-row.ts";

/** Changes the account of the client who has a payment. @throws NotFound if it does not count */
export async function changePayment<T>(
  id: string,
  context: ChangeContext,
  decide: (reading: Reading, payment: ClientPaymentRow) => Decision<T>,
  options?: Parameters<typeof changeAccounts>[3],
): Promise<T> {
  const { client_id } = counting(await readPayment(id));
  return changeAccounts(
    [client_id],
    context,
    (reading) => {
      const payment = counting(reading.payment(id));
      if (payment.client_id !== client_id) throw changedMeanwhile("this payment");
      return decide(reading, payment);
    },
    options,
  );
}

function counting(payment: PaymentRow | undefined): ClientPaymentRow {
  if (!payment || !hasClient(payment) || !isCounted(payment)) throw notFound("payment");
  return payment;
}
