import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ChargeChange, NewCharge } from "../../../shared/payments/client-account.ts";
import { failureText, request } from "../../api.ts";
import { announce } from "../components/ui/announce.ts";
import { keyOf, refreshRecords } from "./cache.ts";
import { clientOwed } from "./client-page.ts";

export const removeFailed = [
  "Failed to remove the charge",
  "An error occurred while removing the charge",
] as const;
export const addFailed = ["Failed to add the charge", "An error occurred while adding the charge"] as const;

/** Adds, changes and removes single charges of a client. All can change billing dates. */
export function useCharges(client: string) {
  const queryClient = useQueryClient();
  const onSuccess = () => {
    void refreshRecords(queryClient);
    // The panel can be open, also if this is an undo.
    return queryClient.invalidateQueries({ queryKey: keyOf("preview", client) });
  };
  /** The change may be stored although the response got lost. */
  const onError = () => void queryClient.invalidateQueries({ queryKey: keyOf("client", client) });
  const add = useMutation({
    mutationFn: (body: NewCharge) =>
      request("POST /api/v1/clients/{id}/charges", { params: { id: client }, body }),
    onSuccess,
    onError,
  });
  const change = useMutation({
    mutationFn: ({ charge, body }: { charge: string; body: ChargeChange }) =>
      request("PUT /api/v1/clients/{id}/charges/{charge}", { params: { id: client, charge }, body }),
    onSuccess,
    onError,
  });
  const remove = useMutation({
    mutationFn: (charge: string) =>
      request("DELETE /api/v1/clients/{id}/charges/{charge}", { params: { id: client, charge } }),
    onSuccess,
    onError,
  });
  /** Removes a charge, also after its dialog has closed, and announces the result. */
  const removeLater = (charge: string): void =>
    void remove.mutateAsync(charge).then(
      () => announce("The charge was removed."),
      (error: Error) => announce(failureText(error, ...removeFailed), "error"),
    );
  /** Adds a charge again that was removed, and announces the result. */
  const addLater = (body: NewCharge): void =>
    void add.mutateAsync(body).then(
      () => announce("The charge was added again."),
      (error: Error) => announce(failureText(error, ...addFailed), "error"),
    );
  /** The account as it is now. */
  const latest = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf("preview", client) });
    return queryClient.fetchQuery({ ...clientOwed(client), staleTime: 0 });
  };
  return { add, change, remove, removeLater, addLater, latest };
}
