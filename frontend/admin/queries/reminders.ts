import type { Day } from "../../../shared/day.ts";
import { request } from "../../api.ts";
import { keyOf } from "./cache.ts";
import { pagedQuery } from "./list-query.ts";
import { queryOf } from "./query-of.ts";

/** When the daily run last took place, whether one was missed, whether sending is paused. */
export const senderStatus = queryOf(keyOf("reminders", "status"), "GET /api/v1/reminders/status", {});

/** The emails of a day in order. */
export const sendLog = (day: Day) =>
  pagedQuery(keyOf("reminders", "log", day), { day }, async (query, signal) => {
    const { reminders: rows, ...page } = await request("GET /api/v1/reminders", { query }, signal);
    return { ...page, rows };
  });

/** Who gets email from the run of a day, or from the next one; at least the first `most` charges. */
export function expectedReminders({ day, most }: { day?: Day; most?: number } = {}) {
  let ofFirstPage: Day | undefined;
  return pagedQuery(
    keyOf("reminders", "expected", day ?? "", String(most ?? "")),
    { day },
    async ({ day, cursor }, signal) => {
      const query = { day: cursor ? ofFirstPage : day, cursor };
      const { reminders: rows, ...page } = await request("GET /api/v1/reminders/upcoming", { query }, signal);
      ofFirstPage = page.day;
      return { ...page, rows };
    },
    { most },
  );
}
