import { expect, test } from "vitest";
import { formatDay } from "./dates.ts";
import { addMonths } from "./day.ts";
import { formatEmailDay } from "./emails/reminder-text.ts";

test("emails and statements abbreviate months like the screens", () => {
  for (let month = 0; month < 12; month += 1) {
    const day = addMonths("2026-01-05", month);
    expect(formatEmailDay(day).split(" ")[1]).toBe(formatDay(day).split(" ")[0]);
  }
  expect(formatEmailDay("2026-09-05")).toBe("5 Sep 2026");
});
