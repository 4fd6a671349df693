import { useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  Frequency,
  Subscription,
  SubscriptionChange,
} from "../../../shared/subscriptions/subscription.ts";
import { failureText, request } from "../../api.ts";
import { SignedOutError } from "../../auth.ts";
import { refresh, refreshIndexed } from "./cache.ts";
import { putRows } from "./list-query.ts";
import { subscriptionList } from "./lists.ts";

export type Agreed = Pick<
  SubscriptionChange,
  "ends_on" | "end_reason" | "status" | "charge_from" | "next_price"
>;

/** The body of a change that leaves the other terms as they are. */
export const changeTo = (
  { client_id, start_date, frequency, amount }: Subscription,
  agreed: Agreed,
): SubscriptionChange => ({
  client_id,
  // Some stored dates have a time part.
  start_date: start_date.split("T", 1)[0] ?? "",
  // The server refuses one that it does not know.
  frequency: frequency as Frequency,
  amount,
  ...agreed,
});

export type NotChanged = { subscription: Subscription; reason: string };

/** Changes subscriptions one after the other. One that is refused does not stop the others. */
export function useChangeEach() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (changes: readonly (readonly [Subscription, Agreed])[]) => {
      const saved: Subscription[] = [];
      const failed: NotChanged[] = [];
      for (const [subscription, agreed] of changes) {
        const { id, version } = subscription;
        const body = { ...changeTo(subscription, agreed), version };
        try {
          const answer = await request("PUT /api/v1/subscriptions/{id}", { params: { id }, body });
          saved.push(answer.subscription);
        } catch (error) {
          if (error instanceof SignedOutError) throw error;
          const reason = failureText(error, "The server refused it.", "There was no response.");
          failed.push({ subscription, reason });
        }
      }
      return { saved, failed };
    },
    // A repeat is about what is stored then.
    onSettled: async (result) => {
      putRows(queryClient, subscriptionList, result?.saved ?? []);
      void refresh(queryClient, "dashboard", "reminders");
      await refreshIndexed(queryClient, "client");
    },
  });
}
