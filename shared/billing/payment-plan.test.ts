import { expect, test } from "vitest";
import type { Subscription } from "../subscriptions/subscription.ts";
import { payablePeriods } from "./allocation.ts";
import { bodyOf, dueText, errorsIn, planOf, type Values } from "./payment-plan.ts";

const subscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: "a",
  client_id: "c",
  start_date: "2026-01-20",
  frequency: "monthly",
  status: "active",
  amount: 100,
  billing_anchor: "2026-01-20",
  next_billing_date: "2026-10-20",
  version: 1,
  created_at: "2026-01-20T06:00:00.000Z",
  ...more,
});
const period = "2026-10-20";
const typed = (amount: string, more: Partial<Values> = {}): Values => ({
  paid_on: "2026-12-24",
  periods: "1",
  amount,
  rest: "",
  method: "",
  reference: "",
  ...more,
});
const sent = (values: Values, of = subscription()) => {
  const { periods, in_full, due, amount } = bodyOf(values, payablePeriods(of), { period });
  return { periods, in_full, due, amount };
};
const problems = (values: Values, of = subscription()) =>
  errorsIn(values, payablePeriods(of), "2026-12-24", period);

test("the amount due is the rest of the first period and all of the others", () => {
  expect(dueText(payablePeriods(subscription({ paid: 60.01 })), { periods: "3" })).toBe("239.99");
  expect(payablePeriods(subscription({ next_billing_date: "2099-11-20" }))).toHaveLength(1);
  expect(payablePeriods(subscription({ frequency: "weekly" }))).toEqual([]);
});

test("a smaller amount is a part payment, unless the rest is waived", () => {
  expect(planOf(payablePeriods(subscription({ paid: 60 })), typed("25")).remaining).toBe(15_00);
  expect(sent(typed("60"))).toEqual({ amount: 60, due: 100 });
  expect(sent(typed("60", { rest: "in-full" }))).toEqual({ amount: 60, due: 100, in_full: true });
  // A choice made for another amount does not count.
  expect(sent(typed("60", { rest: "credit" }))).toEqual({ amount: 60, due: 100 });
  expect(problems(typed("0"))).toEqual({ amount: "Enter the amount that was paid." });
  expect(problems(typed("0", { rest: "in-full" }))).toEqual({});
});

test("a larger amount needs a choice, and as credit it pays as many periods as needed", () => {
  expect(problems(typed("130"))).toEqual({ rest: "Choose what the rest is for." });
  expect(problems(typed("130", { rest: "kept" }))).toEqual({});
  expect(sent(typed("130", { rest: "kept" }))).toEqual({ amount: 130, due: 100 });
  expect(sent(typed("330", { rest: "credit", periods: "2" }))).toEqual({ amount: 330, periods: 4, due: 400 });
  expect(sent(typed("9999", { rest: "credit" }))).toEqual({ amount: 9999, periods: 12, due: 1200 });
  expect(problems(typed("5"), subscription({ amount: 0 }))).toEqual({});
});
