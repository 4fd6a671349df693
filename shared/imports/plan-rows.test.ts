import { expect, test } from "vitest";
import { resultOf } from "../../test/product/plan-file.ts";
import { type Cells, parseReference, parseYesNo, planPart, type RowPlan } from "./plan-rows.ts";

const planRow = (cells: Cells<"name" | "phone">): RowPlan<string> => {
  const [name = "", phone = ""] = [cells("name"), cells("phone")];
  if (name === "?") return { name, action: "wrong", why: "No name." };
  return { name, action: "new", write: name, keys: [name], alike: [`phone ${phone}`], changes: [] };
};
const plan = (seen: Map<string, number>, corrected: number[], ...rows: [row: number, ...cells: string[]][]) =>
  planPart(
    rows.map(([row, ...cells]) => ({ row, cells })),
    ["name", "phone"],
    planRow,
    seen,
    new Set(corrected),
  ).map(resultOf);

test("two rows alike are one, and rows that are possibly the same are asked about, also over the parts of a file", () => {
  const seen = new Map<string, number>();
  expect(plan(seen, [], [1, "Acme", "1"], [2, "Acme", "2"], [3, "Other", "1"], [4, "?", "3"])).toEqual([
    "new",
    "The same as row 1.",
    "Possibly the same as row 1.",
    "No name.",
  ]);
  expect(plan(seen, [], [5, "Acme", "5"], [6, "New", "3"])).toEqual(["The same as row 1.", "new"]);
  // A part that is sent again is not compared with itself, nor with later parts.
  expect(plan(seen, [], [1, "Acme", "1"])).toEqual(["new"]);
});

test("a corrected row is compared with all others", () => {
  const seen = new Map<string, number>();
  plan(seen, [], [1, "?", "0"], [2, "Acme", "1"]);
  expect(plan(seen, [], [1, "Acme", "0"])).toEqual(["new"]);
  const repeated = new Map([["Acme", 2]]);
  expect(plan(repeated, [1], [1, "Acme", "0"])).toEqual(["The same as row 2."]);
});

test("a row with more cells than columns is wrong, and what is new does not come from it", () => {
  const seen = new Map<string, number>();
  expect(plan(seen, [], [1, "Acme", "1", "extra"], [2, "Acme", "1"])).toEqual([
    expect.stringContaining("do not fit the columns"),
    "new",
  ]);
});

test("yes and no are read as people write them, and a reference without the zeros that spreadsheets remove", () => {
  for (const text of ["yes", "Y", "TRUE", "1", "x", "Ndiyo"])
    expect([text, parseYesNo(text)]).toEqual([text, true]);
  for (const text of ["", "no", "N", "false", "0", "-", "hapana"])
    expect([text, parseYesNo(text)]).toEqual([text, false]);
  expect(parseYesNo("perhaps")).toBeUndefined();
  expect([parseReference("482 107 3"), parseReference("3.4"), parseReference("48-21073")]).toEqual([
    "4821073",
    "0000034",
    "4821073",
  ]);
});
