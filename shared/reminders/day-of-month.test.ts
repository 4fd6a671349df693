import { expect, test } from "vitest";
import { dayOfMonth, monthlySpan } from "./day-of-month.ts";

test.each([
  ["2026-12-24", 24, "2026-12-23", "2026-12-24"],
  ["2026-12-24", 24, "2026-12-24", undefined],
  ["2026-12-24", 25, "2026-12-23", undefined],
  // The runs of two days were missed.
  ["2026-12-24", 23, "2026-12-21", "2026-12-23"],
  ["2027-01-02", 28, "2026-12-27", "2026-12-28"],
  ["2027-01-02", 28, "2026-12-28", undefined],
  ["2026-12-24", null, "2026-12-01", undefined],
  // The first run makes up for nothing.
  ["2026-12-24", 24, undefined, "2026-12-24"],
  ["2026-12-24", 23, undefined, undefined],
])(
  "on %s with the day %s and a last run on %s, something that happens then is of %s",
  (today, day, lastRun, expected) => {
    expect(dayOfMonth(today, day, lastRun)).toBe(expected);
  },
);

test("a monthly statement begins with the month before", () => {
  expect(monthlySpan("2027-01-05")).toEqual({ from: "2026-12-01", to: "2027-01-05" });
});
