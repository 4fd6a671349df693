import { expect, test } from "vitest";
import { nameKey, namesIn } from "./names.ts";

test.each([
  ["Ng'ang'a & Sons Ltd.", "nganga sons"],
  ["SONS AND NG’ANG’A LIMITED", "nganga sons"],
  ["Soko Müller Co.", "muller soko"],
  ["Mrs. Jane  Wanjiku-Kamau", "jane kamau wanjiku"],
  ["Coast Enterprises", "coast enterprises"],
  ["Studio 54 Limited", "54 studio"],
  // Nothing else would be left.
  ["The Company Ltd", "company ltd the"],
  ["👍", ""],
  ["", ""],
])("the key of %j is %j", (name, key) => {
  expect(nameKey(name)).toBe(key);
});

test("some words of a name count, but not a single one", () => {
  const names = namesIn("Payment from JANE WANJIKU KAMAU for invoice 4711");
  expect(names).toContain("jane kamau wanjiku");
  for (const pair of ["jane wanjiku", "kamau wanjiku", "jane kamau"]) expect(names).toContain(pair);
  for (const word of ["jane", "wanjiku", "kamau"]) expect(names).not.toContain(word);
  expect(names[0]?.split(" ").length).toBeGreaterThanOrEqual(3);
});

test("one word is a name if it stands alone, or a legal form follows it", () => {
  expect(namesIn("KARIUKI")).toEqual(["kariuki"]);
  expect(namesIn("payment by KARIUKI")).toContain("kariuki");
  expect(namesIn("UMOJA LTD NAIROBI BRANCH")).toContain("umoja");
  expect(namesIn("UMOJA LTD NAIROBI BRANCH")).not.toContain("nairobi");
});

test("of more than four words only neighbours are a name", () => {
  const names = namesIn("PETER JOHN MWANGI KAMAU OTIENO");
  for (const name of ["john peter", "kamau otieno", "john kamau mwangi peter"]) expect(names).toContain(name);
  expect(names).not.toContain("john otieno");
  expect(namesIn("PETER JOHN MWANGI KAMAU")).toContain("john kamau");
});

test("numbers end a name, and a letter is none", () => {
  expect(namesIn("JANE 123 WANJIKU")).toEqual(["jane wanjiku", "jane", "wanjiku"]);
  expect(namesIn("STUDIO 54")).toContain("54 studio");
  expect(namesIn("A 12")).toEqual([]);
  expect(namesIn("NG 4711")).toEqual(["ng"]);
  expect(namesIn(undefined)).toEqual([]);
});
