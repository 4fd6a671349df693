import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, BUSINESS_TIME_ZONE, dayAt, daysBetween } from "./day.ts";

const typed = fc
  .date({ min: new Date("2000-01-01"), max: new Date("2090-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("the day agrees with the time zone database around midnight of every day from 2000 to 2099", () => {
  // sv-SE writes dates as ISO 8601 does.
  const named = new Intl.DateTimeFormat("sv-SE", { timeZone: BUSINESS_TIME_ZONE });
  const hour = 3_600_000;
  const wrong: string[] = [];
  for (let day = Date.UTC(2000, 0, 1); day < Date.UTC(2100, 0, 1); day += 24 * hour) {
    for (const instant of [day + 20 * hour, day + 21 * hour - 1, day + 21 * hour, day + 22 * hour]) {
      if (dayAt(instant) !== named.format(instant)) wrong.push(new Date(instant).toISOString());
    }
  }
  expect(wrong).toEqual([]);
});

test("daysBetween counts calendar days, over every kind of year", () => {
  fc.assert(
    fc.property(typed, fc.integer({ min: -3000, max: 3000 }), (from, days) => {
      expect(daysBetween(from, addDays(from, days))).toBe(days);
    }),
  );
});
