import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { AllRoutes } from "../../../../shared/api.ts";
import type { AnswerOf } from "../../../../shared/route.ts";
import { request } from "../../../api.ts";
import { reminding } from "../../queries/reminders.ts";
import { forgetSaved } from "../../queries/saved.ts";

export const dashboardStats = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => request("GET /api/v1/dashboard/stats", {}, signal),
});

export function useSendNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("POST /api/v1/send-notifications", {}),
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey: dashboardStats.queryKey });
      void queryClient.invalidateQueries({ queryKey: reminding });
    },
  });
}

type Removed = AnswerOf<AllRoutes["DELETE /api/v1/samples"]>["removed"];

/** `done` is called also when the answer takes away what asked for it. */
export function useRemoveSamples(done: (removed: Removed) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("DELETE /api/v1/samples", {}),
    onSuccess: ({ removed }) => {
      forgetSaved();
      done(removed);
      return queryClient.invalidateQueries();
    },
  });
}
