import { withOwed } from "../../frontend/admin/queries/with-owed.ts";
import type { ReminderProduct } from "./reminder-product.ts";

type Call = ReminderProduct["call"];

/** The subscriptions with what is owed of them, and what is owed of former ones, as the back-office joins them. */
export async function subscriptionList(call: Call) {
  const [{ subscriptions }, { accounts }] = await Promise.all([
    call("GET /api/v1/subscriptions").then(({ body }) => body),
    call("GET /api/v1/owed").then(({ body }) => body),
  ]);
  return withOwed(subscriptions, accounts);
}
