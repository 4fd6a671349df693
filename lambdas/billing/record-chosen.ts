import type { ChangeContext } from "../platform/change-context.ts";
import { tryTransact } from "../platform/dynamo/database.ts";
import { Refusal } from "../platform/http/errors.ts";
import { assign } from "./assign-payment.ts";
import { putUnmatched } from "./lines.ts";
import { hasClient } from "./rows.ts";
import { getAnyPayment } from "./store.ts";

/**
 * Records an unmatched payment for the client who was chosen. If that is refused, it waits for another decision, and the
 * reason is returned. A repeat changes nothing.
 */
export async function recordChosen(id: string, context: ChangeContext): Promise<{ error?: string }> {
  const payment = await getAnyPayment(id);
  if (!payment || hasClient(payment) || payment.state !== "unmatched" || !payment.chosen) return {};
  try {
    await assign(id, payment.chosen, context);
    return {};
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    await tryTransact([putUnmatched({ ...payment, chosen: undefined }, payment)]);
    return { error: error.message };
  }
}
