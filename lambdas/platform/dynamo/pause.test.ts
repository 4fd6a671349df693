import { afterEach, expect, test, vi } from "vitest";
import { MAX_TRIES, pauseMs } from "./database.ts";

afterEach(() => vi.restoreAllMocks());

const pausesWith = (random: number): number[] => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  return Array.from({ length: MAX_TRIES }, (_, index) => pauseMs(index + 1));
};

test("the pauses before other tries grow to a second, and chance keeps two writers apart", () => {
  const longest = pausesWith(1);
  expect(longest.slice(0, 6)).toEqual([40, 80, 160, 320, 640, 1_000]);
  expect([longest.length, new Set(longest.slice(5))]).toEqual([16, new Set([1_000])]);
  expect(pausesWith(0.25)).toEqual(longest.map((ms) => ms / 4));
});
