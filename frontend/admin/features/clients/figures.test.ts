import { expect, test } from "vitest";
import { clientTotals } from "./figures.ts";

const figures = {
  yearlyAmount: 1200,
  overdueSubscriptions: 0,
  overdueAmount: 0,
  payments: 2,
  paidAmount: 200,
};

test("the totals have their names, and nothing is not said", () => {
  expect(clientTotals(figures)).toEqual([
    { name: "Per year", sums: { USD: 120_000 } },
    { name: "Total paid", sums: { USD: 20_000 }, more: "2 payments" },
  ]);
  expect(clientTotals({ ...figures, yearlyAmount: 0, paidAmount: 0, payments: 0 })).toEqual([]);
});
