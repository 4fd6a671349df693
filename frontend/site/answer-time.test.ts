import { expect, test } from "vitest";
import { hours } from "../../shared/company.ts";
import { nextAnswer } from "./answer-time.ts";

test.each([
  ["2026-11-27T10:00:00+03:00", undefined],
  ["2026-11-27T08:00:00+03:00", undefined],
  ["2026-11-27T07:59:59+03:00", "today, 8:00"],
  ["2026-11-27T18:00:00+03:00", "tomorrow, 9:00"],
  ["2026-11-28T12:59:59+03:00", undefined],
  ["2026-11-28T13:00:00+03:00", "Monday, 8:00"],
  ["2026-11-29T23:59:00+03:00", "tomorrow, 8:00"],
  // Already Monday in Nairobi.
  ["2026-11-29T21:30:00Z", "today, 8:00"],
  ["2026-11-26T18:30:00-05:00", "today, 8:00"],
])("at %s somebody answers %s", (time, answer) => {
  expect(nextAnswer(hours.value.week, Date.parse(time))).toBe(answer);
});

test("without hours nothing is promised", () => {
  expect(nextAnswer([], Date.parse("2026-11-27T10:00:00Z"))).toBeUndefined();
});
