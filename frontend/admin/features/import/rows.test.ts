import { expect, test } from "vitest";
import { outcomeText, questionsText, startText } from "./rows.ts";

const none = { rows: 0, new: 0, update: 0, same: 0, duplicate: 0, wrong: 0, done: 0, undone: 0, left: 0 };
const counted = (counts: Partial<typeof none>) => ({ counts: { ...none, ...counts }, emptied: {} });
const choices = { duplicates: "skip", empty: [], rows: {} } as const;

test("the button says what is added and changed at most, and is empty if that is nothing", () => {
  const text = (counts: Partial<typeof none>, more: Partial<Parameters<typeof startText>[1]> = {}) =>
    startText(counted(counts), { ...choices, ...more });
  expect(text({ same: 3, wrong: 2, duplicate: 1 })).toBe("");
  expect(text({ new: 9_998, update: 3 })).toBe("Add 9,998, change 3");
  expect(text({ update: 3, duplicate: 2 }, { duplicates: "update" })).toBe("Change up to 5");
  expect(text({ new: 1, duplicate: 2 }, { duplicates: "new" })).toBe("Add up to 3");
  // One of the two has a choice of its own.
  expect(text({ new: 1, duplicate: 2 }, { duplicates: "new", rows: { 4: "skip" } })).toBe("Add up to 2");
  expect(text({ duplicate: 2 }, { rows: { 4: "update" } })).toBe("Change up to 1");
});

test("many emptied fields make the number of changes uncertain, unless somebody wants them empty", () => {
  const many = { ...counted({ update: 20 }), emptied: { phone: 11 } };
  expect(startText(many, choices)).toBe("Change up to 20");
  expect(startText(many, { ...choices, empty: ["phone"] })).toBe("Change 20");
  expect(startText({ ...many, emptied: { phone: 10 } }, choices)).toBe("Change 20");
});

test("the text above says what can be done with the rows that there are", () => {
  expect(questionsText(counted({ new: 1 }), "Add 1")).toBe(
    "Nothing is saved yet. Check what happens to each row.",
  );
  expect(questionsText(counted({ new: 1, wrong: 1 }), "Add 1")).toContain("Open a wrong row to correct it");
  expect(questionsText(counted({ wrong: 1, duplicate: 1 }), "")).toContain("Open a wrong row to correct it");
  expect(questionsText(counted({ same: 1, duplicate: 1 }), "")).toContain("rows that are possibly the same");
  expect(questionsText(counted({ same: 1 }), "")).toContain("every row matches what is already stored");
});

test("the text of an import that is over counts what it did, and what stayed", () => {
  const text = (state: "done" | "undone" | "failed", counts: Partial<typeof none>) =>
    outcomeText({ state, ...counted(counts) }, "client");
  expect(text("done", { new: 1, same: 4 })).toBe("Done. 1 client added.");
  expect(text("done", { new: 9_998, update: 1_200, wrong: 2, duplicate: 1_000 })).toBe(
    "Done. 9,998 clients added, 1,200 changed, 2 wrong, 1,000 skipped as possibly the same.",
  );
  expect(text("undone", { undone: 2 })).toBe("Undone. 2 clients removed or set back.");
  expect(text("undone", { undone: 2, left: 1 })).toContain("1 client left as they are");
  expect(text("failed", { done: 1_500 })).toContain("stopped at row 1,501");
});
