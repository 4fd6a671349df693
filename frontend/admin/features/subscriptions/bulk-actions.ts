import type { QueryClient } from "@tanstack/react-query";
import { fromCents, leftCents } from "../../../../shared/money.ts";
import type { NewRenewal, Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { request } from "../../../api.ts";
import type { Run } from "../../components/many/use-run.ts";
import { deliveryStatuses, reasonText } from "../../labels/reminders.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { latestRows, putRows } from "../../queries/list-query.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import type { BulkAction } from "./bulk-plan.ts";
import { bodyOf, storedOf } from "./form-values.ts";
import type { Entry } from "./portfolio.ts";

const changes = {
  mute: { muted: true },
  unmute: { muted: false },
  pause: { status: "paused" },
  resume: { status: "active" },
} as const;

/**
 * Runs an action for one subscription so that it can be repeated: a payment has its id and period, a reminder is sent
 * once a day, and a change is skipped if it is already stored. Saved records are added to `saved`.
 */
export function runOf(
  queryClient: QueryClient,
  action: BulkAction,
  payment: Pick<NewRenewal, "paid_on" | "method">,
  /** The ids of new payments, by subscription. */
  payments: ReadonlyMap<string, string>,
  saved: Subscription[],
): Pick<Run<Entry>, "work" | "prepare"> {
  if (action === "pay")
    return {
      work: async ({ id, subscription }) => {
        const { next_billing_date: period, currency } = subscription;
        const due = fromCents(leftCents(subscription));
        const body = { id: payments.get(id), period, due, currency, ...payment };
        const answer = await request("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body });
        saved.push(answer.subscription);
        return undefined;
      },
    };
  if (action === "remind")
    return {
      work: async ({ id }) => {
        const input = { params: { id }, query: { once: "day" } } as const;
        const { reminder } = await request("POST /api/v1/subscriptions/{id}/reminders", input);
        const { state, reason } = reminder;
        if (state !== "failed" && state !== "skipped" && state !== "rejected") return undefined;
        return `${deliveryStatuses[state].name}: ${reasonText(reason)}`;
      },
    };
  const change = changes[action];
  const latest = new Map<string, Subscription>();
  return {
    // Somebody else may have saved, or a response got lost.
    prepare: async () => {
      for (const row of await latestRows(queryClient, subscriptionList)) latest.set(row.id, row);
    },
    work: async ({ id, subscription: seen }) => {
      const subscription = latest.get(id) ?? seen;
      const { values, version } = storedOf(subscription, "");
      if (Object.entries(change).every(([name, value]) => values[name as keyof typeof change] === value))
        return undefined;
      const body = { ...bodyOf({ ...values, ...change }), version };
      const answer = await request("PUT /api/v1/subscriptions/{id}", { params: { id }, body });
      saved.push(answer.subscription);
      return undefined;
    },
  };
}

/** Shows saved records, and refreshes everything else at the end. */
export function showSaved(queryClient: QueryClient, saved: readonly Subscription[], finished: boolean): void {
  if (saved.length > 0) putRows(queryClient, subscriptionList, saved);
  if (!finished) return;
  void refresh(queryClient, "renewals", "dashboard", "reminders");
  void refreshIndexed(queryClient, "client");
}
