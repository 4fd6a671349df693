import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import type { NewRenewal, Renewal, Subscription } from "../../../../shared/subscriptions.ts";
import { failureText, request } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";
import { latestRows, putRow } from "../../queries/list-query.ts";
import { renewalsOf } from "../../queries/renewals.ts";
import { subscriptionList } from "../../queries/subscriptions.ts";
import { leftText } from "../../words/amount.ts";
import { formatDay } from "../../words/dates.ts";

export const undoFailed = [
  "Failed to undo the renewal",
  "An error occurred while undoing the renewal",
] as const;

/** What a payment is known by: its first period, and its id where it has one. */
type Known = Pick<Renewal, "period" | "id">;
type Undone = { subscription: Subscription; note?: string | undefined };

/** What is said of a payment that was taken back. */
export function undoneText({ subscription, note }: Undone, period: Day): string {
  const left = leftText(subscription);
  return note ?? `The period of ${formatDay(period)} is unpaid again${left && `: ${left}`}.`;
}

/** Records payments, and undoes the newest; both move the billing date. */
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
    // It may be on record although no answer came.
    onError: () => void queryClient.invalidateQueries({ queryKey: renewalsOf(id).queryKey }),
  });
  const undo = useMutation({
    mutationFn: ({ period, id: payment }: Known) =>
      request("DELETE /api/v1/subscriptions/{id}/renewals/{period}", {
        params: { id, period },
        query: { id: payment },
      }),
    onSuccess,
  });
  /** Undoes a payment after its dialog has gone, and says what came of it. */
  const takeBack = (payment: Known): void =>
    void undo.mutateAsync(payment).then(
      (undone) => announce(undoneText(undone, payment.period)),
      (error: Error) => announce(failureText(error, ...undoFailed), "error"),
    );
  /** The subscription as it is stored now; the record of renewals is fetched anew as well. */
  const latest = async (): Promise<Subscription> => {
    void queryClient.invalidateQueries({ queryKey: renewalsOf(id).queryKey });
    const found = (await latestRows(queryClient, subscriptionList)).find((one) => one.id === id);
    if (!found) throw new Error("The subscription is gone.");
    return found;
  };
  return { renew, undo, takeBack, latest };
}
