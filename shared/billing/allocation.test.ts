import * as fc from "fast-check";
import { expect, test } from "vitest";
import { allocate, dueCents, duePeriods } from "./allocation.ts";

const subscription = {
  start_date: "2026-01-31",
  frequency: "monthly",
  billing_anchor: "2026-01-31",
  next_billing_date: "2026-10-31",
  amount_cents: 100_00,
};
const due = (periods: number, parts = 0) =>
  duePeriods(subscription, periods, { paidCentsOf: (period) => (period === "2026-10-31" ? parts : 0) });
const shares = (cents: number, periods = 1, { parts = 0, inFull = false } = {}) =>
  allocate(due(periods, parts), cents, inFull).map(
    (share) => `${share.period}: ${share.cents} → ${share.next_billing_date}`,
  );

test("a payment pays the periods in order, and the last one gets the excess", () => {
  expect(shares(100_00)).toEqual(["2026-10-31: 10000 → 2026-11-30"]);
  expect(shares(60_00)).toEqual(["2026-10-31: 6000 → 2026-10-31"]);
  expect(shares(40_00, 1, { parts: 60_00 })).toEqual(["2026-10-31: 4000 → 2026-11-30"]);
  expect(shares(130_00)).toEqual(["2026-10-31: 13000 → 2026-11-30"]);
  expect(shares(130_00, 2)).toEqual(["2026-10-31: 10000 → 2026-11-30", "2026-11-30: 3000 → 2026-11-30"]);
  expect(shares(0)).toEqual([]);
});

test("a smaller payment that pays in full is divided over all periods", () => {
  expect(shares(100, 3, { inFull: true }).map((text) => text.split(/[: ]+/)[1])).toEqual(["33", "34", "33"]);
  expect(shares(0, 1, { parts: 60_00, inFull: true })).toEqual(["2026-10-31: 0 → 2026-11-30"]);
});

test("the shares always add up to the payment, and only the last can be a part", () => {
  const cents = fc.integer({ min: 0, max: 9_999_999_999 });
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      (price, paid, periods, inFull) => {
        const all = duePeriods({ ...subscription, amount_cents: price }, periods, { paidCentsOf: () => 0 });
        const found = allocate(all, paid, inFull);
        expect(found.reduce((sum, share) => sum + share.cents, 0)).toBe(paid);
        const parts = found.map((share) => share.next_billing_date === share.period);
        expect(parts.slice(0, -1)).not.toContain(true);
        expect(parts.at(-1) ?? true).toBe(
          !inFull && paid < dueCents(all) && (paid === 0 || paid % price > 0),
        );
        for (const share of found) expect(share.cents).toBeGreaterThanOrEqual(0);
      },
    ),
  );
});
