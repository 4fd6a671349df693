import { expect, test } from "vitest";
import { newSubscription } from "../../../test/product/sample-subscriptions.ts";
import { canEnd, endsToCome, lastEnd, sumsAfterEnd } from "./agreed-end.ts";

const today = "2026-12-24";
const ended = (ends_on: string) => newSubscription({ status: "inactive", ends_on });

test("ends are listed by day, and a client comes back to what ended last, if nothing is active", () => {
  const [first, second] = [
    newSubscription({ ends_on: "2027-03-31" }),
    newSubscription({ ends_on: "2027-01-31" }),
  ];
  const others = [newSubscription({ former: true, ends_on: "2027-02-28" }), newSubscription()];
  expect(endsToCome([first, second, ...others]).map(({ day }) => day)).toEqual(["2027-01-31", "2027-03-31"]);
  expect(canEnd([first, ended("2026-11-30"), ...others])).toHaveLength(2);
  const last = [ended("2026-11-30"), ended("2026-11-30")];
  expect(lastEnd([ended("2026-10-31"), ...last])).toEqual({ day: "2026-11-30", subscriptions: last });
  expect(lastEnd([...last, newSubscription()])).toBeUndefined();
  expect(lastEnd([newSubscription({ status: "inactive" })])).toBeUndefined();
});

test("what goes is owed no more, and what is paid ahead pays what is due within days", () => {
  const charge = (subscription_id: string, due: string, amount: number, more: object = {}) => ({
    id: `${subscription_id} ${due}`,
    subscription_id,
    period: due,
    due,
    currency: "USD" as const,
    amount,
    paid: 0,
    state: "open" as const,
    ...more,
  });
  const charges = [
    charge("a", "2026-12-28", 40),
    charge("a", "2027-01-28", 40),
    charge("b", "2026-12-28", 30, { currency: "KES", paid: 10, on_hold: true }),
    charge("b", "2026-11-28", 30, { state: "paid" }),
  ];
  const terms = { period: "2027-01-28", amount: 40, currency: "USD" as const };
  const preview = {
    next_billing_date: "2026-12-28",
    changes: [{ before: terms }, { before: { ...terms, period: "2027-02-28" } }],
    stays: [],
    paid_ahead: {},
    credited: { USD: 50, KES: 5 },
    credit_notes: { KES: 5 },
  };
  const credit = [{ currency: "KES" as const, amount: 1 }];
  expect(sumsAfterEnd({ charges, credit, today }, [[{ id: "a" }, preview]])).toEqual({
    owed: { USD: 0, KES: 20_00 },
    credit: { USD: 10_00, KES: 6_00 },
  });
});
