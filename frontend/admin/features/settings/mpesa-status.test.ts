import { expect, test } from "vitest";
import { omit } from "../../../../shared/omit.ts";
import type { PaybillStatus } from "../../../../shared/paybill/status.ts";
import { statusFacts, statusProblems } from "./mpesa-status.ts";

const connected: PaybillStatus = {
  short_code: "600986",
  announced: 2,
  last_pull_at: "2026-12-24T06:00:00Z",
  registered: { site: "https://www.mwamba.example", at: "2026-11-02T08:10:00Z" },
  compared: { day: "2026-12-23", differences: ["TKB4H7L2QX: M-Pesa has KES 1.00, we have KES 2.00."] },
};

test("the facts say what is connected, when M-Pesa was heard, and what waits", () => {
  expect(statusFacts(connected)).toEqual([
    ["Paybill number", "600986"],
    ["Connected", "Since Nov 2, 2026, 11:10 AM, to https://www.mwamba.example"],
    ["Last announced", "Never"],
    ["List last read", "Dec 24, 2026, 9:00 AM"],
    ["Not confirmed yet", "2 payments"],
    ["Last compared", "Dec 23, 2026: 1 difference"],
  ]);
  const unknown_source_at = "2026-12-24T06:15:00Z";
  expect(statusFacts({ ...connected, unknown_source_at }).at(-1)?.[1]).toMatch(/9:15 AM: .*not publish/);
});

test("before the first reading of the list nothing is said to be wrong", () => {
  const fresh = omit(connected, "registered", "last_pull_at");
  expect(statusFacts(fresh)[1]).toEqual(["Connected", "We check it within 15 minutes"]);
  expect(statusProblems(fresh, "")).toEqual([]);
});

const failure = "M-Pesa did not answer.";
test.each<[string, Partial<PaybillStatus>, string, RegExp[]]>([
  ["nothing, if all works", {}, "600986", []],
  ["nothing, if no number is in the reminders", {}, "", []],
  ["a number in reminders that is not connected", {}, "123456", [/Paybill 123456, .* only for 600986/]],
  ["nothing about a failure before the last reading", { failure, failed_at: "2026-12-24T05:45:00Z" }, "", []],
  [
    "the last failure",
    { failure, failed_at: "2026-12-24T06:15:00Z" },
    "",
    [/9:15 AM: M-Pesa did not answer/],
  ],
  ["that M-Pesa announces nothing", { registered: undefined }, "", [/does not announce payments/]],
])("the problems are %s", (_, change, paybill, expected) => {
  const problems = statusProblems({ ...connected, ...change }, paybill);
  expect(problems).toHaveLength(expected.length);
  for (const [index, pattern] of expected.entries()) expect(problems[index]).toMatch(pattern);
});
