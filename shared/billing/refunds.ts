import { type Currency, formatCents } from "../money.ts";
import { type AnyAccount, creditOf } from "./account.ts";
import { AccountError } from "./charges.ts";

/** The cents that a refund takes from a payment. */
export type RefundedPart = { id: string; cents: number };

/**
 * Pays credit back, from the oldest payments first. Tax that was withheld is no money that we have.
 * @throws AccountError if there is less credit
 */
export function refundCredit(account: AnyAccount, currency: Currency, cents: number): RefundedPart[] {
  const parts: RefundedPart[] = [];
  let remaining = cents;
  for (const payment of account.payments) {
    const taken =
      payment.currency === currency && !payment.is_tax ? Math.min(remaining, creditOf(payment)) : 0;
    if (taken <= 0) continue;
    payment.refunded_cents = (payment.refunded_cents ?? 0) + taken;
    parts.push({ id: payment.id, cents: taken });
    remaining -= taken;
  }
  if (remaining > 0)
    throw new AccountError(`Only ${formatCents(cents - remaining, currency)} of credit is there to refund.`);
  return parts;
}

/** Makes refunded money credit again. */
export function undoRefund(account: AnyAccount, parts: readonly RefundedPart[]): void {
  for (const { id, cents } of parts) {
    const payment = account.payments.find((payment) => payment.id === id);
    if (!payment) throw new AccountError("The payment of this refund is not on record.");
    payment.refunded_cents = (payment.refunded_cents ?? 0) - cents || undefined;
  }
}
