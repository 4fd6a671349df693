import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { fetchMFAPreference } from "aws-amplify/auth";
import type { SettingsChange } from "../../../shared/settings.ts";
import { request } from "../../api.ts";
import { inTime } from "../../auth.ts";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: async ({ signal }) => {
    try {
      return (await request("GET /api/v1/settings", {}, signal)).settings;
    } catch (error) {
      // As specified: a failed load is logged, and Save stays disabled so that nothing is wiped.
      if (!signal.aborted) console.error("The settings could not be loaded.", error);
      throw error;
    }
  },
});

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: SettingsChange) => (await request("POST /api/v1/settings", { body })).settings,
    onSuccess: (settings) => queryClient.setQueryData(settingsQuery.queryKey, settings),
  });
}

export function useLatestSettings() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.cancelQueries({ queryKey: settingsQuery.queryKey });
    return queryClient.query({ ...settingsQuery, staleTime: 0 });
  };
}

/** Whether this account asks for a code of an authenticator app. */
export const secondFactor = queryOptions({
  queryKey: ["second-factor"],
  queryFn: async () => (await inTime(fetchMFAPreference())).enabled?.includes("TOTP") ?? false,
});
