import { setTimeout as wait } from "node:timers/promises";
import { afterEach, expect, test, vi } from "vitest";
import { MAX_TRIES, pauseBefore } from "./database.ts";

vi.mock("node:timers/promises", () => ({ setTimeout: vi.fn(async () => undefined) }));
afterEach(() => vi.restoreAllMocks());

const pausesWith = async (random: number): Promise<number[]> => {
  vi.spyOn(Math, "random").mockReturnValue(random);
  vi.mocked(wait).mockClear();
  for (let tries = 1; tries <= MAX_TRIES; tries += 1) await pauseBefore(tries);
  return vi.mocked(wait).mock.calls.map(([ms]) => ms ?? 0);
};

test("the pauses before other tries grow to a second, and chance keeps two writers apart", async () => {
  const longest = await pausesWith(1);
  expect(longest.slice(0, 6)).toEqual([40, 80, 160, 320, 640, 1_000]);
  expect([longest.length, new Set(longest.slice(5))]).toEqual([16, new Set([1_000])]);
  expect(await pausesWith(0.25)).toEqual(longest.map((ms) => ms / 4));
});
