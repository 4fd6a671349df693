import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCents, parseDay, possibleOrders } from "./values.ts";

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
    ["1e5", undefined],
    ["10 apples", undefined],
    ["", undefined],
    ["99999999999999999.00", undefined],
  ])("%j is %s cents", (text, cents) => {
    expect(parseCents(text)).toBe(cents);
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
