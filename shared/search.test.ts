import { expect, test } from "vitest";
import { matcher, searchable } from "./search.ts";

test("a search finds every word anywhere, without regard to case and accents", () => {
  const text = searchable("Wánjiru Kamau", "accounts@umoja.example");
  expect(matcher("UMOJA wanj")(text)).toBe(true);
  expect(matcher("umoja otieno")(text)).toBe(false);
  expect(matcher("  ")(text)).toBe(true);
  // A reference is one word, because its parts occur in many rows.
  expect(matcher("482 107 2")("amani\n4821072")).toBe(true);
  expect(matcher("482 107 3")("amani 0733\n4821072")).toBe(false);
});
