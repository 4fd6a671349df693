import type { ChangeContext } from "../platform/change-context.ts";
import type { TransactItem } from "../platform/dynamo/database.ts";
import { Refusal } from "../platform/http/refusals.ts";
import { getAnyPayment } from "./account-store.ts";
import { recordFor } from "./assign-payment.ts";
import { changeAccounts } from "./change-accounts.ts";
import { type AnyPaymentRow, hasClient } from "./rows.ts";
import { putUnmatched } from "./statement-lines.ts";

/** The client whose payment it became, or why it was refused; neither if somebody else decided about it. */
export type Outcome = { client_id?: string; error?: string };

/**
 * Records an unmatched payment for the client who was chosen. If that is refused, it waits for another decision. A repeat
 * changes nothing.
 */
export async function recordChosen(id: string, context: ChangeContext): Promise<Outcome> {
  const payment = await getAnyPayment(id);
  if (!payment || hasClient(payment) || payment.state !== "unmatched" || !payment.chosen) return {};
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

const withoutChoice = (payment: AnyPaymentRow | undefined): TransactItem[] =>
  payment && !hasClient(payment) && payment.state === "unmatched" && payment.chosen
    ? [putUnmatched({ ...payment, chosen: undefined }, payment)]
    : [];
