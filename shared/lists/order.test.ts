import { expect, test } from "vitest";
import { orderOf, orderText, sorted } from "./order.ts";
import { matcher, searchable } from "./search.ts";

const texts = (rows: { key: string | number | undefined }[]) => rows.map(({ key }) => key);
const rows = (...keys: (string | number | undefined)[]) => keys.map((key) => ({ key }));

test("names sort without regard to case, and numbers by value", () => {
  const names = rows("zebra", "Client 10", "client 9", "Ábaco");
  expect(texts(sorted(names, ({ key }) => key, false))).toEqual(["Ábaco", "client 9", "Client 10", "zebra"]);
  expect(texts(sorted(names, ({ key }) => key, true))).toEqual(["zebra", "Client 10", "client 9", "Ábaco"]);
});

test("rows without a key come last in both directions", () => {
  const some = rows(undefined, 2, 1);
  expect(texts(sorted(some, ({ key }) => key, false))).toEqual([1, 2, undefined]);
  expect(texts(sorted(some, ({ key }) => key, true))).toEqual([2, 1, undefined]);
});

test("a missing or invalid order in the address means the default order", () => {
  const usual = { id: "name", desc: false };
  expect(orderOf("-amount", ["name", "amount"], usual)).toEqual({ id: "amount", desc: true });
  expect(orderOf("", ["name"], usual)).toBe(usual);
  expect(orderOf("password", ["name"], usual)).toBe(usual);
  expect(orderText({ id: "amount", desc: true })).toBe("-amount");
});

test("a search finds every word anywhere, without regard to case and accents", () => {
  const text = searchable("Wánjiru Kamau", "accounts@umoja.example");
  expect(matcher("UMOJA wanj")(text)).toBe(true);
  expect(matcher("umoja otieno")(text)).toBe(false);
  expect(matcher("  ")(text)).toBe(true);
  // A reference is one word, because its parts occur in many rows.
  expect(matcher("482 107 2")("amani\n4821072")).toBe(true);
  expect(matcher("482 107 3")("amani 0733\n4821072")).toBe(false);
});
