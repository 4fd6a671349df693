import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeWords, parseMime } from "./mime.ts";

test("encoded words of any charset are decoded, and the space between two of them is none", () => {
  expect(decodeWords("=?ISO-8859-1?Q?Andr=E9=20?= =?UTF-8?B?S8Wp?= <a@b.example>")).toBe(
    "André Kũ <a@b.example>",
  );
  expect(decodeWords("=?UTF-8?Q?K=C5?= =?UTF-8?Q?=A9?=")).toBe("Kũ");
  expect(decodeWords("=?UTF-8?Q?a?= b =?utf-8?q?c?=")).toBe("a b c");
  expect(decodeWords("2 =? 3 ?= 4")).toBe("2 =? 3 ?= 4");
});

test("any text survives base64 encoded words, however they cut its bytes", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "grapheme", minLength: 1 }),
      fc.integer({ min: 1, max: 45 }),
      (text, size) => {
        const bytes = Buffer.from(text);
        const words: string[] = [];
        for (let i = 0; i < bytes.length; i += size)
          words.push(`=?UTF-8?B?${bytes.subarray(i, i + size).toString("base64")}?=`);
        expect(decodeWords(words.join("\r\n "))).toBe(text);
      },
    ),
  );
});

test("nested parts are searched, attachments are not, and the first of each kind wins", () => {
  const message = [
    "Content-Type: multipart/mixed; boundary=outer",
    "",
    "preamble",
    "--outer",
    'Content-Type: multipart/alternative; boundary="in (ner)"',
    "",
    "--in (ner)",
    "",
    "plain",
    "--in (ner)",
    "Content-Type: TEXT/HTML; charset=windows-1252",
    "",
    "<i>caf\u00e9</i>",
    "--in (ner)--",
    "--outer",
    "Content-Type: text/plain",
    "Content-Disposition: attachment; filename=a.txt",
    "",
    "attached",
    "--outer--",
  ].join("\n");
  expect(parseMime(Buffer.from(message, "latin1"))).toMatchObject({ text: "plain", html: "<i>café</i>" });
});

test("a message without headers, body or boundary is read as far as it goes", () => {
  expect(parseMime(Buffer.from(""))).toEqual({ headers: [], text: "", html: null });
  expect(parseMime(Buffer.from("\r\nbody")).text).toBe("body");
  expect(parseMime(Buffer.from("Content-Type: multipart/mixed\r\n\r\nbody"))).toMatchObject({ text: null });
});
