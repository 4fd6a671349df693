import * as z from "zod/mini";
import type { Routes } from "./route.ts";

export const CALENDARS_PATH = "/api/v1/calendar/";

/** The address of a member's calendar. Apps recognise it by its extension. */
export const calendarPath = (id: string, secret: string) => `${CALENDARS_PATH}${id}/${secret}.ics`;

/** How many months ahead a calendar shows: the longest billing period. */
export const CALENDAR_MONTHS = 12;

export const calendarRoutes = {
  "GET /api/v1/calendar/{id}/{secret}": {
    summary: "Read due subscriptions as iCalendar",
    description:
      "Calendar apps cannot sign in, so the secret address gives access. Events have the client's name, service and amount; also prices and ends that are agreed for a day to come. Any wrong address returns 404.",
    access: "public",
    // Apps ask about every hour, many of them from the same few servers of their vendor.
    limit: { maxCalls: 60, seconds: 60 },
    // Any wrong address gets the same 404, so that nothing can be guessed.
    params: z.object({ id: z.string(), secret: z.string() }),
    media: "text/calendar",
    response: z.string(),
  },
} as const satisfies Routes;
