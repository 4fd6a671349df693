import { useMutation, useQueryClient } from "@tanstack/react-query";
import { ApiError, failureText, request } from "../../api.ts";
import { notSentText } from "../rules/send-again.ts";
import { refresh, refreshIndexed } from "./cache.ts";

/** The server answered that it did not send the reminder. */
class NotSentError extends Error {}

export const remindFailure = (error: Error) =>
  error instanceof NotSentError
    ? error.message
    : failureText(error, "Failed to send the reminder", "There was no response.");

/** Whether the server said that nothing was sent. */
export const isNotSent = (error: Error | null) =>
  error instanceof NotSentError || (error instanceof ApiError && error.status < 500);

type About = { subscription: string } | { client: string; charge: string };

const send = (about: About, query: { once?: "day" }) =>
  "subscription" in about
    ? request("POST /api/v1/subscriptions/{id}/reminders", { params: { id: about.subscription }, query })
    : request("POST /api/v1/clients/{id}/charges/{charge}/reminders", {
        params: { id: about.client, charge: about.charge },
        query,
      });

/**
 * Sends the client's reminder, from a subscription or a charge, with all that is due. With `once` "day", nothing if the client had one
 * today; without it, one more.
 */
export function useRemind(options: { once?: "day" } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (about: About) => {
      const { reminder } = await send(about, options);
      const reason = notSentText(reminder);
      if (reason) throw new NotSentError(reason);
      return reminder;
    },
    onSettled: () => {
      void refresh(queryClient, "reminders");
      void refreshIndexed(queryClient, "client", "dashboard");
    },
  });
}
