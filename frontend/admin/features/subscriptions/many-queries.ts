import type { QueryClient } from "@tanstack/react-query";
import { currencyOf, fromCents, leftCents } from "../../../../shared/money.ts";
import type { NewRenewal, Subscription } from "../../../../shared/subscriptions.ts";
import { request } from "../../../api.ts";
import type { Run } from "../../components/many/use-run.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { latestRows, putRows } from "../../queries/list-query.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { deliveryStatuses, reasonText } from "../../words/reminders.ts";
import { bodyOf, storedOf } from "./form-values.ts";
import type { Deed } from "./many.ts";
import type { Entry } from "./portfolio.ts";

/** What the deeds save over a subscription. */
const changes = {
  mute: { muted: true },
  unmute: { muted: false },
  pause: { status: "paused" },
  resume: { status: "active" },
} as const;

/**
 * How a deed is done for one subscription, so that it can be repeated: a payment is of its period, a reminder goes out
 * once a day, and a change is saved over the version that was seen, unless it is there already. What was stored is put
 * to `saved`.
 */
export function deedOf(
  queryClient: QueryClient,
  deed: Deed,
  payment: Pick<NewRenewal, "paid_on" | "method">,
  /** The id that each payment is given, by its subscription. */
  payments: ReadonlyMap<string, string>,
  saved: Subscription[],
): Pick<Run<Entry>, "work" | "prepare"> {
  if (deed === "pay")
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
  if (deed === "remind")
    return {
      work: async ({ id }) => {
        const asked = { params: { id }, query: { once: "day" } } as const;
        const { reminder } = await request("POST /api/v1/subscriptions/{id}/reminders", asked);
        const { state, reason } = reminder;
        if (state !== "failed" && state !== "skipped" && state !== "rejected") return undefined;
        return `${deliveryStatuses[state].name}: ${reasonText(reason)}`;
      },
    };
  const change = changes[deed];
  const latest = new Map<string, Subscription>();
  return {
    // Somebody else may have saved, or an answer been lost.
    prepare: async () => {
      for (const row of await latestRows(queryClient, subscriptionList)) latest.set(row.id, row);
    },
    work: async ({ id, subscription: seen }) => {
      const subscription = latest.get(id) ?? seen;
      const { values, version } = storedOf(subscription, "");
      if (Object.entries(change).every(([name, value]) => values[name as keyof typeof change] === value))
        return undefined;
      const body = { ...bodyOf({ ...values, ...change }, currencyOf(subscription)), version };
      const answer = await request("PUT /api/v1/subscriptions/{id}", { params: { id }, body });
      saved.push(answer.subscription);
      return undefined;
    },
  };
}

/** Shows what was stored so far; all that follows from it is fetched anew once it is over. */
export function showSaved(queryClient: QueryClient, saved: readonly Subscription[], over: boolean): void {
  if (saved.length > 0) putRows(queryClient, subscriptionList, saved);
  if (!over) return;
  void refresh(queryClient, "renewals", "dashboard", "reminders");
  void refreshIndexed(queryClient, "client");
}
