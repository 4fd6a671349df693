import { queryOptions } from "@tanstack/react-query";
import type { Day } from "../../../shared/day.ts";
import type { ExpectedReminder, LoggedReminder } from "../../../shared/reminders/reminder.ts";
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

type Expected = Omit<LoadedList<ExpectedReminder>, "today"> & { day: Day; sending: number };

/**
 * Who gets email from the run of a day, or from the next one, loaded page by page until there are `most` charges; rows show
 * as they arrive.
 */
export const expectedReminders = ({ day, most }: { day?: Day; most?: number } = {}) => {
  const queryKey = keyOf("reminders", "expected", day ?? "", String(most ?? ""));
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }) => {
      const firstTime = client.getQueryData(queryKey) === undefined;
      const found: Expected = { rows: [], day: day ?? "", sending: 0, complete: false, unreadable: 0 };
      let cursor: string | undefined;
      do {
        const query = { day: found.day || undefined, cursor };
        const page = await request("GET /api/v1/reminders/upcoming", { query }, signal);
        signal.throwIfAborted();
        cursor = page.cursor;
        found.day = page.day;
        found.rows = [...found.rows, ...page.reminders];
        found.sending += page.sending;
        found.unreadable += page.unreadable ?? 0;
        found.complete = cursor === undefined;
        if (firstTime) client.setQueryData(queryKey, { ...found });
      } while (cursor !== undefined && found.rows.length < (most ?? Number.POSITIVE_INFINITY));
      return found;
    },
  });
};
