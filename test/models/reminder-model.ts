import { type Account, isOpen, leftOf } from "../../shared/billing/account.ts";
import { type BillingChange, changeSubscription } from "../../shared/billing/change-subscription.ts";
import { AccountError, chargesOf } from "../../shared/billing/charges.ts";
import { bringUpToDate, recordPayment } from "../../shared/billing/payments.ts";
import type { Day } from "../../shared/day.ts";

/** Requests are of this day, while the daily runs go on. */
export const REQUESTS_ON: Day = "2026-12-24";

/** Changes a subscription of an account as the server does. Returns false if it refuses. */
export function changeInModel(account: Account, id: string, change: Partial<BillingChange>): boolean {
  const draft = structuredClone(account);
  const known = draft.subscriptions.find((subscription) => subscription.id === id);
  if (!known) return false;
  const { status, currency, cents, service, start_date, frequency } = known;
  const present = { status, currency, cents, service, start_date, frequency };
  try {
    changeSubscription(draft, id, { ...present, ...change }, {}, REQUESTS_ON);
  } catch (error) {
    if (error instanceof AccountError) return false;
    throw error;
  }
  Object.assign(account, draft);
  return true;
}

/** Pays the oldest open charge of a subscription, and returns its period. */
export function payOldest(account: Account, subscription_id: string): Day | undefined {
  bringUpToDate(account, REQUESTS_ON);
  const [oldest] = chargesOf(account, { id: subscription_id }).filter(isOpen);
  if (!oldest) return undefined;
  const { currency, due, id: charge_id } = oldest;
  const cents = leftOf(oldest);
  const to = [{ charge_id, cents }];
  const payment = { id: `payment-${subscription_id}-${due}`, currency, cents, allocations: [] };
  recordPayment(account, payment, { to }, REQUESTS_ON);
  return due;
}
