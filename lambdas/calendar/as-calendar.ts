import ical, { ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import * as company from "../../shared/company.ts";
import { siteUrl } from "../site-url.ts";
import type { Entry } from "./dates.ts";

/** Seconds after which an app may ask again. */
const refreshed = 3_600;

/** Days as a calendar of RFC 5545: each as long as the day, and nobody is busy for it. */
export function asCalendar(entries: readonly Entry[], now: string): string {
  const site = siteUrl();
  const calendar = ical({
    prodId: { company: company.name.value, product: company.backOfficeName, language: "EN" },
    name: `${company.shortName} due dates`,
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshed,
  });
  for (const { uid, day, title, screen, version = 0 } of entries)
    calendar.createEvent({
      id: uid,
      stamp: now,
      sequence: version,
      start: day,
      allDay: true,
      summary: title,
      transparency: ICalEventTransparency.TRANSPARENT,
      ...(site && { url: `${site}/admin/${screen}` }),
    });
  return calendar.toString();
}
