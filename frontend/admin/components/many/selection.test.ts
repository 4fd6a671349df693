import { expect, test } from "vitest";
import { allToggled, extended, nothing, toggled } from "./selection.ts";

const shown = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
const ids = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join("");

test("a range starts at the row pressed last, can shrink, and keeps earlier selections", () => {
  const two = toggled(toggled(nothing, "e"), "b");
  const range = extended(two, "d", shown);
  expect(ids(range)).toBe("bcde");
  expect(ids(extended(range, "c", shown))).toBe("bce");
  expect(ids(extended(extended(range, "c", shown), "a", shown))).toBe("abe");
});

test("a range that starts at a deselected row deselects", () => {
  const all = allToggled(nothing, shown);
  expect(ids(extended(toggled(all, "b"), "d", shown))).toBe("ae");
});

test("a range whose start is not shown selects one row", () => {
  expect(ids(extended(nothing, "c", shown))).toBe("c");
  expect(ids(extended(toggled(nothing, "gone"), "c", shown))).toBe("cgone");
});

test("selecting all selects the shown rows, and again deselects them, without touching others", () => {
  const selection = toggled(nothing, "elsewhere");
  const all = allToggled(selection, shown);
  expect(ids(all)).toBe("abcdeelsewhere");
  expect(ids(allToggled(all, shown))).toBe("elsewhere");
});
