import { expect, test } from "vitest";
import { needsRate, rateDayAfter } from "./dollar-rate.ts";

const today = "2026-12-24";
const before = { kes_per_usd: 129.2, kes_per_usd_day: "2026-12-01" };

test.each([
  ["another rate is of today", { kes_per_usd: 130 }, today],
  [
    "another rate is of the day that was typed",
    { kes_per_usd: 130, kes_per_usd_day: "2026-12-20" },
    "2026-12-20",
  ],
  ["another rate with an empty day is of today", { kes_per_usd: 130, kes_per_usd_day: null }, today],
  ["the same rate with an empty day is of today", { kes_per_usd: 129.2, kes_per_usd_day: null }, today],
  ["the same rate keeps its day", { kes_per_usd: 129.2 }, "2026-12-01"],
  ["a change of something else keeps the day", {}, "2026-12-01"],
  ["a day alone changes it", { kes_per_usd_day: "2026-12-20" }, "2026-12-20"],
  ["without a rate there is no day", { kes_per_usd: null, kes_per_usd_day: "2026-12-20" }, null],
])("%s", (_, change, day) => {
  expect(rateDayAfter(before, change, today)).toBe(day);
});

test("a rate is needed once there are invoices, if there is none or it is older than seven days", () => {
  const needs = (kes_per_usd_day: string | null, invoices_from: string | null = "2027-01-01") =>
    needsRate({ invoices_from, kes_per_usd_day }, today);
  expect([needs(null), needs("2026-12-16"), needs("2026-12-17"), needs(today)]).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([needs(null, null), needs("2026-01-01", null)]).toEqual([false, false]);
});
