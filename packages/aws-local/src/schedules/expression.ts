import { Cron } from "croner";
import { Temporal } from "temporal-polyfill";

/** The next run after an instant (epoch milliseconds, exclusive), or null. */
type NextRun = (after: number) => number | null;

const MINUTE = 60_000;
const RATE_UNITS: Record<string, number> = { minute: MINUTE, hour: 60 * MINUTE, day: 24 * 60 * MINUTE };

/**
 * Parses `cron(…)` or `rate(…)`. Rates count from 1970, so that a restart does not delay them.
 * @throws Error if EventBridge Scheduler would refuse the expression
 * @see https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
 */
export function parseExpression(expression: string, timeZone: string): NextRun {
  const [, kind, body = ""] = /^(cron|rate)\((.*)\)$/.exec(expression.trim()) ?? [];
  if (kind === "cron") return cron(body, timeZone, expression);
  if (kind === "rate") return rate(body, expression);
  throw new Error(`Unsupported schedule expression: ${expression}`);
}

function rate(body: string, expression: string): NextRun {
  const [, count = "", unit = "", plural = ""] = /^([1-9]\d*) (minute|hour|day)(s?)$/.exec(body.trim()) ?? [];
  const periodMs = Number(count) * (RATE_UNITS[unit] ?? Number.NaN);
  if (!(periodMs > 0) || (count === "1") === (plural === "s"))
    throw new Error(`Invalid rate expression: ${expression}`);
  return (after) => (Math.floor(after / periodMs) + 1) * periodMs;
}

/** Does not use croner's time zones: EventBridge Scheduler has another rule for daylight saving (`instantOf`). */
function cron(body: string, timeZone: string, expression: string): NextRun {
  const wallTimes = toCron(body, expression);
  Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(timeZone); // Throws now for an unknown zone.
  return (after) => {
    const local = Temporal.Instant.fromEpochMilliseconds(after).toZonedDateTimeISO(timeZone);
    let wall: Date | null = new Date(local.toPlainDateTime().toZonedDateTime("UTC").epochMilliseconds);
    while (true) {
      wall = wallTimes.nextRun(wall);
      if (!wall) return null;
      const instant = instantOf(Temporal.PlainDateTime.from(wall.toISOString().slice(0, -1)), timeZone);
      if (instant !== null && instant > after) return instant;
    }
  };
}

/** The first instant with this wall time, if it exists twice; null if daylight saving skips it. */
function instantOf(wall: Temporal.PlainDateTime, timeZone: string): number | null {
  const zoned = wall.toZonedDateTime(timeZone, { disambiguation: "earlier" });
  return zoned.toPlainDateTime().equals(wall) ? zoned.epochMilliseconds : null;
}

/** The maximum of each field of an AWS cron expression, for `first/step`. */
const FIELD_MAXIMUMS = [59, 23, 31, 12, 7, 2199];

/** Converts AWS's six fields (minute first, year last, Sunday = 1) to croner's seven. */
function toCron(body: string, expression: string): Cron {
  const fields = body.trim().toUpperCase().split(/\s+/);
  const [, , day, , weekday] = fields;
  const onlyOneDay = (day === "?") !== (weekday === "?");
  if (fields.length !== 6 || !onlyOneDay || fields.some((field, i) => field === "?" && i !== 2 && i !== 4))
    throw new Error(
      `Invalid cron expression: ${expression} (six fields, "?" in exactly one of the two days)`,
    );
  const translate = (part: string, i: number) => {
    if (part === "?") return "*";
    if (i === 4 && part === "L") return "7"; // Saturday
    return part.replace(/^(\d+)\/(\d+)$/, `$1-${FIELD_MAXIMUMS[i]}/$2`);
  };
  const translated = fields.map((field, i) => field.replace(/[^,]+/g, (part) => translate(part, i)));
  const options = { mode: "7-part", timezone: "UTC", alternativeWeekdays: true, domAndDow: true } as const;
  try {
    return new Cron(["0", ...translated].join(" "), { ...options, paused: true });
  } catch (error) {
    throw new Error(`Invalid cron expression: ${expression}`, { cause: error });
  }
}
