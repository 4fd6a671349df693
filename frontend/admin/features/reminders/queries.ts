import { queryOptions, experimental_streamedQuery as streamedQuery } from "@tanstack/react-query";
import type { AllRoutes } from "../../../../shared/api.ts";
import type { Day } from "../../../../shared/day.ts";
import type { LoggedReminder } from "../../../../shared/reminders.ts";
import type { AnswerOf } from "../../../../shared/route.ts";
import { request } from "../../../api.ts";
import { reminding } from "../../queries/reminders.ts";

async function* pages(day: Day, signal: AbortSignal) {
  let cursor: string | undefined;
  do {
    const page = await request("GET /api/v1/reminders", { query: { day, cursor } }, signal);
    yield page;
    cursor = page.cursor;
  } while (cursor);
}

/** `complete` once the last page is there. */
export type Log = { reminders: LoggedReminder[]; complete: boolean; unreadable?: number };
type Page = AnswerOf<AllRoutes["GET /api/v1/reminders"]>;

const nothing: Log = { reminders: [], complete: false };

/** The send log of a day, page after page; fetched again, it changes at once and only when complete. */
export const sendLog = (day: Day) =>
  queryOptions({
    queryKey: [...reminding, "log", day],
    queryFn: streamedQuery({
      streamFn: ({ signal }) => pages(day, signal),
      refetchMode: "replace",
      initialValue: nothing,
      reducer: (log: Log, page: Page) => ({
        reminders: [...log.reminders, ...page.reminders],
        unreadable: (log.unreadable ?? 0) + (page.unreadable ?? 0),
        complete: page.cursor === undefined,
      }),
    }),
  });
