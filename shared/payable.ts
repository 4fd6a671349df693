import { BillingRefused } from "./billing.ts";
import type { Day } from "./day.ts";
import { toCents } from "./money.ts";
import { duePeriods } from "./paying.ts";
import { mostPeriods, type Subscription } from "./subscriptions.ts";

/** The next periods of a subscription, as many as one payment can be for, or is, and the calendar has. */
export function periodsOf(sold: Subscription, atMost = mostPeriods) {
  const parts = toCents(sold.paid ?? 0);
  const payable = { ...sold, amount_cents: toCents(sold.amount) };
  const partsOf = (period: Day) => (period === sold.next_billing_date ? parts : 0);
  for (let most = atMost; most > 0; most -= 1)
    try {
      return duePeriods(payable, most, { partsOf });
    } catch (error) {
      if (!(error instanceof BillingRefused)) throw error;
    }
  return [];
}
