import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { NewRefund, PaymentAnswer, PreviewRequest } from "../../../../shared/payments/client-account.ts";
import { failureText, request } from "../../../api.ts";
import { announce } from "../../components/ui/announce.ts";
import { keyOf, refresh, refreshIndexed, refreshRecords } from "../../queries/cache.ts";
import { clientOwed } from "../../queries/client-page.ts";
import { putRows } from "../../queries/list-query.ts";
import { refreshFormer, subscriptionList } from "../../queries/lists.ts";
import { previewOf } from "../../queries/preview.ts";
import { bodyOf, type PaymentValues, requestOf, undoneText } from "../../rules/payment-form.ts";

export const undoFailed = [
  "Failed to undo the payment",
  "An error occurred while undoing the payment",
] as const;

/** Records and undoes payments of a client. Both change billing dates. */
export function usePayments(client: string) {
  const queryClient = useQueryClient();
  const onSuccess = ({ subscriptions = [] }: Pick<PaymentAnswer, "subscriptions">) => {
    putRows(queryClient, subscriptionList, subscriptions);
    void refresh(queryClient, "payments", "reminders");
    void refreshIndexed(queryClient, "client", "dashboard");
    refreshFormer(queryClient);
  };
  /** Looks again at what is open. */
  const reload = () => queryClient.invalidateQueries({ queryKey: keyOf("preview", client) });
  const lookUp = (body: PreviewRequest) => queryClient.ensureQueryData(previewOf(client, body));
  const record = useMutation({
    mutationFn: async ({ id, values }: { id: string; values: PaymentValues }) => {
      const preview = await lookUp(requestOf(values));
      const body = bodyOf(values, preview, id);
      return request("POST /api/v1/clients/{id}/payments", { params: { id: client }, body });
    },
    onSuccess,
    // The payment may be recorded although the response got lost.
    onError: () => void queryClient.invalidateQueries({ queryKey: clientOwed(client).queryKey }),
  });
  const refund = useMutation({
    mutationFn: (body: NewRefund) =>
      request("POST /api/v1/clients/{id}/refunds", { params: { id: client }, body }),
    onSuccess: () => onSuccess({}),
  });
  const undo = useMutation({
    mutationFn: (id: string) => request("DELETE /api/v1/payments/{id}", { params: { id } }),
    onSuccess: (undone) => {
      onSuccess(undone);
      // A payment's dialog can be open, also if the undo is of a message.
      return reload();
    },
  });
  /** Undoes a payment after its dialog has closed, and announces the result. */
  const undoLater = (id: string): void =>
    void undo.mutateAsync(id).then(
      (undone) => announce(undoneText(undone)),
      (error: Error) => announce(failureText(error, ...undoFailed), "error"),
    );
  /** M-Pesa brought a payment, which changed subscriptions too. */
  const paid = () => void refreshRecords(queryClient);
  return { record, refund, undo, undoLater, lookUp, reload, paid };
}
