import { infiniteQueryOptions } from "@tanstack/react-query";
import type { Box } from "../../../shared/messages/message.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";

/** The server's time in a response, and the response's time by `performance.now()`. */
export type ServerTime = { now: string; receivedAt: number };

const serverTime = (now: string): ServerTime => ({ now, receivedAt: performance.now() });

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
