import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AllRoutes } from "../../../../shared/api.ts";
import type { ResponseOf } from "../../../../shared/route.ts";
import { request } from "../../../api.ts";
import { keyOf, refresh, refreshRecords } from "../../queries/cache.ts";

export const dashboardStats = queryOptions({
  queryKey: keyOf("dashboard"),
  queryFn: ({ signal }) => request("GET /api/v1/dashboard/stats", {}, signal),
});

export function useSendNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("POST /api/v1/send-notifications", {}),
    onSettled: () => void refresh(queryClient, "dashboard", "reminders"),
  });
}

type Removed = ResponseOf<AllRoutes["DELETE /api/v1/samples"]>["removed"];

/** `done` also runs if the component is gone by then. */
export function useRemoveSamples(done: (removed: Removed) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("DELETE /api/v1/samples", {}),
    onSuccess: ({ removed }) => {
      done(removed);
      return refreshRecords(queryClient);
    },
  });
}
