import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Box, boxOf, type Message } from "../../../../shared/messages/message.ts";
import { ApiError, request } from "../../../api.ts";
import { refresh } from "../../queries/cache.ts";

/** Moves a message to another box, and records who did. */
export function useMove(message: Message) {
  const queryClient = useQueryClient();
  const refetch = () => void refresh(queryClient, "messages", "activity");
  return useMutation({
    mutationFn: async (box: Box): Promise<Message> => {
      const body = { box, seen: boxOf(message.state) };
      const params = { id: message.id };
      return (await request("PUT /api/v1/messages/{id}", { params, body })).message;
    },
    onSuccess: refetch,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 409) refetch();
    },
  });
}

/** Assigns a message to somebody, or to nobody. */
export function useAssign({ id, assigned }: Message) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (to: string | null): Promise<Message> => {
      const body = { to, seen: assigned?.to ?? null };
      return (await request("PUT /api/v1/messages/{id}/assignment", { params: { id }, body })).message;
    },
    onSettled: () => refresh(queryClient, "messages", "activity"),
  });
}
