import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { expect, test } from "vitest";
import { parseExpression } from "./expression.ts";

function runs(expression: string, timeZone: string, after: string, count: number): string[] {
  const nextRun = parseExpression(expression, timeZone);
  const instants: string[] = [];
  let at: number | null = Date.parse(after);
  while (instants.length < count) {
    at = nextRun(at);
    if (at === null) break;
    instants.push(new Date(at).toISOString().replace(":00.000Z", "Z"));
  }
  return instants;
}

// The examples and wildcards of
// https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html.
test.each([
  ["cron(0 10 * * ? *)", ["2026-11-20T10:00Z", "2026-11-21T10:00Z"]],
  ["cron(15 12 * * ? *)", ["2026-11-20T12:15Z", "2026-11-21T12:15Z"]],
  ["cron(0 18 ? * MON-FRI *)", ["2026-11-20T18:00Z", "2026-11-23T18:00Z"]],
  ["cron(0 18 ? * 2-6 *)", ["2026-11-20T18:00Z", "2026-11-23T18:00Z"]],
  ["cron(0 8 1 * ? *)", ["2026-12-01T08:00Z", "2027-01-01T08:00Z"]],
  [
    "cron(0/15 * * * ? *)",
    ["2026-11-20T00:15Z", "2026-11-20T00:30Z", "2026-11-20T00:45Z", "2026-11-20T01:00Z"],
  ],
  ["cron(1/10 0 ? * * *)", ["2026-11-20T00:01Z", "2026-11-20T00:11Z", "2026-11-20T00:21Z"]],
  ["cron(0/10 * ? * MON-FRI *)", ["2026-11-20T00:10Z", "2026-11-20T00:20Z"]],
  ["cron(0/5 8-17 ? * MON-FRI *)", ["2026-11-20T08:00Z", "2026-11-20T08:05Z"]],
  ["cron(0 9 ? * 1 *)", ["2026-11-22T09:00Z", "2026-11-29T09:00Z"]],
  ["cron(0 9 ? * 2#1 *)", ["2026-12-07T09:00Z", "2027-01-04T09:00Z"]],
  ["cron(0 9 ? * TUE#5 *)", ["2026-12-29T09:00Z", "2027-03-30T09:00Z"]],
  ["cron(0 9 ? * 6L *)", ["2026-11-27T09:00Z", "2026-12-25T09:00Z"]],
  ["cron(0 9 ? * L *)", ["2026-11-21T09:00Z", "2026-11-28T09:00Z"]],
  ["cron(0 9 L * ? *)", ["2026-11-30T09:00Z", "2026-12-31T09:00Z", "2027-01-31T09:00Z", "2027-02-28T09:00Z"]],
  [
    "cron(0 9 15W * ? *)",
    ["2026-12-15T09:00Z", "2027-01-15T09:00Z", "2027-02-15T09:00Z", "2027-03-15T09:00Z"],
  ],
  ["cron(0 9 3W 10 ? *)", ["2027-10-04T09:00Z"]],
  ["cron(0 9 ? JAN,jul MON 2028-2029)", ["2028-01-03T09:00Z", "2028-01-10T09:00Z"]],
  ["cron(0 9 29 2 ? *)", ["2028-02-29T09:00Z", "2032-02-29T09:00Z"]],
  ["cron(30 7 20 11 ? 2026/2)", ["2026-11-20T07:30Z", "2028-11-20T07:30Z"]],
  ["cron(0 9 30 2 ? *)", []],
  ["cron(0 9 1 1 ? 2020)", []],
])("%s runs at %j", (expression, expected) => {
  expect(runs(expression, "UTC", "2026-11-20T00:00:00Z", expected.length || 1)).toEqual(expected);
});

test.each([
  "cron(0 9 * * * *)",
  "cron(0 9 ? * ? *)",
  "cron(0 9 * * ?)",
  "cron(0 9 * * ? * *)",
  "cron(60 9 * * ? *)",
  "cron(0 9 * * 8 *)",
  "cron(0 9 ? * 0 *)",
  "cron(? 9 * * ? *)",
  "cron(0 9 * 13 ? *)",
  "cron(0 9 x * ? *)",
  "rate(0 days)",
  "rate(1 days)",
  "rate(2 day)",
  "rate(5 seconds)",
  "at(2026-11-20T07:00:00)",
  "0 9 * * *",
])("refuses %s", (expression) => {
  expect(() => parseExpression(expression, "UTC")).toThrow();
});

test("refuses a time zone that does not exist", () => {
  expect(() => parseExpression("cron(0 7 * * ? *)", "Africa/Nirobi")).toThrow();
});

test("times are in the schedule's time zone", () => {
  expect(runs("cron(0 7 * * ? *)", "Africa/Nairobi", "2026-11-20T03:59:59Z", 2)).toEqual([
    "2026-11-20T04:00Z",
    "2026-11-21T04:00Z",
  ]);
});

test("a wall time that daylight saving skips has no run, one that it repeats has one run", () => {
  expect(runs("cron(30 2 * * ? *)", "America/New_York", "2026-03-07T12:00:00Z", 2)).toEqual([
    "2026-03-09T06:30Z",
    "2026-03-10T06:30Z",
  ]);
  expect(runs("cron(30 1 * * ? *)", "America/New_York", "2026-11-01T00:00:00Z", 2)).toEqual([
    "2026-11-01T05:30Z",
    "2026-11-02T06:30Z",
  ]);
  expect(runs("cron(0/30 0-2 * * ? *)", "America/New_York", "2026-11-01T05:00:00Z", 3)).toEqual([
    "2026-11-01T05:30Z",
    "2026-11-01T07:00Z",
    "2026-11-01T07:30Z",
  ]);
});

test("a rate runs at fixed times, independent of the start", () => {
  expect(runs("rate(5 minutes)", "UTC", "2026-11-20T00:02:00Z", 2)).toEqual([
    "2026-11-20T00:05Z",
    "2026-11-20T00:10Z",
  ]);
});

test("cron finds the first minute that matches its fields, in any time zone", () => {
  const zones = ["Africa/Nairobi", "America/New_York", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC"];
  const someOf = (min: number, max: number) =>
    fc.uniqueArray(fc.integer({ min, max }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      someOf(0, 59),
      someOf(0, 23),
      fc.oneof(
        someOf(1, 28).map((days) => ({ days })),
        someOf(1, 7).map((weekdays) => ({ weekdays })),
      ),
      fc.constantFrom(...zones),
      fc.integer({ min: Date.UTC(2025, 0), max: Date.UTC(2028, 0) }),
      (minutes, hours, day, zone, after) => {
        const [dom, dow] = "days" in day ? [day.days.join(), "?"] : ["?", day.weekdays.join()];
        const next = parseExpression(`cron(${minutes} ${hours} ${dom} * ${dow} *)`, zone)(after) ?? 0;
        const fits = (at: number) => {
          const wall = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
          const dayFits =
            "days" in day ? day.days.includes(wall.day) : day.weekdays.includes((wall.dayOfWeek % 7) + 1);
          const earlier = wall.toPlainDateTime().toZonedDateTime(zone, { disambiguation: "earlier" });
          const repeated = earlier.epochMilliseconds !== at;
          return minutes.includes(wall.minute) && hours.includes(wall.hour) && dayFits && !repeated;
        };
        expect(next).toBeGreaterThan(after);
        expect(fits(next)).toBe(true);
        const first = (Math.floor(after / 60_000) + 1) * 60_000;
        for (let at = first; at < Math.min(next, first + 86_400_000); at += 60_000)
          expect.soft(fits(at)).toBe(false);
      },
    ),
    { numRuns: 15 },
  );
});
