import { type Charge, isWaived } from "../../shared/billing/account.ts";
import { formatDay } from "../../shared/dates.ts";
import { formatCents } from "../../shared/money.ts";
import { methodName } from "../../shared/subscriptions/subscription.ts";
import { Conflict } from "../platform/http/refusals.ts";
import type { Reading } from "./account-reading.ts";
import { type ClientPaymentRow, hasClient } from "./payment-row.ts";

/** Names a payment for a sentence: `$149.99 for 2 charges, paid on Dec 24, 2026, M-Pesa, reference A`. */
export function onRecordText({
  cents,
  currency,
  paid_on,
  method,
  reference,
  allocations,
}: ClientPaymentRow): string {
  return [
    `${formatCents(cents, currency)}${allocations.length > 1 ? ` for ${allocations.length} charges` : ""}`,
    `paid on ${formatDay(paid_on)}`,
    methodName(method),
    reference && `reference ${reference}`,
  ]
    .filter(Boolean)
    .join(", ");
}

/**
 * The payment or refund that this request repeats; undefined if it is new.
 * @throws Conflict if another request stored it, or if it was undone since or belongs to no client now
 */
export function findRepeat(
  reading: Reading,
  { id, client_id, made_from }: Pick<ClientPaymentRow, "id" | "client_id" | "made_from">,
): ClientPaymentRow | undefined {
  const present = reading.payment(id);
  if (!present) return undefined;
  if (!hasClient(present))
    throw new Conflict(
      "This payment is on record and belongs to no client now. Assign it under Unmatched payments.",
    );
  const what = present.refund_of ? "refund" : "payment";
  const text = onRecordText(present);
  if (present.client_id !== client_id || present.made_from !== made_from)
    throw new Conflict(`This ${what} was stored by an earlier attempt, with other content: ${text}.`);
  if (present.state === "undone")
    throw new Conflict(`This ${what} was recorded before, and undone: ${text}. Record it as a new ${what}.`);
  return present;
}

/** The payment that closed a charge, for a sentence; undefined if somebody waived all of it. */
export function paidByText(reading: Reading, client_id: string, charge: Charge): string | undefined {
  const payment = reading
    .paymentsOf(client_id, charge.paid_by ?? [])
    .findLast(({ allocations }) => allocations.some(({ charge_id }) => charge_id === charge.id));
  return payment && `${isWaived(charge) ? " after a part was paid" : ""}: ${onRecordText(payment)}`;
}
