import { expect, test } from "vitest";
import {
  formatCents,
  formatCompact,
  formatSums,
  fromSums,
  moneyRank,
  sumsOf,
  sumTexts,
  toSums,
} from "./money.ts";

test("dollars and shillings have their own formats", () => {
  expect(formatCents(120_000, "USD")).toBe("$1,200.00");
  expect(formatCents(125_000_00, "KES")).toBe("KES\u00a0125,000.00");
  expect([formatCompact(12_500_00, "USD"), formatCompact(125_000_00, "KES")]).toEqual(["$12.5K", "125K"]);
});

test("sums are kept by currency and never added across", () => {
  const rows = [{ cents: 1 }, { cents: 2, currency: "USD" as const }, { cents: 5, currency: "KES" as const }];
  const sums = sumsOf(rows, ({ cents }) => cents);
  expect(sums).toEqual({ USD: 3, KES: 5 });
  expect(formatSums(sums, "USD")).toBe("$0.03 + KES\u00a00.05");
  expect(toSums(fromSums(sums))).toEqual(sums);
});

test("zero sums are left out; if all are zero, the default currency shows zero", () => {
  expect([formatSums({ USD: 100, KES: 0 }, "KES"), formatSums({ KES: 100 }, "USD")]).toEqual([
    "$1.00",
    "KES\u00a01.00",
  ]);
  expect([formatSums({}, "USD"), formatSums({ USD: 0 }, "KES")]).toEqual(["$0.00", "KES\u00a00.00"]);
});

test("the default currency is shown first", () => {
  const sums = { USD: 5_00, KES: 100_00 };
  expect(sumTexts(sums, "USD")).toEqual(["$5.00", "KES\u00a0100.00"]);
  expect(sumTexts(sums, "KES")).toEqual(["KES\u00a0100.00", "$5.00"]);
  expect(sumTexts({ USD: 5_00 }, "KES")).toEqual(["$5.00"]);
});

test("money is sorted by currency, then by amount", () => {
  const money = [
    moneyRank(1, "KES"),
    moneyRank(99_999_999_99, "USD"),
    moneyRank(2, "KES"),
    moneyRank(5, "USD"),
  ];
  expect(money.toSorted((a, b) => a - b)).toEqual([money[3], money[1], money[0], money[2]]);
});
