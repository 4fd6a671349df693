import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { Amount } from "./money.ts";
import { line, lines, Text } from "./text.ts";

const Name = line("name", 200);
const Message = lines("message", 5_000);
const name = (text: string) => Name.safeParse(text);
const message = (text: string) => Message.safeParse(text);

describe("what is harmless becomes ordinary", () => {
  test.each([
    ["a line separator", "Otieno\u2028Ltd", "Otieno Ltd", "Otieno\nLtd"],
    ["a paragraph separator", "Otieno\u2029Ltd", "Otieno Ltd", "Otieno\nLtd"],
    ["a vertical tab", "Otieno\vLtd", "Otieno Ltd", "Otieno\nLtd"],
    ["a form feed", "Otieno\fLtd", "Otieno Ltd", "Otieno\nLtd"],
    ["a next line", "Otieno\x85Ltd", "Otieno Ltd", "Otieno\nLtd"],
    ["a tab", "Otieno\tLtd", "Otieno Ltd", "Otieno Ltd"],
    ["a space that does not break", "Otieno\u00A0Ltd", "Otieno Ltd", "Otieno Ltd"],
    ["a space of Chinese width", "Otieno\u3000Ltd", "Otieno Ltd", "Otieno Ltd"],
    ["spaces around it", "\u2003 Otieno\u202F", "Otieno", "Otieno"],
    ["an accent of its own", "Jose\u0301", "José", "José"],
    ["an accent behind something unseen", "Jose\u200B\u0301", "José", "José"],
    ["a space without width", "Otie\u200Bno\uFEFF\u2060", "Otieno", "Otieno"],
    ["a soft hyphen", "Otie\u00ADno", "Otieno", "Otieno"],
    ["joiners between Latin letters", "Ot\u200Die\u200Cno\u200D", "Otieno", "Otieno"],
    ["a joiner that joins nothing to an emoji", "👍\u200D!", "👍!", "👍!"],
    ["a form that a letter does not have", "Otieno\uFE0F\u{E0100}", "Otieno", "Otieno"],
    ["letters that nobody sees", "Otieno\u{E0048}\u{E0069}", "Otieno", "Otieno"],
    [
      "marks of direction without a need",
      "\u200E+254 700 000000\u200F",
      "+254 700 000000",
      "+254 700 000000",
    ],
    [
      "what phones put around a number",
      "\u200E\u202A+254 700 000000\u202C",
      "+254 700 000000",
      "+254 700 000000",
    ],
    ["what programs put around a name", " \u2068Otieno\u2069 ", "Otieno", "Otieno"],
    ["only what nobody sees", "\u200B\u3164\u2800\u00AD \u034F", "", ""],
  ])("%s", (_, typed, asName, asMessage) => {
    expect(name(typed).data).toBe(asName);
    expect(message(typed).data).toBe(asMessage);
  });

  test("lines end in one way", () => {
    expect(message("One\r\nTwo\rThree\nFour").data).toBe("One\nTwo\nThree\nFour");
  });
});

describe("what means something stays as it is", () => {
  test.each([
    ["a family of emoji", "👩🏽‍💻 ❤️‍🔥 🏴‍☠️ 👁️‍🗨️"],
    ["an emoji's colour, a keycap", "☎️ 1️⃣ #️⃣"],
    ["the flag of a part of a country", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["Persian, with what keeps letters apart", "می\u200Cخواهم"],
    ["Hindi, with what joins letters and keeps them apart", "क्\u200Dष क्\u200Cष"],
    ["Sinhala", "ශ්\u200Dරී ලංකා"],
    ["Arabic, with marks of direction", "شركة\u200F (ABC)\u200E"],
    ["a Japanese name's own form of a sign", "葛\u{E0100}城"],
    ["many scripts", "Wanjikũ Œuvre Привет 東京 ሰላም"],
  ])("%s", (_, typed) => {
    expect(name(typed).data).toBe(typed);
    expect(message(typed).data).toBe(typed);
  });
});

describe("what could do harm is refused", () => {
  test.each([
    ["half a character", "Jo\ud83d"],
    ["halves the wrong way round", "Jo\udc4d\ud83d"],
    ["a control character", "Jo\u0007"],
    ["a null", "Jo\u0000"],
    ["a control character of the upper half", "Jo\u009b1m"],
    ["an override of direction", "Jo\u202Egpj.exe"],
    ["an embedding within", "Jo \u202Bx\u202C y"],
    ["an isolate that is never closed", "Jo\u2067"],
    ["what is no character", "Jo\uFFFE"],
  ])("%s", (_, typed) => {
    for (const read of [name, message])
      expect(read(typed).error?.issues[0]?.message).toMatch(/contains characters that cannot be used\.$/);
  });
});

test("whatever is accepted is well-formed, composed, and stays as it is when it is sent again", () => {
  const odd =
    "\u200B\u200C\u200D\uFE0F\u{1F3F4}\u{E0067}👩💻🏽کक्\u0301e\u061C\u202A\u202C\u2068\u2069\u00A0\t\v\r\n1\u20E3葛";
  const unit = fc.oneof(
    fc.constantFrom(...odd),
    fc.integer({ min: 0, max: 0xffff }).map(String.fromCharCode),
  );
  const typed = fc.array(unit, { maxLength: 12 }).map((units) => units.join(""));
  fc.assert(
    fc.property(typed, (text) =>
      [name, message].every((read) => {
        const { success, data = "" } = read(text);
        const stays = data.isWellFormed() && data === data.normalize("NFC") && read(data).data === data;
        return !success || stays;
      }),
    ),
    { numRuns: 2_000 },
  );
});

test("what is stored already leaves well-formed, and otherwise as it was stored", () => {
  expect(Text.parse("Jo\ud83d")).toBe("Jo\uFFFD");
  expect(Text.parse("Jo\u202Egpj")).toBe("Jo\uFFFDgpj");
  const stored = "Two\r\nlines,\ta tab,\u00A0no break\u200B";
  expect(Text.parse(stored)).toBe(stored);
});

test("every amount of whole cents is taken, and none between them", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (cents) => Amount.safeParse(cents / 100).success),
  );
  for (const amount of [1e-7, 0.000_000_1, 5e-324, 0.001, 0.004_999, 149.991, 99_999_999.985])
    expect(Amount.safeParse(amount).success, String(amount)).toBe(false);
  expect(Amount.safeParse(0.1 + 0.2).success).toBe(true);
});
