import { expect, test } from "vitest";
import { addDays } from "./day.ts";
import { partsOf } from "./day-span.ts";

test.each([
  ["2026-12-01", "2026-12-24", 1],
  ["2026-10-24", "2026-12-25", 4],
  ["2026-01-01", "2026-12-31", 4],
])("the parts of a span have each of its days once, the last first: %s to %s", (from, to, count) => {
  const parts = partsOf({ from, to });
  expect(parts.length).toBe(count);
  expect([parts.at(-1)?.from, parts[0]?.to]).toEqual([from, to]);
  for (const [index, part] of parts.slice(1).entries()) expect(addDays(part.to, 1)).toBe(parts[index]?.from);
});
