import { expect, test } from "vitest";
import { asMeant, csvLine } from "./csv.ts";

test("a cell is quoted where it must be, and numbers stay numbers", () => {
  expect(csvLine(['Wánjiru "W" & Sons, Ltd', "two\nlines", 149.99, -5, undefined, ""])).toBe(
    '"Wánjiru ""W"" & Sons, Ltd","two\nlines",149.99,-5,,\r\n',
  );
});

test.each(["=HYPERLINK(A1)", "+254 711", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])(
  "what begins like a formula is text: %j",
  (cell) => expect(csvLine([cell]).replaceAll('"', "")).toBe(`'${cell}\r\n`),
);

test.each(["=1", "'=1", "''+1", "'", "''", "'Tis", "-", "@", "plain", ""])(
  "what was marked is read back as it was: %j",
  (cell) => {
    expect(asMeant(csvLine([cell]).trimEnd())).toBe(cell);
  },
);
