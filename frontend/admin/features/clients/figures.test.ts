import { expect, test } from "vitest";
import { clientTotals } from "./figures.ts";

test("the totals have their names", () => {
  expect(
    clientTotals({
      yearlyAmount: 1200,
      overdueSubscriptions: 0,
      overdueAmount: 0,
      payments: 2,
      paidAmount: 200,
    }),
  ).toEqual([
    { name: "Per year", sums: { USD: 120_000 } },
    { name: "Total paid", sums: { USD: 20_000 }, more: "2 payments" },
  ]);
});
