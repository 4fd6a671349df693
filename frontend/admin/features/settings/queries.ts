import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { fetchMFAPreference } from "aws-amplify/auth";
import type { SettingsChange } from "../../../../shared/settings/settings.ts";
import { request } from "../../../api.ts";
import { withTimeout } from "../../../auth.ts";
import { keyOf, refresh } from "../../queries/cache.ts";
import { companySettings } from "../../queries/settings.ts";

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: SettingsChange) => (await request("POST /api/v1/settings", { body })).settings,
    onSuccess: (settings) => {
      queryClient.setQueryData(companySettings.queryKey, settings);
      // Settings change the emails and what the next daily run sends.
      void refresh(queryClient, "emails", "reminders");
    },
  });
}

export function useLatestSettings() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.cancelQueries({ queryKey: companySettings.queryKey });
    return queryClient.query({ ...companySettings, staleTime: 0 });
  };
}

/** Bounces and complaints of the last days. The query is expensive and changes slowly. */
export const deliverability = queryOptions({
  queryKey: keyOf("deliverability"),
  queryFn: ({ signal }) => request("GET /api/v1/reminders/deliverability", {}, signal),
  staleTime: 10 * 60_000,
});

/** The sender address and its DNS checks. */
export const mailSender = queryOptions({
  queryKey: keyOf("deliverability", "sender"),
  queryFn: ({ signal }) => request("GET /api/v1/reminders/sender", {}, signal),
  staleTime: 60_000,
});

/** When the person's calendar address was created, if there is one. */
export const ownCalendar = queryOptions({
  queryKey: keyOf("calendar"),
  queryFn: ({ signal }) => request("GET /api/v1/staff/me/calendar", {}, signal),
});

/** Whether this account has a second factor. */
export const secondFactor = queryOptions({
  queryKey: keyOf("second-factor"),
  queryFn: async () => (await withTimeout(fetchMFAPreference())).enabled?.includes("TOTP") ?? false,
});
