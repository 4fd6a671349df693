import { type AnyAccount, type Charge, periodOf } from "../../shared/billing/account.ts";
import { isInvoiced, type LoweringReason } from "../../shared/billing/invoicing.ts";
import { fromCents } from "../../shared/money.ts";
import type { ChangeContext } from "../platform/change-context.ts";
import * as activity from "../stores/activity-store.ts";
import type { PaperRow } from "./paper-row.ts";
import { factsOf, paidCharges } from "./payment-answer.ts";
import type { ClientPaymentRow, UnmatchedRow } from "./payment-row.ts";

/** A payment as the activity shows it: its first period, and all that was paid. */
function paymentOf(payment: ClientPaymentRow) {
  const sorted = paidCharges(payment);
  const [first, last] = [sorted[0], sorted.at(-1)];
  return {
    ...factsOf(payment),
    ...(first && { subscription_id: first.subscription_id, period: first.period, part: first.part }),
    amount: fromCents(payment.cents),
    ...(sorted.length > 1 && { periods: sorted.length }),
    ...(last && { next_billing_date: last.next_billing_date }),
  };
}

/** The activity records of what a payment waived. */
export const waiverRecords = (
  before: AnyAccount,
  after: AnyAccount,
  papers: readonly PaperRow[],
  { id, client_id: subject }: ClientPaymentRow,
  context: ChangeContext,
) =>
  after.charges.flatMap((charge) => {
    const { id: charge_id, waived_by, waived_cents = 0, subscription_id, due: period, currency } = charge;
    const earlier = before.charges.find((candidate) => candidate.id === charge_id);
    if (waived_by !== id || earlier?.waived_by === id || waived_cents === 0) return [];
    const values = {
      period,
      amount: fromCents(waived_cents),
      waived: true,
      currency,
      reason: "Paid in full",
      ...whyWaived(earlier, charge, papers),
    };
    return [activity.eventRecord("charge-changed", { subject, subscription_id }, context, { after: values })];
  });

/** What was said of a waiver, if an invoice is older than it or says something else. */
function whyWaived(
  before: Charge | undefined,
  { id, not_collectible_cents = 0 }: Charge,
  papers: readonly PaperRow[],
): { why?: LoweringReason } {
  if (not_collectible_cents > (before?.not_collectible_cents ?? 0)) {
    const isOnInvoice = papers.some(({ lines }) => lines.some(({ charge }) => charge === id));
    return isOnInvoice || (before && isInvoiced(before)) ? { why: "not_collectible" } : {};
  }
  return before && isInvoiced(before) ? { why: "reduced" } : {};
}

/** The activity record of what became of a payment that nobody has. */
export const lineRecord = (
  kind: "line-ignored" | "line-restored" | "line-reversed",
  { cents, currency, paid_on, reference }: UnmatchedRow,
  context: ChangeContext,
  reason?: string,
) =>
  activity.eventRecord(kind, { subject: activity.linesSubject }, context, {
    after: { amount: fromCents(cents), currency, paid_on, reference, reason },
  });

/** The activity records of a payment that was recorded, corrected or undone. */
export function paymentRecords(
  kind: "payment-recorded" | "payment-corrected" | "payment-undone",
  before: ClientPaymentRow | undefined,
  after: ClientPaymentRow | undefined,
  context: ChangeContext,
) {
  const payment = (after ?? before) as ClientPaymentRow;
  const about = {
    subject: payment.client_id,
    subscription_id: periodOf(payment.allocations[0]?.charge_id ?? "")?.subscription_id,
    payment_id: payment.id,
  };
  return activity.changeRecords(
    kind,
    about,
    before ? { ...paymentOf(before) } : {},
    after ? { ...paymentOf(after) } : {},
    context,
  );
}
