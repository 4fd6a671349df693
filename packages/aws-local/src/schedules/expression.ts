import { Cron } from "croner";
import { Temporal } from "temporal-polyfill";

/** The first instant after one (epoch milliseconds, exclusive), or null when there is none any more. */
type Timetable = (after: number) => number | null;

const MINUTE = 60_000;
const RATE_UNITS: Record<string, number> = { minute: MINUTE, hour: 60 * MINUTE, day: 24 * 60 * MINUTE };

/**
 * Reads an EventBridge Scheduler expression, `cron(…)` or `rate(…)`; rates count from 1970, so that restarting does
 * not push them back.
 * @throws Error naming the expression when it is not one that EventBridge Scheduler would take.
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
export function readExpression(expression: string, timeZone: string): Timetable {
  const [, kind, body = ""] = /^(cron|rate)\((.*)\)$/.exec(expression.trim()) ?? [];
  if (kind === "cron") return cron(body, timeZone, expression);
  if (kind === "rate") return rate(body, expression);
  throw new Error(`Not a schedule expression that runs here: ${expression}`);
}

function rate(body: string, expression: string): Timetable {
  const [, count = "", unit = "", plural = ""] = /^([1-9]\d*) (minute|hour|day)(s?)$/.exec(body.trim()) ?? [];
  const every = Number(count) * (RATE_UNITS[unit] ?? Number.NaN);
  if (!(every > 0) || (count === "1") === (plural === "s"))
    throw new Error(`Not a rate expression: ${expression}`);
  return (after) => (Math.floor(after / every) + 1) * every;
}

/**
 * croner is asked about the wall clock alone (as if it were UTC), and the time zone is applied here, because
 * EventBridge Scheduler's daylight saving rule differs from croner's: a wall time that does not exist is
 * skipped, one that exists twice runs the first time only.
 */
function cron(body: string, timeZone: string, expression: string): Timetable {
  const calendar = calendarOf(body, expression);
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone); // an unknown zone fails here, not at the first run
  return (after) => {
    const here = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timeZone);
    let wall: Date | null = new Date(here.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds);
    while (true) {
      wall = calendar.nextRun(wall);
      if (!wall) return null;
      const instant = instantOf(Temporal.PlainDateTime.from(wall.toISOString().slice(0, -1)), timeZone);
      if (instant !== null && instant > after) return instant;
    }
  };
}

/** The first instant at which the wall clock shows this time; null when the clock jumps over it. */
function instantOf(wall: Temporal.PlainDateTime, timeZone: string): number | null {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : null;
}

/** The last value of each field of an AWS cron expression, for `first/step`. */
const LAST = [59, 23, 31, 12, 7, 2199];

/** AWS's six fields (minute first, year last, Sunday = 1) as croner's seven. */
function calendarOf(body: string, expression: string): Cron {
  const fields = body.trim().toUpperCase().split(/\s+/);
  const [, , day, , weekday] = fields;
  const onlyOneDay = (day === "?") !== (weekday === "?");
  if (fields.length !== 6 || !onlyOneDay || fields.some((field, i) => field === "?" && i !== 2 && i !== 4))
    throw new Error(`Not a cron expression: ${expression} (six fields, "?" in exactly one of the two days)`);
  const translate = (part: string, i: number) => {
    if (part === "?") return "*";
    if (i === 4 && part === "L") return "7"; // the last day of the week is Saturday
    return part.replace(/^(\d+)\/(\d+)$/, `$1-${LAST[i]}/$2`);
  };
  const translated = fields.map((field, i) => field.replace(/[^,]+/g, (part) => translate(part, i)));
  const options = { mode: "7-part", timezone: "UTC", alternativeWeekdays: true, domAndDow: true } as const;
  try {
    return new Cron(["0", ...translated].join(" "), { ...options, paused: true });
  } catch (error) {
    throw new Error(`Not a cron expression: ${expression}`, { cause: error });
  }
}
