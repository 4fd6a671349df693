import { expect, test } from "vitest";
import { periodsOf } from "../../../../shared/payable.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import { bodyOf, dueText, errorsIn, planOf, type Values } from "./paying.ts";

const sold = (more: Partial<Subscription> = {}): Subscription => ({
  ...{ id: "a", client_id: "c", start_date: "2026-01-20", frequency: "monthly", status: "active" },
  ...{ amount: 100, billing_anchor: "2026-01-20", next_billing_date: "2026-10-20", version: 1 },
  ...{ created_at: "2026-01-20T06:00:00.000Z" },
  ...more,
});
const period = "2026-10-20";
const typed = (amount: string, more: Partial<Values> = {}): Values => ({
  ...{ paid_on: "2026-12-24", periods: "1", amount, rest: "", method: "", reference: "" },
  ...more,
});
const sent = (values: Values, of = sold()) => {
  const { periods, in_full, due, amount } = bodyOf(values, periodsOf(of), { period });
  return { periods, in_full, due, amount };
};
const complaints = (values: Values, of = sold()) => errorsIn(values, periodsOf(of), "2026-12-24", period);

test("what is due of so many periods is what is left of the first, and all of the others", () => {
  expect(dueText(periodsOf(sold({ paid: 60.01 })), { periods: "3" })).toBe("239.99");
  expect(periodsOf(sold({ next_billing_date: "2099-11-20" }))).toHaveLength(1);
  expect(periodsOf(sold({ frequency: "weekly" }))).toEqual([]);
});

test("less than is due is a part, unless somebody lets the rest go", () => {
  expect(planOf(periodsOf(sold({ paid: 60 })), typed("25")).stays).toBe(15_00);
  expect(sent(typed("60"))).toEqual({ amount: 60, due: 100 });
  expect(sent(typed("60", { rest: "in-full" }))).toEqual({ amount: 60, due: 100, in_full: true });
  // Said for another amount, it says nothing of this one.
  expect(sent(typed("60", { rest: "credit" }))).toEqual({ amount: 60, due: 100 });
  expect(complaints(typed("0"))).toEqual({ amount: "Please give the amount that was paid." });
  expect(complaints(typed("0", { rest: "in-full" }))).toEqual({});
});

test("more than is due has to be said what it is for, and as credit takes as many periods as it needs", () => {
  expect(complaints(typed("130"))).toEqual({ rest: "Please say what the rest is for." });
  expect(complaints(typed("130", { rest: "kept" }))).toEqual({});
  expect(sent(typed("130", { rest: "kept" }))).toEqual({ amount: 130, due: 100 });
  expect(sent(typed("330", { rest: "credit", periods: "2" }))).toEqual({ amount: 330, periods: 4, due: 400 });
  expect(sent(typed("9999", { rest: "credit" }))).toEqual({ amount: 9999, periods: 12, due: 1200 });
  expect(complaints(typed("5"), sold({ amount: 0 }))).toEqual({});
});
