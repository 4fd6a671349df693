import * as PlainDate from "temporal-polyfill/fns/PlainDate";
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

const firstDay: Day = "2000-01-01";
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

function plain(day: Day): PlainDate.Record {
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  return PlainDate.create(year, month, date);
}

/** The business's calendar day at an instant given in epoch milliseconds. */
export const dayAt = (instant: number): Day =>
  new Date(instant + businessOffset).toISOString().slice(0, "YYYY-MM-DD".length);

export const addDays = (day: Day, days: number): Day =>
  withinCalendar(PlainDate.toString(PlainDate.addDays(plain(day), days)));

/** Calendar months later; a day that month lacks becomes its last: 31 January + 1 = 28 or 29 February. */
export const addMonths = (day: Day, months: number): Day =>
  withinCalendar(PlainDate.toString(PlainDate.addMonths(plain(day), months, { overflow: "constrain" })));

const monthNumber = (day: Day): number => {
  const [year, month] = day.split("-").map(Number) as [number, number];
  return year * 12 + month;
};

/** `YYYY-MM`. */
export const monthOf = (day: Day): string => day.slice(0, "YYYY-MM".length);

/** How many months can be added to a day before the calendar ends. */
export const monthsLeft = (day: Day): number => monthNumber(lastDay) - monthNumber(day);

/** Whole calendar days from one day to another; negative when `to` is earlier. */
export const daysBetween = (from: Day, to: Day): number =>
  // A day alone is parsed as its midnight in UTC, where every day has 24 hours.
  (Date.parse(to) - Date.parse(from)) / (24 * hour);

/** Whole months from one day to another, rounded towards `from`. */
export const monthsBetween = (from: Day, to: Day): number =>
  PlainDate.diff(plain(from), plain(to), { largestUnit: "month" }).months;

export const endOfMonth = (day: Day): Day =>
  withinCalendar(PlainDate.toString(PlainDate.endOfMonth(plain(day))));

export const laterOf = (one: Day, other: Day): Day => [one, other].sort()[1] as Day;
