import { expect, test } from "vitest";
import type { Subscription } from "../subscriptions/subscription.ts";
import { openChargesOf, openOf, overdueIn, owedTexts } from "./open-charges.ts";

const today = "2026-12-24";
const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: "one",
  client_id: "client",
  start_date: "2026-01-24",
  frequency: "monthly",
  amount: 100,
  status: "active",
  billing_anchor: "2026-01-24",
  next_billing_date: today,
  version: 1,
  created_at: "2026-01-24T06:00:00.000Z",
  ...more,
});
const dueOn = (...periods: string[]) => ({ open: periods.map((period) => ({ period, amount: 100 })) });

test("without a list an active subscription owes its date, and a free or a stopped one nothing", () => {
  expect(openOf(subscription({ paid: 30 }))).toEqual([{ period: today, amount: 100, paid: 30 }]);
  expect(openOf(subscription({ amount: 0 }))).toEqual([]);
  for (const status of ["paused", "inactive"] as const) expect(openOf(subscription({ status }))).toEqual([]);
  const listed = dueOn("2026-12-01");
  expect(openOf(subscription({ status: "paused", ...listed }))).toEqual(listed.open);
});

test("a charge that is due on the last day counts, a later one does not", () => {
  const periods = ["2026-12-23", today, "2026-12-25"];
  const charges = openChargesOf([subscription(dueOn(...periods))], today);
  expect(charges.map(({ period }) => period)).toEqual(["2026-12-23", today]);
});

test("a row says what was due before today, and of a single period what is left of it", () => {
  expect(overdueIn(subscription(dueOn(today)), today)).toBeUndefined();
  expect(overdueIn(subscription({ open: [] }), today)).toBeUndefined();
  expect(owedTexts(subscription(), today)).toEqual([]);
  expect(owedTexts(subscription({ paid: 30 }), today)).toEqual(["$70.00 of $100.00 left"]);
  expect(owedTexts(subscription({ next_billing_date: "2026-12-23" }), today)).toEqual([]);
  const late = dueOn("2026-10-24", "2026-11-24", today, "2027-01-24");
  expect(owedTexts(subscription(late), today)).toEqual([
    "$200.00 due",
    "2 periods from Oct 24, 2026",
    "oldest 61 days overdue",
  ]);
});
