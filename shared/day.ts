import { UTCDateMini } from "@date-fns/utc/date/mini";
// One by one: tests and scripts, which are not bundled, load all of a library that is named as a whole.
import { addDays as addToDate } from "date-fns/addDays";
import { addMonths as addMonthsToDate } from "date-fns/addMonths";
import { differenceInCalendarMonths } from "date-fns/differenceInCalendarMonths";
import { lastDayOfMonth } from "date-fns/lastDayOfMonth";
import * as z from "zod/mini";

const hour = 3_600_000;

/** Everybody who uses the product keeps this calendar. */
export const businessTimeZone = "Africa/Nairobi";

/**
 * How far ahead of UTC that zone has been since 1960, in milliseconds; it has no summer time. By its name, a fresh
 * process would first load the time zones of the world, for a fifth of a cold start; a test holds the two equal.
 */
const businessOffset = 3 * hour;

/** A calendar day, `YYYY-MM-DD`. Strings of this form sort as days do. */
export type Day = string;

export const Day = z.iso.date("Please give a date that exists, as YYYY-MM-DD.");

export const firstDay: Day = "2000-01-01";
/** Where the calendar ends: no sum of days gives a later one, and nothing is billed beyond. */
export const lastDay: Day = "2099-12-31";

/** A day that somebody types: a year far off is a slip of the keyboard. */
export const TypedDay = Day.check(
  z.refine((day) => day >= firstDay && day <= lastDay, `Please give a date from ${firstDay} to ${lastDay}.`),
);

/** From the year 10000 on ISO 8601 writes `+010000-01-01`, which sorts before every other day. */
const withinCalendar = (day: string): Day => (day.startsWith("+") || day > lastDay ? lastDay : day);

/** A day as it is stored. Rows from before the calendar had an end may name one beyond; it is read as the last. */
export const StoredDay = z.pipe(
  z.pipe(z.string().check(z.regex(/^(\+\d\d)?\d{4}-\d\d-\d\d$/)), z.transform(withinCalendar)),
  Day,
);

/** In UTC, where every day has 24 hours. */
const dateOf = (day: Day) => new UTCDateMini(day);

const dayOf = (date: Date): Day => withinCalendar(date.toISOString().replace(/T.*/, ""));

/** The business's calendar day at an instant given in epoch milliseconds. */
export const dayAt = (instant: number): Day =>
  new Date(instant + businessOffset).toISOString().slice(0, "YYYY-MM-DD".length);

export const addDays = (day: Day, days: number): Day => dayOf(addToDate(dateOf(day), days));

/** Calendar months later; a day that month lacks becomes its last: 31 January + 1 = 28 or 29 February. */
export const addMonths = (day: Day, months: number): Day => dayOf(addMonthsToDate(dateOf(day), months));

/** `YYYY-MM`. */
export const monthOf = (day: Day): string => day.slice(0, "YYYY-MM".length);

/** How many months the month of one day is after that of another. */
export const monthsBetween = (from: Day, to: Day): number =>
  differenceInCalendarMonths(dateOf(to), dateOf(from));

/** How many months can be added to a day before the calendar ends. */
export const monthsLeft = (day: Day): number => monthsBetween(day, lastDay);

/** Whole calendar days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number => (Date.parse(to) - Date.parse(from)) / (24 * hour);

export const endOfMonth = (day: Day): Day => dayOf(lastDayOfMonth(dateOf(day)));

export const laterOf = (one: Day, other: Day): Day => [one, other].sort()[1] as Day;
