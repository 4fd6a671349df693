import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import type { NewRenewal, Subscription } from "../../../../shared/subscriptions.ts";
import { request } from "../../../api.ts";
import { refresh } from "../../queries/cache.ts";
import { latestRows, putRow } from "../../queries/list-query.ts";
import { renewalsOf } from "../../queries/renewals.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";

/** Records that a period was paid, and undoes the newest record; both move the billing date. */
export function useRenewals(id: string) {
  const queryClient = useQueryClient();
  const onSuccess = ({ subscription }: { subscription: Subscription }) => {
    putRow(queryClient, subscriptionList, subscription);
    void refresh(queryClient, "renewals", "dashboard", "reminders");
  };
  const renew = useMutation({
    mutationFn: (body: NewRenewal) =>
      request("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body }),
    onSuccess,
  });
  const undo = useMutation({
    mutationFn: (period: Day) =>
      request("DELETE /api/v1/subscriptions/{id}/renewals/{period}", { params: { id, period } }),
    onSuccess,
  });
  /** The subscription as it is stored now; the record of renewals is fetched anew as well. */
  const latest = async (): Promise<Subscription> => {
    void queryClient.invalidateQueries({ queryKey: renewalsOf(id).queryKey });
    const found = (await latestRows(queryClient, subscriptionList)).find((one) => one.id === id);
    if (!found) throw new Error("The subscription is gone.");
    return found;
  };
  return { renew, undo, latest };
}
