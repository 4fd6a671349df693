import { expect, test } from "vitest";
import { codeOf, codesNamedIn, ownCodeOf, speaksOfReversal } from "./codes.ts";
import type { StatementLine } from "./line.ts";

const line = (more: Partial<StatementLine>): StatementLine => ({
  paid_on: "2026-11-26",
  amount: 4_500,
  currency: "KES",
  method: "bank",
  ...more,
});

test.each([
  ["TKB0000002", "mpesa", "TKB0000002"],
  ["MPESA TKB0000002", "mpesa", "TKB0000002"],
  [" m-pesa: tkb 000 0002. ", "mpesa", "TKB0000002"],
  ["Code TKB0000002 confirmed", "mpesa", "TKB0000002"],
  ["M-PESA TKB0000002", "bank", "TKB0000002"],
  ["paid by Mpesa, tkb0000002", undefined, "TKB0000002"],
  ["TKB0000002", undefined, "TKB0000002"],
  ["code TK10000002, thanks", undefined, "TK10000002"],
  // A bank's own reference can look like a code.
  ["TKB0000002", "bank", undefined],
  // The second letter is a month, the third a day.
  ["TMB0000002", undefined, undefined],
  ["TK00000002", undefined, undefined],
  ["TKW0000002", undefined, undefined],
  ["TKBABCDEFG", undefined, undefined],
  ["TKB0000002 TKB0000003", "mpesa", undefined],
  ["TKB0000002 or TKB0000003", undefined, undefined],
  ["Cheque 001234", undefined, undefined],
  ["HOSTINGNOV", "mpesa", undefined],
  ["HOSTING202", undefined, undefined],
  ["", "mpesa", undefined],
] as const)("the M-Pesa code in %j of %s is %s", (text, method, code) => {
  expect(codeOf(text, method)).toBe(code);
});

test("a bank's reference is compared without spaces and case", () => {
  expect(ownCodeOf(line({ code: "ft 2633 abc" }))).toBe("FT2633ABC");
});

test.each([
  ["Reversal of FT26330A", true],
  ["REVERSED", true],
  ["RVSL FT26330A", true],
  ["REV: FT26330A", true],
  ["Rudisha pesa", true],
  ["Rev. Kamau, school fees", false],
  ["Revenue of November", false],
  ["reversible jackets", false],
])("%j speaks of a reversal: %s", (details, speaks) => {
  expect(speaksOfReversal(line({ details }))).toBe(speaks);
});

test("money that went out, or a reversal, names a bank's reference of eight characters or more", () => {
  expect(codesNamedIn(line({ amount: -4_500, details: "paid back FT26330A" }))).toEqual(["FT26330A"]);
  expect(codesNamedIn(line({ details: "Reversal of FT26330A" }))).toEqual(["FT26330A"]);
  expect(codesNamedIn(line({ details: "Reversal of FT26330" }))).toEqual([]);
  expect(codesNamedIn(line({ details: "Invoice FT26330A" }))).toEqual([]);
  expect(codesNamedIn(line({ details: "with TKB0000002", code: "FT1" }))).toEqual(["TKB0000002"]);
  // Its own code is none of another payment.
  expect(codesNamedIn(line({ details: "Reversal of FT26330A", code: "ft26330a" }))).toEqual([]);
});
