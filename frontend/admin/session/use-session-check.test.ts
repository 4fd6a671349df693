import { expect, test } from "vitest";
import { isCheckDue } from "./use-session-check.ts";

/** The seconds of the checks of a tab that its person used at 0 and then left, and whose timer runs every 7 seconds. */
function checksOf(seconds: number, refused: boolean): number[] {
  const checks: number[] = [];
  for (let now = 7; now <= seconds; now += 7) {
    const checkedAt = (checks.at(-1) ?? 0) * 1_000;
    if (isCheckDue(now * 1_000, { usedAt: 0, checkedAt, refused })) checks.push(now);
  }
  return checks;
}

test("a tab in use checks its session each time, for two minutes after the last input", () => {
  expect(checksOf(70, false)).toEqual([7, 14, 21, 28, 35, 42, 49, 56, 63, 70]);
  expect(checksOf(119, false)).toHaveLength(17);
});

test("an idle tab checks its session once a minute, until it is used again", () => {
  expect(checksOf(350, false).filter((second) => second > 119)).toEqual([182, 245, 308]);
  expect(isCheckDue(316_000, { usedAt: 315_000, checkedAt: 309_000, refused: false })).toBe(true);
});

test("after a refusal a tab checks its session once a minute, also while it is used", () => {
  expect(checksOf(70, true)).toEqual([63]);
  const usedNow = { usedAt: 60_000, checkedAt: 0, refused: true };
  expect(isCheckDue(59_999, usedNow)).toBe(false);
  expect(isCheckDue(60_000, usedNow)).toBe(true);
});
