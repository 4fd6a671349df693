import { BUSINESS_TIME_ZONE, type Day } from "./day.ts";

const short = { month: "short", day: "numeric", year: "numeric" } as const;
const dayFormat = new Intl.DateTimeFormat("en-US", { ...short, timeZone: "UTC" });
const longFormat = new Intl.DateTimeFormat("en-US", { ...short, weekday: "long", timeZone: "UTC" });
const instantFormat = new Intl.DateTimeFormat("en-US", { ...short, timeZone: BUSINESS_TIME_ZONE });
const timeFormat = new Intl.DateTimeFormat("en-US", {
  hour: "numeric",
  minute: "2-digit",
  timeZone: BUSINESS_TIME_ZONE,
});
const monthFormat = new Intl.DateTimeFormat("en-US", { month: "short", year: "numeric", timeZone: "UTC" });

const cache = new Map<Day, string>();

/** `2027-01-12` → `Jan 12, 2027`. Cached, because formatting is slow in a list of thousands. */
export function formatDay(day: Day): string {
  const cached = cache.get(day);
  if (cached !== undefined) return cached;
  const text = dayFormat.format(new Date(`${day}T00:00Z`));
  cache.set(day, text);
  return text;
}

/** `Tuesday, Jan 12, 2027` */
export const formatLongDay = (day: Day): string => longFormat.format(new Date(`${day}T00:00Z`));

/** The business's calendar day of an instant. */
export const formatInstant = (instant: string): string => instantFormat.format(new Date(instant));

/** `7:02 AM`, in the business's time zone. */
export const formatTime = (instant: string): string => timeFormat.format(new Date(instant));

/** `Dec 24, 2026, 7:02 AM` */
export const formatMoment = (instant: string): string => `${formatInstant(instant)}, ${formatTime(instant)}`;

/** `2027-01` → `Jan 2027` */
export const formatMonth = (month: string): string => monthFormat.format(new Date(`${month}-01T00:00Z`));
