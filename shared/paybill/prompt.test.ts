import { expect, test } from "vitest";
import { isOpen, outcomeOf, stateAt } from "./prompt.ts";

const at = "2026-12-24T06:00:00.000Z";
const [during, after] = ["2026-12-24T06:02:59.000Z", "2026-12-24T06:03:01.000Z"];

test.each(["4999", "1001", "9999", "500", "", "constructor", "4999.0"])(
  "the result code %j is not final",
  (code) => {
    expect(outcomeOf(code)).toBeUndefined();
  },
);

test.each([
  ["0", "accepted"],
  ["1", "refused"],
  ["1019", "timed-out"],
  ["1032", "refused"],
  ["1037", "timed-out"],
  ["2001", "refused"],
])("the result code %s is final: %s", (code, state) => {
  expect(outcomeOf(code)).toMatchObject({ state });
});

test("without a final answer a prompt is open for three minutes, and then nobody knows how it ended", () => {
  for (const state of ["asked", "sent"] as const) {
    expect([stateAt({ state, at }, during), isOpen({ state, at }, during)]).toEqual([state, true]);
    expect([stateAt({ state, at }, after), isOpen({ state, at }, after)]).toEqual(["unknown", false]);
  }
  expect(stateAt({ state: "accepted", at }, after)).toBe("accepted");
});
