import { queryOptions } from "@tanstack/react-query";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";

/** How the daily run goes: when it last ran, whether one was missed, whether sending is paused. */
export const senderStatus = queryOptions({
  queryKey: keyOf("reminders", "status"),
  queryFn: ({ signal }) => request("GET /api/v1/reminders/status", {}, signal),
});

/** Who would get mail from the next run. */
export const nextRun = queryOptions({
  queryKey: keyOf("reminders", "next"),
  queryFn: ({ signal }) => request("GET /api/v1/reminders/upcoming", { query: {} }, signal),
});
