import { expect, test } from "vitest";
import { changedFields, rebase } from "./rebase.ts";

const before = { name: "Old", phone: "1", company: "Old & Sons", status: "active" };

test("typed fields keep their values, other fields take what the other person saved", () => {
  const typed = { ...before, name: "Mine" };
  const latest = { ...before, phone: "2" };
  expect(rebase(before, typed, latest)).toEqual({
    values: { ...before, name: "Mine", phone: "2" },
    theirs: {},
  });
});

test("a field that both changed keeps what was typed and reports what the other person saved", () => {
  const { values, theirs } = rebase(before, { ...before, company: "Mine" }, { ...before, company: "Theirs" });
  expect(values.company).toBe("Mine");
  expect(theirs).toEqual({ company: "Theirs" });
});

test("the same value typed by two people is no conflict", () => {
  const same = { ...before, company: "Same" };
  expect(rebase(before, same, same)).toEqual({ values: same, theirs: {} });
});

test("a form with its original values is unchanged", () => {
  expect(changedFields(before, { ...before })).toEqual([]);
  expect(changedFields(before, { ...before, status: "inactive" })).toEqual(["status"]);
});
