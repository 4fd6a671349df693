import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeWords } from "./encoded-words.ts";

test("encoded words are decoded, and joined without a space", () => {
  expect(decodeWords("=?UTF-8?B?V2Fuamlrxakgd2E=?= Kamau <a@b.example>")).toBe(
    "Wanjikũ wa Kamau <a@b.example>",
  );
  expect(decodeWords("=?utf-8?b?V2Fuamlr?= =?utf-8?B?xak=?=")).toBe("Wanjikũ");
  expect(decodeWords("plain =?x?= text")).toBe("plain =?x?= text");
});

test("any text survives base64 encoded words that split its bytes anywhere", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.integer({ min: 1, max: 12 }),
      (text, size) => {
        const bytes = Buffer.from(text);
        const words = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => {
          const part = bytes.subarray(at * size, (at + 1) * size).toString("base64");
          return `=?UTF-8?B?${part}?=`;
        });
        expect(decodeWords(words.join(" "))).toBe(text);
      },
    ),
  );
});
