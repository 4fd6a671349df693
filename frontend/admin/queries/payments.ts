import { useMutation, useQueryClient } from "@tanstack/react-query";
import type {
  NewRefund,
  PaymentAnswer,
  PaymentChange,
  PreviewRequest,
} from "../../../shared/payments/client-account.ts";
import { failureText, request } from "../../api.ts";
import { announce } from "../components/ui/announce.ts";
import { bodyOf, type PaymentValues, requestOf, undoneText } from "../rules/payment-form.ts";
import { keyOf, refresh, refreshIndexed, refreshRecords } from "./cache.ts";
import { putRows } from "./list-query.ts";
import { refreshFormer, subscriptionList } from "./lists.ts";
import { previewOf } from "./preview.ts";

const undoFailed = ["Failed to undo the payment", "An error occurred while undoing the payment"] as const;

/** Records, corrects and undoes payments of a client. All change billing dates. */
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
  /** What was sent may be stored although the response got lost. */
  const onError = () => void queryClient.invalidateQueries({ queryKey: keyOf("client", client) });
  const record = useMutation({
    mutationFn: async ({ id, values }: { id: string; values: PaymentValues }) => {
      const preview = await lookUp(requestOf(values));
      const body = bodyOf(values, preview, id);
      return request("POST /api/v1/clients/{id}/payments", { params: { id: client }, body });
    },
    onSuccess,
    onError,
  });
  const correct = useMutation({
    mutationFn: ({ id, body }: { id: string; body: PaymentChange }) =>
      request("PUT /api/v1/payments/{id}", { params: { id }, body }),
    onSuccess: (corrected) => {
      onSuccess(corrected);
      return reload();
    },
    onError,
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
      // The panel of the client can be open, also if the undo is of a message.
      return reload();
    },
  });
  /** Undoes a payment, also after its panel has closed, and announces the result. */
  const undoLater = (id: string, onUndone?: () => void): void =>
    void undo.mutateAsync(id).then(
      (undone) => {
        announce(undoneText(undone));
        onUndone?.();
      },
      (error: Error) => announce(failureText(error, ...undoFailed), "error"),
    );
  /** M-Pesa brought a payment, which changed subscriptions too. */
  const paid = () => {
    void refreshRecords(queryClient);
    return reload();
  };
  return { record, correct, refund, undo, undoLater, lookUp, reload, paid };
}
