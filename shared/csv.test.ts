import { expect, test } from "vitest";
import { csvLine, unescapeFormula } from "./csv.ts";

test("cells are quoted if needed, and numbers stay numbers", () => {
  expect(csvLine(['Wánjiru "W" & Sons, Ltd', "two\nlines", 149.99, -5, undefined, ""])).toBe(
    '"Wánjiru ""W"" & Sons, Ltd","two\nlines",149.99,-5,,\r\n',
  );
});

test.each(["=HYPERLINK(A1)", "+254 711", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1"])(
  "text that begins like a formula is escaped: %j",
  (cell) => expect(csvLine([cell]).replaceAll('"', "")).toBe(`'${cell}\r\n`),
);

test.each(["=1", "'=1", "''+1", "'", "''", "'Tis", "-", "@", "plain", ""])(
  "escaped text is read back unchanged: %j",
  (cell) => {
    expect(unescapeFormula(csvLine([cell]).trimEnd())).toBe(cell);
  },
);
