import { expect, test } from "vitest";
import { linesOf, type PaperFont, runsOf } from "./text.ts";

const none = new Uint8Array();
const face = (name: string, has: (codePoint: number) => boolean): PaperFont => ({
  name,
  regular: none,
  bold: none,
  has,
});
const fonts = [
  face("latin", (codePoint) => codePoint < 0x250),
  { ...face("arabic", (codePoint) => codePoint >= 0x600 && codePoint < 0x700), isLeftward: true as const },
  face("ethiopic", (codePoint) => codePoint >= 0x1200 && codePoint < 0x1400),
];
const shown = (line: string) => runsOf(line, fonts).map(({ text, font }) => [text, font[0]]);

test("names in Arabic stand from right to left, and what is around them from left to right", () => {
  expect(shown("شركة النور (Kenya) 12 Ltd")).toEqual([
    ["النور", "a"],
    [" ", "l"],
    ["شركة", "a"],
    [" ", "l"],
    ["(Kenya)", "l"],
    [" ", "l"],
    ["12", "l"],
    [" ", "l"],
    ["Ltd", "l"],
  ]);
  // Brackets within the name stand around the same word.
  expect(
    runsOf("ا (ب) ج", fonts)
      .map(({ text }) => text)
      .join(""),
  ).toBe("ج (ب) ا");
});

test("each script has its face, and a character without one has the first", () => {
  expect(shown("Selam ሰላም 株")).toEqual([
    ["Selam", "l"],
    [" ", "l"],
    ["ሰላም", "e"],
    [" ", "l"],
    ["株", "l"],
  ]);
});

test("lines break at spaces, within a word only if it is wider than the line, and lose nothing", () => {
  const widthOf = (line: string) => line.length;
  expect(linesOf("one two three", 7, widthOf)).toEqual(["one two", "three"]);
  expect(linesOf("a abcdefghij k", 4, widthOf)).toEqual(["a", "abcd", "efgh", "ij k"]);
  expect(linesOf("", 4, widthOf)).toEqual([""]);
});
