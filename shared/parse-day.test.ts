import { describe, expect, test } from "vitest";
import { isSamePhone, parsePhone } from "./imports/phones.ts";
import { parseCents, parseCurrency } from "./parse-amount.ts";
import { parseDay, possibleOrders } from "./parse-day.ts";

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
    // Numbers that are incomplete, or of another country without its plus sign, stay as typed.
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
