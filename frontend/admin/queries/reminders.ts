import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../api.ts";

/** Everything about reminders, to be fetched anew together when something was sent. */
export const reminding = ["reminding"] as const;

/** How the daily run goes: when it last ran, whether one was missed, whether sending is paused. */
export const senderStatus = queryOptions({
  queryKey: [...reminding, "status"],
  queryFn: ({ signal }) => request("GET /api/v1/reminders/status", {}, signal),
});

/** Who would get mail from the next run. */
export const nextRun = queryOptions({
  queryKey: [...reminding, "next"],
  queryFn: ({ signal }) => request("GET /api/v1/reminders/upcoming", { query: {} }, signal),
});

/** Sends one subscription's reminder once more. */
export function useRemind(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await request("POST /api/v1/subscriptions/{id}/reminders", { params: { id } })).reminder,
    onSettled: () => void queryClient.invalidateQueries({ queryKey: reminding }),
  });
}
