import { infiniteQueryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import { type Box, boxOf, type Message } from "../../../../shared/messages/message.ts";
import { ApiError, request } from "../../../api.ts";
import { keyOf, refresh } from "../../queries/cache.ts";
import { serverTime } from "./use-server-clock.ts";

/** The messages of a box, one page at a time. */
export const messageList = (box: Box) =>
  infiniteQueryOptions({
    queryKey: keyOf("messages", box),
    queryFn: async ({ pageParam, signal }) => {
      const {
        messages,
        now,
        unreadable = 0,
        cursor,
      } = await request("GET /api/v1/messages", { query: { box, cursor: pageParam } }, signal);
      return { messages, unreadable, cursor, time: serverTime(now) };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ cursor }) => cursor,
  });

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
