import { queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";
import { type LoggedReminder, wasSent } from "../../../shared/reminders/reminder.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";
import type { LoadedList } from "./list-query.ts";

/** When the daily run last took place, whether one was missed, whether sending is paused. */
export const senderStatus = queryOptions({
  queryKey: keyOf("reminders", "status"),
  queryFn: ({ signal }) => request("GET /api/v1/reminders/status", {}, signal),
});

/** The emails of a day in order, loaded page by page; rows show as they arrive. */
export const sendLog = (day: Day) => {
  const queryKey = keyOf("reminders", "log", day);
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const firstTime = client.getQueryData(queryKey) === undefined;
      const log: LoadedList<LoggedReminder> = { rows: [], today: "", complete: false, unreadable: 0 };
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

/** Who will get email from the next daily run. */
export const nextRun = queryOptions({
  queryKey: keyOf("reminders", "next"),
  queryFn: ({ signal }) => request("GET /api/v1/reminders/upcoming", { query: {} }, signal),
});

/** Who would get email if the reminders of a day were sent now. */
export const dueReminders = (day: Day) =>
  queryOptions({
    queryKey: keyOf("reminders", "due", day),
    queryFn: ({ signal }) => request("GET /api/v1/reminders/upcoming", { query: { day } }, signal),
  });

/** When the newest reminder of a day was sent to a client; null if none was. */
export const newestReminder = (day: Day) =>
  queryOptions({
    queryKey: keyOf("reminders", "newest", day),
    queryFn: async ({ signal }) => {
      const { reminders } = await request("GET /api/v1/reminders", { query: { day } }, signal);
      return reminders.find(({ subscription_id, state }) => subscription_id && wasSent(state))?.at ?? null;
    },
  });
