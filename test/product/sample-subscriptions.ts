import type { Subscription } from "../../shared/subscriptions/subscription.ts";

let created = 0;
export const newSubscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: `subscription-${++created}`,
  client_id: "client",
  status: "active",
  start_date: "2026-01-20",
  frequency: "monthly",
  amount: 100,
  next_billing_date: "2026-12-20",
  billing_anchor: "2026-01-20",
  created_at: "2026-01-01T00:00:00.000Z",
  version: 1,
  ...more,
});
