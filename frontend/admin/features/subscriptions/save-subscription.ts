import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import type { Subscription, SubscriptionChange } from "../../../../shared/subscriptions/subscription.ts";
import { request } from "../../../api.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { createOnce } from "../../queries/create-once.ts";
import { latestRows, putRow } from "../../queries/list-query.ts";
import { subscriptionList } from "../../queries/lists.ts";

/** Creates the subscription with this id, billed next on `date`, or saves over the edited version. A sample client's is a sample. */
export function useSaveSubscription(id: string, date: Day | undefined, sample: true | undefined) {
  const queryClient = useQueryClient();
  const latest = useLatestSubscription();
  const change = async (body: SubscriptionChange): Promise<Subscription> =>
    (await request("PUT /api/v1/subscriptions/{id}", { params: { id }, body })).subscription;
  return useMutation({
    mutationFn: async (body: SubscriptionChange): Promise<Subscription> => {
      if (body.version !== undefined) return change(body);
      return createOnce({
        create: async () =>
          (await request("POST /api/v1/subscriptions", { body: { ...body, id, sample } })).subscription,
        stored: () => latest(id),
        change: (version) => change({ next_billing_date: date, ...body, version }),
      });
    },
    onSuccess: (subscription) => {
      const { rows = [] } = queryClient.getQueryData(subscriptionList.queryKey) ?? {};
      const before = rows.find(({ id }) => id === subscription.id);
      putRow(queryClient, subscriptionList, subscription);
      void refresh(queryClient, "dashboard", "reminders");
      // A former client can owe something of it now.
      if (before && before.client_id !== subscription.client_id)
        void refreshIndexed(queryClient, "subscriptions");
      void refreshIndexed(queryClient, "client");
    },
  });
}

/** Fetches the list again and returns the subscription as stored now. */
export function useLatestSubscription() {
  const queryClient = useQueryClient();
  return async (id: string): Promise<Subscription | undefined> =>
    (await latestRows(queryClient, subscriptionList)).find((subscription) => subscription.id === id);
}
