import { expect, test } from "vitest";
import { isOfPayer } from "./payer.ts";

const person = { payment_reference: "4821072", phone: "+254 722 000 111" };
const isTheirs = (texts: Partial<Parameters<typeof isOfPayer>[0]>, of: typeof person = person) =>
  isOfPayer({ payer: "", phone: "", account: "", details: "", ...texts }, of);

test("a line is of the person it names by reference or phone number, in any text and spelling", () => {
  expect(isTheirs({ account: "482 107 2" })).toBe(true);
  expect(isTheirs({ details: "PAID BY 4821072, THANKS" })).toBe(true);
  expect(isTheirs({ phone: "254722000111" })).toBe(true);
  expect(isTheirs({ payer: "0722000111 - JANE WANJIKU" })).toBe(true);
  // Beside what names somebody else, or nobody.
  expect(isTheirs({ account: "3519404", details: "for 0733000222 and 0722000111", payer: "OTIENO" })).toBe(
    true,
  );
});

test("neither a name nor a reference or number that is nearly theirs makes it theirs", () => {
  expect(isTheirs({})).toBe(false);
  expect(isTheirs({ payer: "JANE WANJIKU" })).toBe(false);
  for (const account of ["4821073", "48210721", "4821"]) expect(isTheirs({ account })).toBe(false);
  expect(isTheirs({ phone: "254722000112" })).toBe(false);
  expect(isTheirs({ payer: "JANE" }, { payment_reference: "", phone: "" })).toBe(false);
});
