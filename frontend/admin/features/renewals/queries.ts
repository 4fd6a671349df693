import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import type { NewRenewal, Subscription } from "../../../../shared/subscriptions.ts";
import { request } from "../../../api.ts";
import { latestSubscriptions } from "../../queries/lists.ts";
import { renewalsOf } from "../../queries/renewals.ts";
import { putSaved } from "../../queries/saved.ts";

/** Records that a period was paid, and undoes the newest record; both move the billing date. */
export function useRenewals(id: string) {
  const queryClient = useQueryClient();
  const renew = useMutation({
    mutationFn: (body: NewRenewal) =>
      request("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body }),
    onSuccess: ({ subscription }) => {
      putSaved(queryClient, "subscriptions", subscription);
      void queryClient.invalidateQueries();
    },
  });
  const undo = useMutation({
    mutationFn: (period: Day) =>
      request("DELETE /api/v1/subscriptions/{id}/renewals/{period}", { params: { id, period } }),
    onSuccess: ({ subscription }) => {
      putSaved(queryClient, "subscriptions", subscription);
      void queryClient.invalidateQueries();
    },
  });
  /** The subscription as it is stored now; the record of renewals is fetched anew as well. */
  const latest = async (): Promise<Subscription> => {
    void queryClient.invalidateQueries({ queryKey: renewalsOf(id).queryKey });
    const found = (await latestSubscriptions(queryClient)).find((subscription) => subscription.id === id);
    if (!found) throw new Error("The subscription is gone.");
    return found;
  };
  return { renew, undo, latest };
}
