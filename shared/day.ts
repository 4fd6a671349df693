import { UTCDateMini } from "@date-fns/utc/date/mini";
// Separate imports: unbundled tests and scripts would otherwise load the whole library.
import { addDays as addToDate } from "date-fns/addDays";
import { addMonths as addMonthsToDate } from "date-fns/addMonths";
import { differenceInCalendarMonths } from "date-fns/differenceInCalendarMonths";
import { lastDayOfMonth } from "date-fns/lastDayOfMonth";
import * as z from "zod/mini";

const HOUR_MS = 3_600_000;

/** The time zone of every calendar day in the product. */
export const BUSINESS_TIME_ZONE = "Africa/Nairobi";

/**
 * The zone's offset from UTC since 1960; it has no summer time. Loading the time zone database by name would take a fifth
 * of a cold start. A test checks that the two agree.
 */
const BUSINESS_UTC_OFFSET_MS = 3 * HOUR_MS;

/** A calendar day, `YYYY-MM-DD`. These strings sort in calendar order. */
export type Day = string;

export const Day = z.iso.date({
  error: ({ input }) =>
    input === "" ? "Please give the date." : "Please give a date that exists, as YYYY-MM-DD.",
});

export const FIRST_DAY: Day = "2000-01-01";
/** The end of the calendar: no arithmetic gives a later day, and nothing is billed after it. */
export const LAST_DAY: Day = "2099-12-31";

/** A typed day. A year outside the range is a typing error. */
export const TypedDay = Day.check(
  z.refine(
    (day) => day >= FIRST_DAY && day <= LAST_DAY,
    "Please give a date from Jan 1, 2000 to Dec 31, 2099.",
  ),
);

/** A month, as `2026-12`. */
export const Month = z
  .string("Please give the month as text.")
  .check(z.regex(/^20\d\d-(0[1-9]|1[0-2])$/, "Please give the month as in 2026-12."));

export const isMonth = (text: string): boolean => Month.safeParse(text).success;

/** From the year 10000, ISO 8601 writes `+010000-01-01`, which would sort before every other day. */
const withinCalendar = (day: string): Day => (day.startsWith("+") || day > LAST_DAY ? LAST_DAY : day);

/** UTC, where every day has 24 hours. */
const dateOf = (day: Day) => new UTCDateMini(day);

const dayOf = (date: Date): Day => withinCalendar(date.toISOString().replace(/T.*/, ""));

/** The calendar day in the business time zone at an instant in epoch milliseconds. */
export const dayAt = (instant: number): Day =>
  new Date(instant + BUSINESS_UTC_OFFSET_MS).toISOString().slice(0, "YYYY-MM-DD".length);

/** The instant of `2026-12-24T09:00`, in the business time zone, or with `Z` or another offset. */
export function instantOf(text: string): Date | undefined {
  const [, offset] = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? [text];
  const instant = new Date(Date.parse(offset ? text : `${text}Z`) - (offset ? 0 : BUSINESS_UTC_OFFSET_MS));
  return Number.isNaN(instant.valueOf()) ? undefined : instant;
}

/** `2026-12-24 12:00:00`, in the business time zone. */
export const localTime = (instant: number): string =>
  new Date(instant + BUSINESS_UTC_OFFSET_MS)
    .toISOString()
    .slice(0, "YYYY-MM-DD hh:mm:ss".length)
    .replace("T", " ");

/** The last instant of a day in the business time zone. */
export const endOfDay = (day: Day): string =>
  new Date(Date.parse(`${day}T23:59:59.999Z`) - BUSINESS_UTC_OFFSET_MS).toISOString();

export const addDays = (day: Day, days: number): Day => dayOf(addToDate(dateOf(day), days));

/** Adds calendar months. A day that the month does not have becomes its last day: 31 January + 1 = 28 or 29 February. */
export const addMonths = (day: Day, months: number): Day => dayOf(addMonthsToDate(dateOf(day), months));

/** `YYYY-MM`. */
export const monthOf = (day: Day): string => day.slice(0, "YYYY-MM".length);

/** The number of calendar months from one day's month to another's. */
export const monthsBetween = (from: Day, to: Day): number =>
  differenceInCalendarMonths(dateOf(to), dateOf(from));

/** How many months can be added to a day before the calendar ends. */
export const monthsLeft = (day: Day): number => monthsBetween(day, LAST_DAY);

/** Whole calendar days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  (Date.parse(to) - Date.parse(from)) / (24 * HOUR_MS);

export const endOfMonth = (day: Day): Day => dayOf(lastDayOfMonth(dateOf(day)));

export const laterOf = (a: Day, b: Day): Day => [a, b].sort()[1] as Day;
export const earlierOf = (a: Day, b: Day): Day => [a, b].sort()[0] as Day;
