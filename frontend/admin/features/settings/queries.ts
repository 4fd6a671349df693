import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { fetchMFAPreference } from "aws-amplify/auth";
import type { SettingsChange } from "../../../../shared/settings.ts";
import { request } from "../../../api.ts";
import { inTime } from "../../../auth.ts";
import { keyOf, refresh } from "../../queries/cache.ts";
import { companySettings } from "../../queries/settings.ts";

export function useSaveSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: SettingsChange) => (await request("POST /api/v1/settings", { body })).settings,
    onSuccess: (settings) => {
      queryClient.setQueryData(companySettings.queryKey, settings);
      // They say what is written, and which kinds the next run sends.
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

/** How the emails of the last days fared. It reads a month, and changes slowly. */
export const deliverability = queryOptions({
  queryKey: keyOf("deliverability"),
  queryFn: ({ signal }) => request("GET /api/v1/reminders/deliverability", {}, signal),
  staleTime: 10 * 60_000,
});

/** Where emails come from, and what of it the DNS confirms. */
export const mailSender = queryOptions({
  queryKey: keyOf("deliverability", "sender"),
  queryFn: ({ signal }) => request("GET /api/v1/reminders/sender", {}, signal),
  staleTime: 60_000,
});

/** When the address of one's own calendar was made, if there is one. */
export const ownCalendar = queryOptions({
  queryKey: keyOf("calendar"),
  queryFn: ({ signal }) => request("GET /api/v1/staff/me/calendar", {}, signal),
});

/** Whether this account asks for a code of an authenticator app. */
export const secondFactor = queryOptions({
  queryKey: keyOf("second-factor"),
  queryFn: async () => (await inTime(fetchMFAPreference())).enabled?.includes("TOTP") ?? false,
});
