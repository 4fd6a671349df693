import ical, { ICalCalendarMethod, ICalEventTransparency } from "ical-generator";
import { calendarRoutes } from "../../shared/calendar.ts";
import * as company from "../../shared/company.ts";
import { MemberId } from "../../shared/staff/staff.ts";
import { siteUrl } from "../platform/environment.ts";
import { NotFound } from "../platform/http/refusals.ts";
import { serve } from "../platform/http/serve.ts";
import * as staff from "../stores/staff-store.ts";
import { type CalendarEntry, upcomingEntries } from "./entries.ts";

export const handler = serve(calendarRoutes, {
  "GET /api/v1/calendar/{id}/{secret}": async ({ params, now, today }) => {
    await checkAddress(params);
    return icalendarOf(await upcomingEntries(today), now);
  },
});

const noCalendar = () => new NotFound("There is no calendar at this address.");

/**
 * Reads only one small row, because everybody can call this.
 * @throws NotFound for an address that is not valid, or of somebody without access
 */
async function checkAddress({ id, secret }: { id: string; secret: string }): Promise<void> {
  if (!MemberId.safeParse(id).success || !secret.endsWith(".ics")) throw noCalendar();
  const owner = await staff.get(id);
  // Comparing digests is safe from timing attacks: a partial match says nothing about the secret.
  const isKnown = owner?.calendar?.digest === staff.digestOf(secret.slice(0, -".ics".length));
  if (!isKnown || !owner.role || owner.disabled) throw noCalendar();
}

/** How long apps wait before they load the calendar again. */
const REFRESH_SECONDS = 3_600;

/** A calendar of RFC 5545 with all-day events, which mark nobody as busy. */
function icalendarOf(entries: readonly CalendarEntry[], now: string): string {
  const site = siteUrl();
  const calendar = ical({
    prodId: { company: company.name.value, product: company.backOfficeName, language: "EN" },
    name: `${company.shortName} due dates`,
    method: ICalCalendarMethod.PUBLISH,
    ttl: REFRESH_SECONDS,
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
