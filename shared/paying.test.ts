import * as fc from "fast-check";
import { expect, test } from "vitest";
import { dueCents, duePeriods, shareOut } from "./paying.ts";

const sold = {
  ...{ start_date: "2026-01-31", frequency: "monthly", billing_anchor: "2026-01-31" },
  ...{ next_billing_date: "2026-10-31", amount_cents: 100_00 },
};
const due = (periods: number, parts = 0) =>
  duePeriods(sold, periods, { partsOf: (period) => (period === "2026-10-31" ? parts : 0) });
const told = (cents: number, periods = 1, { parts = 0, inFull = false } = {}) =>
  shareOut(due(periods, parts), cents, inFull).map(
    (share) => `${share.period}: ${share.cents} → ${share.next_billing_date}`,
  );

test("a payment pays the periods in their order, the last with whatever goes beyond", () => {
  expect(told(100_00)).toEqual(["2026-10-31: 10000 → 2026-11-30"]);
  expect(told(60_00)).toEqual(["2026-10-31: 6000 → 2026-10-31"]);
  expect(told(40_00, 1, { parts: 60_00 })).toEqual(["2026-10-31: 4000 → 2026-11-30"]);
  expect(told(130_00)).toEqual(["2026-10-31: 13000 → 2026-11-30"]);
  expect(told(130_00, 2)).toEqual(["2026-10-31: 10000 → 2026-11-30", "2026-11-30: 3000 → 2026-11-30"]);
  expect(told(0)).toEqual([]);
});

test("in full, less is shared out among all of them", () => {
  expect(told(100, 3, { inFull: true }).map((text) => text.split(/[: ]+/)[1])).toEqual(["33", "34", "33"]);
  expect(told(0, 1, { parts: 60_00, inFull: true })).toEqual(["2026-10-31: 0 → 2026-11-30"]);
});

test("whatever is paid for whatever is due, the shares come to it, and only the last can be a part", () => {
  const cents = fc.integer({ min: 0, max: 9_999_999_999 });
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      (price, paid, periods, inFull) => {
        const all = duePeriods({ ...sold, amount_cents: price }, periods, { partsOf: () => 0 });
        const shares = shareOut(all, paid, inFull);
        expect(shares.reduce((sum, share) => sum + share.cents, 0)).toBe(paid);
        const parts = shares.map((share) => share.next_billing_date === share.period);
        expect(parts.slice(0, -1)).not.toContain(true);
        expect(parts.at(-1) ?? true).toBe(
          !inFull && paid < dueCents(all) && (paid === 0 || paid % price > 0),
        );
        for (const share of shares) expect(share.cents).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
