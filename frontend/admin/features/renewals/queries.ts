import { useMutation, useQueryClient } from "@tanstack/react-query";
import { undoneText } from "../../../../shared/billing/payment-texts.ts";
import type { NewRenewal, Renewal, Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { failureText, request } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { latestRows, putRow } from "../../queries/list-query.ts";
import { renewalsOf, subscriptionList } from "../../queries/lists.ts";

export const undoFailed = [
  "Failed to undo the payment",
  "An error occurred while undoing the payment",
] as const;

/** Identifies a payment: its first period and its id. */
type PaymentKey = Pick<Renewal, "period" | "id">;
/** Records payments and undoes the newest. Both change the billing date. */
export function useRenewals(id: string) {
  const queryClient = useQueryClient();
  const onSuccess = ({ subscription }: { subscription: Subscription }) => {
    putRow(queryClient, subscriptionList, subscription);
    void refresh(queryClient, "renewals", "reminders");
    void refreshIndexed(queryClient, "client", "dashboard");
  };
  const renew = useMutation({
    mutationFn: (body: NewRenewal) =>
      request("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body }),
    onSuccess,
    // It may be recorded although the response got lost.
    onError: () => void queryClient.invalidateQueries({ queryKey: renewalsOf(id).queryKey }),
  });
  const undo = useMutation({
    mutationFn: ({ period, id: payment }: PaymentKey) =>
      request("DELETE /api/v1/subscriptions/{id}/renewals/{period}", {
        params: { id, period },
        query: { id: payment },
      }),
    onSuccess,
  });
  /** Undoes a payment after its dialog has closed, and announces the result. */
  const undoLater = (payment: PaymentKey): void =>
    void undo.mutateAsync(payment).then(
      (undone) => announce(undoneText(undone, payment.period)),
      (error: Error) => announce(failureText(error, ...undoFailed), "error"),
    );
  /** The subscription as stored now; also fetches its payments again. */
  const latest = async (): Promise<Subscription> => {
    void queryClient.invalidateQueries({ queryKey: renewalsOf(id).queryKey });
    const found = (await latestRows(queryClient, subscriptionList)).find((one) => one.id === id);
    if (!found) throw new Error("The subscription no longer exists.");
    return found;
  };
  return { renew, undo, undoLater, latest };
}
