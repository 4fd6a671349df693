import { expect, test } from "vitest";
import type { OverdueDebt } from "../../../../shared/dashboard/dashboard.ts";
import { largestFirst } from "./largest-first.ts";

test("debts in the usual currency come first, the largest first; a debt in both stands where the usual one puts it", () => {
  const debts = [{ USD: 900 }, { KES: 10 }, { USD: 20, KES: 50 }, { USD: 30, KES: 50 }, { USD: 1_000 }];
  const orderedBy = (usual: "USD" | "KES") =>
    largestFirst(
      debts.map((amounts) => ({ amounts }) as OverdueDebt),
      usual,
    ).map(({ amounts }) => amounts);
  expect(orderedBy("KES")).toEqual([
    { USD: 30, KES: 50 },
    { USD: 20, KES: 50 },
    { KES: 10 },
    { USD: 1_000 },
    { USD: 900 },
  ]);
  expect(orderedBy("USD").map(({ USD }) => USD)).toEqual([1_000, 900, 30, 20, undefined]);
});
