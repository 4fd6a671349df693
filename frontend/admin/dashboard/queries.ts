import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { request } from "../../api.ts";
import { forgetSaved } from "../saved.ts";

export const dashboardStats = queryOptions({
  queryKey: ["dashboard"],
  queryFn: ({ signal }) => request("GET /api/v1/dashboard/stats", {}, signal),
});

export function useSendNotifications() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("POST /api/v1/send-notifications", {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: dashboardStats.queryKey }),
  });
}

export function useRemoveSamples() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => request("DELETE /api/v1/samples", {}),
    onSuccess: () => {
      forgetSaved();
      return queryClient.invalidateQueries();
    },
  });
}
