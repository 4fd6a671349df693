import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Subscription, SubscriptionChange } from "../../../shared/subscriptions.ts";
import { request } from "../../api.ts";
import { latestSubscriptions } from "../lists.ts";
import { putSaved } from "../saved.ts";

/** Creates a subscription, or saves one over the version that was edited. */
export function useSaveSubscription(id: string | undefined) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ version, ...fields }: SubscriptionChange): Promise<Subscription> => {
      const { subscription } = id
        ? await request("PUT /api/v1/subscriptions/{id}", { params: { id }, body: { ...fields, version } })
        : await request("POST /api/v1/subscriptions", { body: fields });
      return subscription;
    },
    onSuccess: (subscription) => {
      putSaved(queryClient, "subscriptions", subscription);
      void queryClient.invalidateQueries();
    },
  });
}

/** Fetches the list anew and gives the subscription as it is stored now. */
export function useLatestSubscription() {
  const queryClient = useQueryClient();
  return async (id: string): Promise<Subscription | undefined> =>
    (await latestSubscriptions(queryClient)).find((subscription) => subscription.id === id);
}
