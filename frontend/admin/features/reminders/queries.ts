import { useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../../api.ts";
import { refresh, refreshIndexed } from "../../queries/cache.ts";

/** Sends one subscription's reminder once more. */
export function useRemind(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await request("POST /api/v1/subscriptions/{id}/reminders", { params: { id }, query: {} })).reminder,
    onSettled: () => {
      void refresh(queryClient, "reminders");
      void refreshIndexed(queryClient, "client");
    },
  });
}
