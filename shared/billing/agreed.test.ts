import { expect, test } from "vitest";
import type { BilledSubscription } from "./account.ts";
import { applyAgreed, endedAsAgreed, endsBefore, hasNextCharge, isCharged, termsOn } from "./agreed.ts";

const subscription = (more: Partial<BilledSubscription> = {}): BilledSubscription => ({
  id: "one",
  status: "active",
  currency: "KES",
  cents: 100_00,
  start_date: "2026-01-31",
  frequency: "monthly",
  billing_anchor: "2026-01-31",
  next_charge: "2027-01-31",
  ...more,
});
const rise = { cents: 120_00, from: "2027-02-28" };

test("a period has the price of its day", () => {
  const rising = subscription({ next_price: rise });
  expect(["2027-02-27", "2027-02-28"].map((day) => termsOn(rising, day).cents)).toEqual([100_00, 120_00]);
});

test("a price holds from its day on, however late somebody looks", () => {
  for (const [today, cents, waits] of [
    ["2027-02-27", 100_00, true],
    ["2027-02-28", 120_00, false],
    ["2027-06-01", 120_00, false],
  ] as const) {
    const rising = subscription({ next_price: rise });
    applyAgreed(rising, today);
    expect([rising.cents, rising.next_price !== undefined]).toEqual([cents, waits]);
  }
});

test("what was free is charged from the first period after the day of its price", () => {
  const free = subscription({ cents: 0, next_price: rise });
  expect(isCharged(free, "2027-01-31")).toBe(false);
  applyAgreed(free, "2027-04-01");
  expect([free.cents, free.next_charge]).toEqual([120_00, "2027-02-28"]);
});

test("after its last day it is inactive as agreed, and no period that begins later is charged", () => {
  const ending = subscription({ status: "paused", paused_on: "2027-01-02", ends_on: "2027-01-31" });
  expect([endsBefore(ending, "2027-01-31"), hasNextCharge(ending)]).toEqual([false, true]);
  applyAgreed(ending, "2027-01-31");
  expect(endedAsAgreed(ending)).toBe(false);
  applyAgreed(ending, "2027-02-01");
  expect([endedAsAgreed(ending), ending.paused_on]).toEqual([true, undefined]);
  expect(hasNextCharge({ ...ending, next_charge: "2027-02-28" })).toBe(false);
});
