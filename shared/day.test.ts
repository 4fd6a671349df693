import { expect, test } from "vitest";
import { businessTimeZone, dayAt } from "./day.ts";

test("the day is the one that the time zone database gives, at every hour it could turn, from 2000 to 2099", () => {
  // sv-SE writes dates as ISO 8601 does.
  const named = new Intl.DateTimeFormat("sv-SE", { timeZone: businessTimeZone });
  const hour = 3_600_000;
  const wrong: string[] = [];
  for (let day = Date.UTC(2000, 0, 1); day < Date.UTC(2100, 0, 1); day += 24 * hour) {
    for (const instant of [day + 20 * hour, day + 21 * hour - 1, day + 21 * hour, day + 22 * hour]) {
      if (dayAt(instant) !== named.format(instant)) wrong.push(new Date(instant).toISOString());
    }
  }
  expect(wrong).toEqual([]);
});
