import * as z from "zod/mini";
import type { Routes } from "./route.ts";

/** Where all calendars are. */
export const calendars = "/api/v1/calendar/";

/** Where a member of staff's calendar is read. Apps take it for one by its ending. */
export const calendarPath = (id: string, secret: string) => `${calendars}${id}/${secret}.ics`;

/** How far ahead a calendar tells of what is due, in months: no subscription comes round less often. */
export const calendarMonths = 12;

export const calendarRoutes = {
  /** For calendar apps, which cannot sign in: whoever has the address may read. */
  "GET /api/v1/calendar/{id}/{secret}": {
    access: "public",
    // Apps ask every hour or so, many of them from the same few machines of their maker's.
    limit: { most: 60, seconds: 60 },
    // Whatever is wrong with an address, it is answered like one that never was.
    params: z.object({ id: z.string(), secret: z.string() }),
    media: "text/calendar",
    answer: z.string(),
  },
} as const satisfies Routes;
