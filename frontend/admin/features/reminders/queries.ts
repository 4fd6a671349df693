import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import { request } from "../../../api.ts";
import { keyOf, refresh } from "../../queries/cache.ts";
import { listQuery } from "../../queries/list-query.ts";

export const sendLog = (day: Day) =>
  listQuery(keyOf("reminders", "log", day), async (cursor, signal) => {
    const { reminders, ...page } = await request("GET /api/v1/reminders", { query: { day, cursor } }, signal);
    return { rows: reminders, ...page };
  });

/** Sends one subscription's reminder once more. */
export function useRemind(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await request("POST /api/v1/subscriptions/{id}/reminders", { params: { id } })).reminder,
    onSettled: () => void refresh(queryClient, "reminders"),
  });
}
