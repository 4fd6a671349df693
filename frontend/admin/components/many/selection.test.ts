import { expect, test } from "vitest";
import { allToggled, extended, nothing, toggled } from "./selection.ts";

const shown = ["a", "b", "c", "d", "e"].map((id) => ({ id }));
const ids = ({ ids }: { ids: ReadonlySet<string> }) => [...ids].sort().join("");

test("a range reaches from the row pressed last, shrinks again, and leaves what was chosen before", () => {
  const two = toggled(toggled(nothing, "e"), "b");
  const range = extended(two, "d", shown);
  expect(ids(range)).toBe("bcde");
  expect(ids(extended(range, "c", shown))).toBe("bce");
  expect(ids(extended(extended(range, "c", shown), "a", shown))).toBe("abe");
});

test("a range from a row that was taken out takes out", () => {
  const all = allToggled(nothing, shown);
  expect(ids(extended(toggled(all, "b"), "d", shown))).toBe("ae");
});

test("a range whose beginning is not shown is a press", () => {
  expect(ids(extended(nothing, "c", shown))).toBe("c");
  expect(ids(extended(toggled(nothing, "gone"), "c", shown))).toBe("cgone");
});

test("all that are shown are chosen, and then none of them, whatever else is", () => {
  const some = toggled(nothing, "elsewhere");
  const all = allToggled(some, shown);
  expect(ids(all)).toBe("abcdeelsewhere");
  expect(ids(allToggled(all, shown))).toBe("elsewhere");
});
