import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isSamePhone, parsePhone } from "./phones.ts";
import { parseCents, parseCurrency, parseDay, possibleOrders } from "./values.ts";

describe("a day", () => {
  test.each([
    ["2026-02-03 10:15:00", "2026-02-03"],
    ["2026-02-03T10:15:00.000+03:00", "2026-02-03"],
    ["20260203", "2026-02-03"],
    ["03-02-2026 10:15:00", "2026-02-03"],
    ["3/2/2026", "2026-02-03"],
    ["31.12.26", "2026-12-31"],
    ["12 Nov 2026", "2026-11-12"],
    ["12-November-26", "2026-11-12"],
    ["Nov 12, 2026 4:05 PM", "2026-11-12"],
    ["2026/2/3", "2026-02-03"],
    ["3 Machi 2026", "2026-03-03"],
    ["Desemba 9, 2026", "2026-12-09"],
    ["9 Sept 2026", "2026-09-09"],
    // As spreadsheets store days.
    ["46056", "2026-02-03"],
    ["46056.427083333336", "2026-02-03"],
    ["36526", "2000-01-01"],
    ["36525", undefined],
    ["99999", undefined],
    ["market 12, 2026", undefined],
    ["31/02/2026", undefined],
    ["12-31/2026", undefined],
    ["soon", undefined],
    ["2026", undefined],
    ["", undefined],
  ])("%j is %s", (text, day) => {
    expect(parseDay(text, "dmy")).toBe(day);
  });

  test("that is ambiguous has both orders, unless another day decides", () => {
    expect(possibleOrders(["01/02/2026", "03/04/2026"])).toEqual(["dmy", "mdy"]);
    expect(possibleOrders(["01/02/2026", "31/12/2026"])).toEqual(["dmy"]);
    expect(possibleOrders(["01/02/2026", "12-31-2026"])).toEqual(["mdy"]);
    expect(possibleOrders(["31/12/2026", "12/31/2026"])).toEqual([]);
    expect(possibleOrders(["05/05/2026", "2026-01-02"])).toEqual(["dmy"]);
    expect(parseDay("12-31-2026", "mdy")).toBe("2026-12-31");
  });
});

describe("an amount", () => {
  test.each([
    ["1,234.50", 123450],
    ["1234.5", 123450],
    ["1 234,50", 123450],
    ["1.234,50", 123450],
    ["KES 12,345,678.00", 1234567800],
    ["Ksh. 100", 10000],
    ["-5.00", -500],
    ["(5.00)", -500],
    ["+7", 700],
    ["0.00", 0],
    ["1,23", 123],
    ["1.234", undefined],
    ["12,34,567.00", undefined],
    ["1,5", undefined],
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

describe("a phone number", () => {
  test.each([
    ["0712 345 678", "+254712345678"],
    ["712345678", "+254712345678"],
    ["110-345-678", "+254110345678"],
    ["254712345678", "+254712345678"],
    ["+254 (0)712 345678", "+254712345678"],
    ["00254712345678", "+254712345678"],
    ["+44 20 7946 0958", "+442079460958"],
    ["0712345678 / 0722.000.111", "+254712345678, +254722000111"],
    ["(0)722000111", "+254722000111"],
    ["020 2345678", "+254202345678"],
    // What is not complete, or of another country without its plus sign, stays as typed.
    ["0722", "0722"],
    ["71234567890", "71234567890"],
    ["256772123456", "256772123456"],
    ["0712345678 or ask Jane", "0712345678 or ask Jane"],
    ["", ""],
    ["2.54712E+11", undefined],
    ["2,54712e11", undefined],
  ])("%j is stored as %j", (typed, stored) => {
    expect(parsePhone(typed)).toBe(stored);
  });

  test.each([
    ["712345678", "0712 345 678", true],
    ["2.54712E+11", "254712345678", true],
    ["2.54713E+11", "254712345678", false],
    ["2.54712E+11", "0712 345 678", false],
    ["0712345679", "0712345678", false],
    ["0722", "0722", true],
    [`2.${"5".repeat(20)}E+11`, "254712345678", false],
  ])("%j is the stored %j after a spreadsheet: %s", (cell, stored, same) => {
    expect(isSamePhone(cell, stored)).toBe(same);
  });
});

test("hostile text takes no longer than its length", () => {
  const parts = [" ", "1", "1,", "1 ", "*", ".", "(", ", ", "Ksh ", '="', "2.5e", "0712345678 or ", "-"];
  const slow = parts.filter((part) => {
    const text = `1${part.repeat(200_000 / part.length)}x`;
    const start = process.threadCpuUsage();
    for (const read of [parseCents, parseCurrency, parsePhone]) read(text);
    parseDay(text, "dmy");
    return process.threadCpuUsage(start).user / 1_000 > 1_000;
  });
  expect(slow).toEqual([]);
});
