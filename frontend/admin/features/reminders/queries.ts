import { queryOptions, useMutation, useQueryClient } from "@tanstack/react-query";
import type { Day } from "../../../../shared/day.ts";
import type { LoggedReminder } from "../../../../shared/reminders.ts";
import { request } from "../../../api.ts";
import { keyOf, refresh } from "../../queries/cache.ts";
import type { Listed } from "../../queries/list-query.ts";

/** The emails of a day in their order, page after page. It can be looked at while it comes. */
export const sendLog = (day: Day) => {
  const queryKey = keyOf("reminders", "log", day);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const firstTime = client.getQueryData(queryKey) === undefined;
      const log: Listed<LoggedReminder> = { rows: [], today: "", complete: false, unreadable: 0 };
      let cursor: string | undefined;
      do {
        const page = await request("GET /api/v1/reminders", { query: { day, cursor } }, signal);
        signal.throwIfAborted();
        cursor = page.cursor;
        log.rows = [...log.rows, ...page.reminders];
        log.unreadable += page.unreadable ?? 0;
        log.complete = cursor === undefined;
        if (firstTime) client.setQueryData(queryKey, { ...log });
      } while (cursor !== undefined);
      return log;
    },
  });
};

/** Sends one subscription's reminder once more. */
export function useRemind(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () =>
      (await request("POST /api/v1/subscriptions/{id}/reminders", { params: { id } })).reminder,
    onSettled: () => void refresh(queryClient, "reminders"),
  });
}
