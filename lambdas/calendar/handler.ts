import { calendarRoutes } from "../../shared/calendar.ts";
import { serve } from "../http.ts";
import { asCalendar } from "./as-calendar.ts";
import { datesFrom } from "./dates.ts";
import { knowOwner, proveAddress } from "./owner.ts";

export const handler = serve(calendarRoutes, {
  "GET /api/v1/calendar/{id}/{secret}": async ({ params, now, today }) => {
    await proveAddress(params);
    const [dates] = await Promise.all([datesFrom(today), knowOwner(params.id)]);
    return asCalendar(dates, now);
  },
});
