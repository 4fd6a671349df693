import type { calendarRoutes } from "../../calendar.ts";
import * as company from "../../company.ts";
import type { Operations } from "./operation.ts";

export const calendarOperations: Operations<typeof calendarRoutes> = {
  "GET /api/v1/calendar/{id}/{secret}": {
    summary: "Read due subscriptions as iCalendar",
    description:
      "Calendar apps cannot sign in, so the secret address gives access. Events have the client's name, service and amount. Any wrong address returns 404.",
    response: `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//${company.name.value}//${company.backOfficeName}//EN\r\nEND:VCALENDAR`,
  },
};
