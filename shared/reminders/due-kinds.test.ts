import { expect, test } from "vitest";
import { type Charge, ofPeriod } from "../billing/account.ts";
import { addDays, type Day } from "../day.ts";
import { type DueKind, dueKinds, reminderWindowEnd } from "./due-kinds.ts";
import type { ReminderDays } from "./reminder.ts";

const days: ReminderDays = { remind_before: [7], remind_after: [1], repeat_overdue_days: 14 };
const charge = (period: Day, subscription_id = "one"): Charge => ({
  ...ofPeriod(subscription_id, period),
  currency: "KES",
  cents: 100,
  paid_cents: 0,
});
const textOf = ({ charge, kind, repeat }: DueKind) =>
  [charge.subscription_id, charge.period, kind, repeat].filter(Boolean).join(" ");

/** Runs the schedule on each day as the sender does: an email settles the kinds it is sent for. */
function run(charges: Charge[], from: Day, count: number, chosen = days) {
  const settled = new Set<string>();
  let last: Day | undefined;
  return Array.from({ length: count }, (_, index) => addDays(from, index)).flatMap((today) => {
    const inWindow = charges.filter(({ due }) => due <= reminderWindowEnd(today, chosen));
    const due = dueKinds(inWindow, {
      today,
      days: chosen,
      last,
      isSettled: (reminder) => settled.has(textOf(reminder)),
    });
    for (const reminder of due) settled.add(textOf(reminder));
    if (due.length > 0) last = today;
    return due.length > 0 ? [[today, ...due.map(textOf)]] : [];
  });
}

test("after the schedule an overdue charge is repeated every 14 days after the last reminder", () => {
  expect(run([charge("2026-12-01")], "2026-11-20", 50)).toEqual([
    ["2026-11-24", "one 2026-12-01 upcoming"],
    ["2026-12-02", "one 2026-12-01 overdue"],
    ["2026-12-16", "one 2026-12-01 overdue-repeat 2026-12-16"],
    ["2026-12-30", "one 2026-12-01 overdue-repeat 2026-12-30"],
  ]);
});

test("a repeat covers every overdue charge, and waits while another one is on the schedule", () => {
  const charges = [charge("2026-11-01"), charge("2026-12-01"), charge("2026-12-10", "two")];
  expect(run(charges, "2026-12-01", 26)).toEqual([
    ["2026-12-01", "one 2026-11-01 overdue", "one 2026-12-01 upcoming"],
    ["2026-12-02", "one 2026-12-01 overdue"],
    ["2026-12-03", "two 2026-12-10 upcoming"],
    ["2026-12-11", "two 2026-12-10 overdue"],
    [
      "2026-12-25",
      "one 2026-11-01 overdue-repeat 2026-12-25",
      "one 2026-12-01 overdue-repeat 2026-12-25",
      "two 2026-12-10 overdue-repeat 2026-12-25",
    ],
  ]);
  // The day 30 after the due day is still ahead.
  const late = { ...days, remind_after: [1, 30] };
  expect(run([charge("2026-12-01")], "2026-12-02", 45, late).map(([day]) => day)).toEqual([
    "2026-12-02",
    "2026-12-31",
    "2027-01-14",
  ]);
});

test("nothing is repeated if Settings say never, or have no reminder after the due day", () => {
  const charges = [charge("2026-12-01")];
  expect(run(charges, "2026-12-02", 60, { ...days, repeat_overdue_days: 0 }).length).toBe(1);
  expect(run(charges, "2026-12-02", 60, { ...days, remind_after: [] })).toEqual([]);
});

test("a missed run repeats once, and counts on from the day it went out", () => {
  const options = { days, isSettled: ({ repeat }: DueKind) => repeat === undefined };
  const due = (today: Day, last: Day) => dueKinds([charge("2026-12-01")], { ...options, today, last });
  expect(due("2026-12-19", "2026-12-02").map(textOf)).toEqual(["one 2026-12-01 overdue-repeat 2026-12-16"]);
  expect(due("2026-12-20", "2026-12-19")).toEqual([]);
});

test("without a reminder before the due day, the window ends yesterday", () => {
  expect(reminderWindowEnd("2026-12-24", { ...days, remind_before: [] })).toBe("2026-12-23");
});
