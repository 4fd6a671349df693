import { expect, test } from "vitest";
import { bareReference, codeOf, codesNamedIn, ownCodeOf, speaksOfReversal } from "./codes.ts";
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
  ["TKB0000002", "bank", "TKB0000002"],
  // Beside other words it can be anything.
  ["SO TKB0000002", "bank", undefined],
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

test("a bank's reference is compared without spaces, case and padding", () => {
  expect(ownCodeOf(line({ code: "ft 2633 abc" }))).toBe("FT2633ABC");
  expect(["CHQ-000123", "chq 123", "00123", "A100B020"].map(bareReference)).toEqual([
    "CHQ123",
    "CHQ123",
    "123",
    "A100B20",
  ]);
});

test.each([
  ["Reversal of FT26330A", true],
  ["REVERSED", true],
  ["RVSL FT26330A", true],
  ["REV: FT26330A", true],
  ["Rudisha pesa", true],
  ["REV", true],
  ["REV CHQ 000123", true],
  ["Hundi imerudi", true],
  ["Malipo yamerejeshwa", true],
  ["INWARD UNPAID CHQ 000124", true],
  ["CHQ 000123 R/D", true],
  ["Refer to drawer", true],
  ["RETURNED CHEQUE", true],
  ["CHQ RETURN", true],
  ["DISHONOURED", true],
  ["dishonored", true],
  ["bounced cheque", true],
  ["CHARGE-BACK", true],
  ["Payment recall", true],
  ["KRA returns for November", false],
  ["Return of the king, 2 tickets", false],
  ["PAID IN FULL", false],
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
  // A cheque with its number, however either is written.
  const cheque = line({ amount: -4_500, details: "RVSL CHQ NO. 000123 R/D" });
  expect(codesNamedIn(cheque)).toEqual(["CHQ000123", "000123"]);
  expect(codesNamedIn({ ...cheque, code: "CHQ123" })).toEqual(["000123"]);
  // Its own code is none of another payment.
  expect(codesNamedIn(line({ details: "Reversal of FT26330A", code: "ft26330a" }))).toEqual([]);
});
