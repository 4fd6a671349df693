import { expect, test } from "vitest";
import { newSubscription } from "../../test/sample-payments.ts";
import { changeOf, dueText, preview, storedOf, type Values } from "./form-values.ts";

const today = "2026-12-24";
const late = newSubscription({
  next_billing_date: "2026-11-20",
  open: [
    { period: "2026-11-20", amount: 100, paid: 40 },
    { period: "2026-12-20", amount: 100 },
    { period: "2027-01-20", amount: 100 },
  ],
});
const typed = (more: Partial<Values>, of = late): Values => ({ ...storedOf(of, today).values, ...more });

test("unpaid periods that are due are named, and what happens to them is sent only where it was asked", () => {
  expect(dueText(late, today)).toBe("2 unpaid periods since Nov 20, 2026: $160.00");
  expect(changeOf(typed({ open_charges: "change" }), late, today).open_charges).toBe("change");
  expect(changeOf(typed({}), late, today)).not.toHaveProperty("open_charges");
  const fine = newSubscription({ next_billing_date: "2027-01-20" });
  expect([dueText(fine, today), dueText(undefined, today)]).toEqual(["", ""]);
  expect(changeOf(typed({ open_charges: "remove" }, fine), fine, today)).not.toHaveProperty("open_charges");
});

test("the time of a pause is charged only if somebody says so while resuming", () => {
  const paused = newSubscription({ status: "paused", open: [] });
  const resumed = typed({ status: "active", charge_gap: true }, paused);
  expect(changeOf(resumed, paused, today).charge_gap).toBe(true);
  expect(changeOf({ ...resumed, status: "paused" }, paused, today)).not.toHaveProperty("charge_gap");
  expect(changeOf(typed({ charge_gap: true }), late, today)).not.toHaveProperty("charge_gap");
});

test("a later date is refused over what is due, unless it is removed", () => {
  const unpaid = newSubscription({
    next_billing_date: "2026-12-20",
    open: [
      { period: "2026-12-20", amount: 100 },
      { period: "2027-01-20", amount: 100 },
    ],
  });
  const moved = typed({ next_billing_date: "2027-02-10" }, unpaid);
  expect(preview(moved, unpaid, [], today).refused).toContain("$100.00 is due already, from 2026-12-20 on.");
  expect(preview({ ...moved, open_charges: "remove" }, unpaid, [], today)).toEqual({ date: "2027-02-10" });
});
