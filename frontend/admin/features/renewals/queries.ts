import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import type { NewRenewal, Renewal, Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { failureText, request } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { leftText } from "../../labels/amount.ts";
import { formatDay } from "../../labels/dates.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { latestRows, putRow } from "../../queries/list-query.ts";
import { renewalsOf } from "../../queries/renewals.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";

export const undoFailed = [
  "Failed to undo the payment",
  "An error occurred while undoing the payment",
] as const;

/** Identifies a payment: its first period and its id. */
type PaymentKey = Pick<Renewal, "period" | "id">;
type Undone = { subscription: Subscription; note?: string | undefined };

export function undoneText({ subscription, note }: Undone, period: Day): string {
  const left = leftText(subscription);
  return note ?? `The period of ${formatDay(period)} is unpaid again${left && `: ${left}`}.`;
}

/** Records payments and undoes the newest. Both change the billing date. */
export function useRenewals(id: string) {
  const queryClient = useQueryClient();
  const onSuccess = ({ subscription }: { subscription: Subscription }) => {
    putRow(queryClient, subscriptionList, subscription);
    void refresh(queryClient, "renewals", "dashboard", "reminders");
    void refreshIndexed(queryClient, "client");
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
