import { formatCents } from "../../shared/money.ts";
import { methodName } from "../../shared/subscriptions/subscription.ts";
import type { PaymentRow } from "./rows.ts";

/** Names a payment for a sentence: `$149.99 for 2 periods, paid on 2026-12-24, M-Pesa, reference A`. */
export function onRecordText({
  cents,
  currency,
  paid_on,
  method,
  reference,
  allocations,
}: PaymentRow): string {
  return [
    `${formatCents(cents, currency)}${allocations.length > 1 ? ` for ${allocations.length} periods` : ""}`,
    `paid on ${paid_on}`,
    methodName(method),
    reference && `reference ${reference}`,
  ]
    .filter(Boolean)
    .join(", ");
}
