import * as fc from "fast-check";
import { expect, test } from "vitest";
import { fromCents } from "../money.ts";
import { allocate, dueCents, payablePeriods } from "./allocation.ts";
import { newSubscription } from "./sample-payments.ts";

const subscription = newSubscription({
  start_date: "2026-01-31",
  billing_anchor: "2026-01-31",
  next_billing_date: "2026-10-31",
});
const due = (periods: number, parts = 0) =>
  payablePeriods(parts > 0 ? { ...subscription, paid: fromCents(parts) } : subscription, periods);
const shares = (cents: number, periods = 1, { parts = 0, inFull = false } = {}) =>
  allocate(due(periods, parts), cents, inFull).map(
    (share) => `${share.period}: ${share.cents} → ${share.next_billing_date}`,
  );

test("a payment pays the periods in order, and what is more is credit", () => {
  expect(shares(100_00)).toEqual(["2026-10-31: 10000 → 2026-11-30"]);
  expect(shares(60_00)).toEqual(["2026-10-31: 6000 → 2026-10-31"]);
  expect(shares(40_00, 1, { parts: 60_00 })).toEqual(["2026-10-31: 4000 → 2026-11-30"]);
  expect(shares(130_00)).toEqual(["2026-10-31: 10000 → 2026-11-30"]);
  expect(shares(130_00, 2)).toEqual(["2026-10-31: 10000 → 2026-11-30", "2026-11-30: 3000 → 2026-11-30"]);
  expect(shares(0)).toEqual([]);
});

test("a smaller payment that pays in full closes all periods", () => {
  expect(shares(130_00, 3, { inFull: true })).toEqual([
    "2026-10-31: 10000 → 2026-11-30",
    "2026-11-30: 3000 → 2026-12-31",
    "2026-12-31: 0 → 2027-01-31",
  ]);
  expect(shares(0, 1, { parts: 60_00, inFull: true })).toEqual(["2026-10-31: 0 → 2026-11-30"]);
});

test("the open charges come first, at their own prices, then the periods ahead", () => {
  const open = [
    { period: "2026-10-31", amount: 90, paid: 50 },
    { period: "2026-11-30", amount: 95 },
  ];
  expect(payablePeriods({ ...subscription, open }, 3)).toEqual([
    { period: "2026-10-31", cents: 40_00, next: "2026-11-30" },
    { period: "2026-11-30", cents: 95_00, next: "2026-12-31" },
    { period: "2026-12-31", cents: 100_00, next: "2027-01-31" },
  ]);
});

test("the shares never exceed the payment, and only the last can be a part", () => {
  const cents = fc.integer({ min: 0, max: 9_999_999_999 });
  fc.assert(
    fc.property(
      cents,
      cents,
      fc.integer({ min: 1, max: 12 }),
      fc.boolean(),
      (price, paid, periods, inFull) => {
        const all = payablePeriods({ ...subscription, amount: fromCents(price) }, periods);
        const found = allocate(all, paid, inFull);
        expect(found.reduce((sum, share) => sum + share.cents, 0)).toBe(Math.min(paid, dueCents(all)));
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
