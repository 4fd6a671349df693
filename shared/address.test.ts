import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addressText, parseAddress, parseAddresses } from "./address.ts";

test.each([
  [
    "a@x.example, b@x.example;c@x.example d@x.example",
    ["a@x.example", "b@x.example", "c@x.example", "d@x.example"],
  ],
  [
    'Jane Wambui <a@x.example>; "Doe, John" <b@x.example>',
    ["Jane Wambui <a@x.example>", "Doe, John <b@x.example>"],
  ],
  [
    "a@x.example\nAsha Njeri<b@x.example>|c@x.example",
    ["a@x.example", "Asha Njeri <b@x.example>", "c@x.example"],
  ],
  ["a@x.example, A@X.example, Jane <a@x.example>", ["Jane <a@x.example>"]],
  ["Jane, 0700 000 101", []],
  ["", []],
])("the addresses in %j are %j", (text, addresses) => {
  expect(parseAddresses(text).map(addressText)).toEqual(addresses);
});

test("an address with a name is read from a cell as it was written", () => {
  const name = fc.string({ maxLength: 20 }).map((text) => text.replaceAll(/[\p{Cc}\p{Cs}"]/gu, "").trim());
  fc.assert(
    fc.property(name, (name) => {
      const address = { email: "a@x.example", ...(name && { name }) };
      expect(parseAddress(addressText(address))).toEqual(address);
    }),
  );
  expect(parseAddress(" nobody ")).toEqual({ email: "nobody" });
});

test("a long text without addresses is read quickly", () => {
  const start = performance.now();
  for (const text of ["a".repeat(4_000), "<".repeat(4_000), "a@".repeat(2_000)]) parseAddresses(text);
  expect(performance.now() - start).toBeLessThan(500);
});
