import * as fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { Amount } from "./money.ts";
import { email, line, lines, Text } from "./text.ts";

const Name = line("name", 200);
const Message = lines("message", 5_000);
const name = (text: string) => Name.safeParse(text);
const message = (text: string) => Message.safeParse(text);

describe("harmless characters become ordinary", () => {
  test.each([
    ["a line separator", "Otieno\u2028Ltd", "Otieno Ltd", "Otieno\nLtd"],
    ["a paragraph separator", "Otieno\u2029Ltd", "Otieno Ltd", "Otieno\nLtd"],
    ["a vertical tab", "Otieno\vLtd", "Otieno Ltd", "Otieno\nLtd"],
    ["a form feed", "Otieno\fLtd", "Otieno Ltd", "Otieno\nLtd"],
    ["a next line", "Otieno\x85Ltd", "Otieno Ltd", "Otieno\nLtd"],
    ["a tab", "Otieno\tLtd", "Otieno Ltd", "Otieno Ltd"],
    ["a non-breaking space", "Otieno\u00A0Ltd", "Otieno Ltd", "Otieno Ltd"],
    ["an ideographic space", "Otieno\u3000Ltd", "Otieno Ltd", "Otieno Ltd"],
    ["spaces around it", "\u2003 Otieno\u202F", "Otieno", "Otieno"],
    ["a separate accent", "Jose\u0301", "José", "José"],
    ["an accent after a zero-width space", "Jose\u200B\u0301", "José", "José"],
    ["zero-width spaces", "Otie\u200Bno\uFEFF\u2060", "Otieno", "Otieno"],
    ["a soft hyphen", "Otie\u00ADno", "Otieno", "Otieno"],
    ["joiners between Latin letters", "Ot\u200Die\u200Cno\u200D", "Otieno", "Otieno"],
    ["a joiner after an emoji with nothing to join", "👍\u200D!", "👍!", "👍!"],
    ["variation selectors after a letter", "Otieno\uFE0F\u{E0100}", "Otieno", "Otieno"],
    ["tag characters", "Otieno\u{E0048}\u{E0069}", "Otieno", "Otieno"],
    [
      "direction marks that are not needed",
      "\u200E+254 700 000000\u200F",
      "+254 700 000000",
      "+254 700 000000",
    ],
    [
      "direction marks around a copied number",
      "\u200E\u202A+254 700 000000\u202C",
      "+254 700 000000",
      "+254 700 000000",
    ],
    ["isolates around a name", " \u2068Otieno\u2069 ", "Otieno", "Otieno"],
    ["only invisible characters", "\u200B\u3164\u2800\u00AD \u034F", "", ""],
  ])("%s", (_, typed, asName, asMessage) => {
    expect(name(typed).data).toBe(asName);
    expect(message(typed).data).toBe(asMessage);
  });

  test("line endings are the same", () => {
    expect(message("One\r\nTwo\rThree\nFour").data).toBe("One\nTwo\nThree\nFour");
  });
});

describe("meaningful characters stay", () => {
  test.each([
    ["a family of emoji", "👩🏽‍💻 ❤️‍🔥 🏴‍☠️ 👁️‍🗨️"],
    ["an emoji's colour, a keycap", "☎️ 1️⃣ #️⃣"],
    ["the flag of a part of a country", "🏴󠁧󠁢󠁥󠁮󠁧󠁿"],
    ["Persian, with non-joiners", "می\u200Cخواهم"],
    ["Hindi, with joiners and non-joiners", "क्\u200Dष क्\u200Cष"],
    ["Sinhala", "ශ්\u200Dරී ලංකා"],
    ["Arabic, with marks of direction", "شركة\u200F (ABC)\u200E"],
    ["a Japanese name with a variant character", "葛\u{E0100}城"],
    ["many scripts", "Wanjikũ Œuvre Привет 東京 ሰላም"],
  ])("%s", (_, typed) => {
    expect(name(typed).data).toBe(typed);
    expect(message(typed).data).toBe(typed);
  });
});

describe("harmful characters are refused", () => {
  test.each([
    ["a lone surrogate", "Jo\ud83d"],
    ["swapped surrogates", "Jo\udc4d\ud83d"],
    ["a control character", "Jo\u0007"],
    ["a null", "Jo\u0000"],
    ["a C1 control character", "Jo\u009b1m"],
    ["a direction override", "Jo\u202Egpj.exe"],
    ["an embedding inside text", "Jo \u202Bx\u202C y"],
    ["an open isolate", "Jo\u2067"],
    ["a noncharacter", "Jo\uFFFE"],
  ])("%s", (_, typed) => {
    for (const read of [name, message])
      expect(read(typed).error?.issues[0]?.message).toMatch(/contains characters that cannot be used\.$/);
  });
});

describe("cleaning is never slow", () => {
  test("text that is far too long is refused before it is cleaned", () => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    try {
      for (const unit of ["\u200F", "\u0301\u0316", "👩\u200D"]) {
        const refused = [Name, Message, email()].map((schema) => schema.safeParse(unit.repeat(21_000)));
        expect(refused.map(({ error }) => error?.issues.map(({ message }) => message))).toEqual([
          ["The name is too long (at most 200 characters)."],
          ["The message is too long (at most 5,000 characters)."],
          ["The email address is too long (at most 254 characters)."],
        ]);
      }
      expect(normalize).not.toHaveBeenCalled();
    } finally {
      normalize.mockRestore();
    }
  });

  test("text that is short enough after cleaning is accepted", () => {
    const Vietnamese = "ệ".repeat(200);
    expect(name(Vietnamese.normalize("NFD")).data).toBe(Vietnamese);
    expect(name(`${"Otieno".padEnd(200, "o")}${"\u200B".repeat(600)}`).data).toHaveLength(200);
  });

  test("the text is read once, not once for each direction mark", () => {
    const tested = vi.spyOn(RegExp.prototype, "test");
    try {
      expect(message("\u200F".repeat(5_000)).data).toBe("");
      expect(tested.mock.calls.length).toBeLessThan(10);
    } finally {
      tested.mockRestore();
    }
  });

  test("a letter keeps at most thirty marks", () => {
    const marked = name(`e${"\u0316\u0301".repeat(300)}`).data;
    expect(marked).toBe(`e${"\u0316\u0301".repeat(15)}`.normalize("NFC"));
    // NFC writes this mark as two.
    const written = name(`e${"\u0344".repeat(40)}`).data ?? "";
    expect([[...written].length, name(written).data]).toEqual([31, written]);
    expect(name("e\u0301\u0316").data).toBe("e\u0301\u0316".normalize("NFC"));
  });
});

test("accepted text is well-formed, in NFC, and unchanged when sent again", () => {
  const odd =
    "\u200B\u200C\u200D\uFE0F\u{1F3F4}\u{E0067}👩💻🏽کक्\u0301e\u0316\u0344\u061C\u202A\u202C\u2068\u2069\u00A0\t\v\r\n1\u20E3葛";
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

test("stored text is read well-formed and otherwise unchanged", () => {
  expect(Text.parse("Jo\ud83d")).toBe("Jo\uFFFD");
  expect(Text.parse("Jo\u202Egpj")).toBe("Jo\uFFFDgpj");
  const stored = "Two\r\nlines,\ta tab,\u00A0no break\u200B";
  expect(Text.parse(stored)).toBe(stored);
});

test("amounts of whole cents are accepted, others are not", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 9_999_999_999 }), (cents) => Amount.safeParse(cents / 100).success),
  );
  for (const amount of [1e-7, 0.000_000_1, 5e-324, 0.001, 0.004_999, 149.991, 99_999_999.985])
    expect(Amount.safeParse(amount).success, String(amount)).toBe(false);
  expect(Amount.safeParse(0.1 + 0.2).success).toBe(true);
});
