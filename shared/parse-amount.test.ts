import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCents, parseCurrency, readAmount } from "./parse-amount.ts";

describe("an amount", () => {
  test.each([
    ["1,234.50", 123450],
    ["1234.5", 123450],
    ["KES 12,345,678.00", 1234567800],
    ["Ksh. 100", 10000],
    ["-5.00", -500],
    ["(5.00)", -500],
    ["+7", 700],
    ["0.00", 0],
    ["1 500", 150000],
    ["1 234,50", 123450],
    ["1234,50", 123450],
    ["1\u00a0234.50", 123450],
    ["1'234.50", 123450],
    ["1500.", 150000],
    [".5", 50],
    ["$.75", 75],
    ["KES .75", 75],
    ["1,50,000.00", 15000000],
    ["12,34,567.00", 123456700],
    ["12,50,000.00 Cr", 125000000],
    ["1.234", undefined],
    ["1.234,50", undefined],
    ["1,23", undefined],
    ["123,45", undefined],
    ["1,5", undefined],
    ["0,500", undefined],
    ["1,50,00", undefined],
    ["1,500 000", undefined],
    ["1.5.0", undefined],
    ["1500..", undefined],
    [".", undefined],
    ["1500e", undefined],
    ["1,234.567", undefined],
    ["500.00 CR", 50000],
    ["500.00 Dr.", -50000],
    ["KES 1,500.00 DR", -150000],
    ["4,500/=", 450000],
    ["1,500/-", 150000],
    ["Ksh 4,500/= CR", 450000],
    ["KSh.500", 50000],
    ["Sh 500", 50000],
    ["500 shs", 50000],
    ["US$ 1 234.50", 123450],
    ["(500.00)", -50000],
    ["KES (500.00)", -50000],
    ["(Ksh 500)", -50000],
    ["-KES 500", -50000],
    ["$ -500", -50000],
    ["\u2212500", -50000],
    ["-500 CR", undefined],
    ["(500", undefined],
    ["--500", undefined],
    ["KES 500 USD", undefined],
    ["$4,500/=", undefined],
    ["=1+1", undefined],
    ["2.5E+05", undefined],
    ["1e5", undefined],
    ["10 apples", undefined],
    ["", undefined],
    ["99999999999999999.00", undefined],
  ])("%j is %s cents", (text, cents) => {
    expect(parseCents(text)).toBe(cents);
  });

  test.each([
    ["Ksh", "KES"],
    ["usd", "USD"],
    ["KES 1,234.50", "KES"],
    ["Sh.500", "KES"],
    ["4,500/=", "KES"],
    ["$5", "USD"],
    ["5 US$", "USD"],
    ["5", undefined],
    ["fish", undefined],
    ["USD soon", undefined],
  ])("%j is in %s", (text, currency) => {
    expect(parseCurrency(text)).toBe(currency);
  });

  test.each([
    ["1500e", "“1500e” is not an amount."],
    ["KES 500 USD", "“KES 500 USD” is not an amount."],
    ["1.500", "“1.500” is not a clear amount."],
    ["1,50", "“1,50” is not a clear amount."],
    ["1.500,00", "“1.500,00” is not a clear amount."],
    ["10.005", "“10.005” is not a clear amount."],
  ])("%j is refused in words", (text, problem) => {
    expect(readAmount(text)).toEqual({ problem });
  });

  test("is the same number of cents in every notation", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 10 ** 12 }), (cents) => {
        const text = (cents / 100).toFixed(2);
        const [whole = "", part] = text.split(".");
        const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ",");
        expect([parseCents(text), parseCents(`${grouped}.${part}`)]).toEqual([cents, cents]);
      }),
    );
  });
});
