import { expect, test } from "vitest";
import { nearReferences, referencesIn } from "./references.ts";

const reference = "4821072";

test.each([
  reference,
  "482 107 2",
  "482-107-2",
  "48 21 07 2",
  "ACC4821072",
  "a/c no. 4821072",
  "4,821,072",
  "4821072.00",
  "48Z1O72",
  "4821072-JANE",
  "0722 4821072",
  "4821072 99",
  "99 4821072",
])("%j names the reference", (text) => {
  expect(referencesIn(text)).toEqual({ references: [reference], mistyped: [], inside: [] });
});

test.each(["482107", "48210721", "4821073"])("%j is a mistyped reference", (text) => {
  expect(referencesIn(text)).toEqual({ references: [], mistyped: [text], inside: [] });
});

test.each([
  "48210",
  "482107212",
  "482*072",
  "OIZS5G8",
  // An amount, a landline, another country.
  "KES 4821072",
  "020 4821072",
  "+4821072",
])("%j names none", (text) => {
  expect(referencesIn(text)).toEqual({ references: [], mistyped: [], inside: [] });
});

test("seven digits that are a part of a code are kept apart", () => {
  expect(referencesIn("INV-4821072-2026")).toEqual({ references: [], mistyped: [], inside: [reference] });
});

test("a near reference is one typing mistake away", () => {
  for (const typed of ["4821073", "8421072", "482107", "48210722", "14821072"])
    expect(nearReferences(typed), typed).toContain(reference);
  for (const typed of ["4821000", "8412072", "48210"])
    expect(nearReferences(typed), typed).not.toContain(reference);
});
