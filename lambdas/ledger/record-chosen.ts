import type { ChangeContext } from "../platform/change-context.ts";
import type { TransactItem } from "../platform/dynamo/database.ts";
import { Refusal } from "../platform/http/refusals.ts";
import { readPayment } from "./account-store.ts";
import { recordFor } from "./assign-payment.ts";
import { changeAccounts } from "./change-accounts.ts";
import type { PaymentRow } from "./payment-row.ts";
import { putPayment } from "./statement-lines.ts";

/** The client whose payment it became, or why it was refused; neither if somebody else decided about it. */
export type Outcome = { client_id?: string; error?: string };

/**
 * Records an unmatched payment for the client who was chosen. If that is refused, it waits for another decision. A repeat
 * changes nothing.
 */
export async function recordChosen(id: string, context: ChangeContext): Promise<Outcome> {
  const payment = await readPayment(id);
  if (payment?.state !== "unmatched" || !payment.chosen) return {};
  try {
    await recordFor(payment, payment.chosen, context);
    return { client_id: payment.chosen.client_id };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await changeAccounts([], context, (reading) => ({
      changes: [],
      items: withoutChoice(reading.payment(id)),
      answer: undefined,
    }));
    return { error: error.message };
  }
}

const withoutChoice = (payment: PaymentRow | undefined): TransactItem[] =>
  payment?.state === "unmatched" && payment.chosen
    ? [putPayment({ ...payment, chosen: undefined }, payment)]
    : [];
