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

/**
 * Sends the reminder of a subscription's client, with all that is due. With `once` "day", nothing if the client had one
 * today; without it, one more.
 */
export function useRemind(options: { once?: "day" } = {}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (subscription: string) => {
      const input = { params: { id: subscription }, query: options };
      const { reminder } = await request("POST /api/v1/subscriptions/{id}/reminders", input);
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
