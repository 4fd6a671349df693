import { formatDay } from "../../shared/dates.ts";
import { formatCents } from "../../shared/money.ts";
import { methodName } from "../../shared/subscriptions/subscription.ts";
import { Conflict } from "../platform/http/errors.ts";
import type { Reading } from "./reading.ts";
import { hasClient, isUndone, type PaymentRow } from "./rows.ts";

/** Names a payment for a sentence: `$149.99 for 2 periods, paid on Dec 24, 2026, M-Pesa, reference A`. */
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
    `paid on ${formatDay(paid_on)}`,
    methodName(method),
    reference && `reference ${reference}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/** @throws Conflict if the payment of an earlier attempt was undone since */
export function refuseUndone(payment: PaymentRow): void {
  if (!isUndone(payment)) return;
  const what = payment.refund_of ? "refund" : "payment";
  throw new Conflict(
    `This ${what} was recorded before, and undone: ${onRecordText(payment)}. Record it as a new ${what}.`,
  );
}

/** The payment that an earlier attempt stored under this id. @throws Conflict if it belongs to no client now */
export function storedEarlier(reading: Reading, id: string): PaymentRow | undefined {
  const present = reading.payment(id);
  if (present && !hasClient(present))
    throw new Conflict(
      "This payment is on record and belongs to no client now. Assign it under Unmatched payments.",
    );
  return present;
}
