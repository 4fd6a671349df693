import { expect, test } from "vitest";
import { type Charge, ofPeriod } from "../billing/account.ts";
import type { Day } from "../day.ts";
import type { ReminderDays } from "./reminder.ts";
import { chargesToPay } from "./to-pay.ts";

const today: Day = "2026-12-24";
const days: ReminderDays = { remind_before: [7], remind_after: [1], repeat_overdue_days: 14 };
const charge = (period: Day, subscription_id = "one", more: Partial<Charge> = {}): Charge => ({
  ...ofPeriod(subscription_id, period),
  currency: "KES",
  cents: 100,
  paid_cents: 0,
  ...more,
});
const muted = [{ id: "one" }, { id: "two", muted: true }];
const periods = (...args: [Charge[], Parameters<typeof chargesToPay>[1]?, ReminderDays?]) =>
  chargesToPay(args[0], args[1] ?? [], today, args[2] ?? days).map(({ due }) => due);

test("a client is asked for what is overdue and what the schedule has reached, oldest first", () => {
  const charges = ["2027-01-07", "2027-01-01", "2026-12-31", "2026-12-24", "2026-12-23"].map((day) =>
    charge(day),
  );
  expect(periods(charges)).toEqual(["2026-12-23", "2026-12-24", "2026-12-31"]);
  expect(periods(charges, [], { ...days, remind_before: [14, 3] })).toHaveLength(5);
  expect(periods(charges, [], { ...days, remind_before: [], remind_after: [7] })).toEqual(["2026-12-23"]);
});

test("what is paid or on hold is not asked for", () => {
  expect(
    periods([
      charge("2026-12-23", "one", { paid_cents: 100 }),
      charge("2026-12-20", "two", { on_hold: true }),
    ]),
  ).toEqual([]);
});

test("what is muted is not asked for beside other charges, unless a person sent a reminder of it", () => {
  const [of, late, later] = [charge("2026-12-23"), charge("2026-12-20", "two"), charge("2027-03-20", "two")];
  expect(periods([of, late, later], muted)).toEqual(["2026-12-23"]);
  expect(periods([late, later], muted)).toEqual(["2026-12-20"]);
  expect(periods([of, { ...late, asked: true }, later], muted)).toEqual(["2026-12-20", "2026-12-23"]);
  expect(periods([of, { ...late, reminded_on: "2026-12-21" }, later], muted)).toEqual(["2026-12-23"]);
});

test("what a person sent a reminder of is asked for before the schedule reaches it", () => {
  const charges = [charge("2027-02-20"), charge("2027-03-20")];
  expect(periods([{ ...(charges[0] as Charge), asked: true }, ...charges.slice(1)])).toEqual(["2027-02-20"]);
  expect(periods(charges)).toEqual([]);
});
