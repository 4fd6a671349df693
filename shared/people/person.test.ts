import fc from "fast-check";
import { expect, test } from "vitest";
import { keysIn, keysOf, mentions, personIn, personOf } from "./person.ts";

const pieces = fc.constantFrom(
  "Njeri Wambui",
  "njeri@wambui.example",
  "Njeri+shop@Wambui.example",
  "0711 222 333",
  "+254711222333",
  "4821072",
  "482 107 2",
  "Wambui Bakery Ltd",
  "bakery wambui",
  "Acc",
  "-",
  "KES 4821072",
  "12",
  ",",
  "x@y.z",
);
const texts = fc.array(pieces, { maxLength: 6 }).map((all) => all.join(" "));
const people = fc.constantFrom(
  personOf({ name: "Njeri Wambui", company: "Wambui Bakery", phone: "0711222333" }, ["njeri@wambui.example"]),
  personOf({ name: "x", company: "", phone: "", payment_reference: "4821072" }, []),
  personIn("njeri@wambui.example"),
  { ...personIn("Wambui Njeri"), words: [] },
);

test("a text names a person exactly if it has one of their keys", () => {
  fc.assert(
    fc.property(texts, people, (text, person) => {
      const keys = new Set(keysOf(person));
      expect(keysIn(text).some((key) => keys.has(key))).toBe(mentions(person, text));
    }),
    { numRuns: 2_000 },
  );
  const long = `${"word ".repeat(60)}0711 222 333 ${"word ".repeat(60)}`;
  expect(keysIn(long)).toEqual(["phone 254711222333"]);
});
