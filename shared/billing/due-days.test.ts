import { expect, test } from "vitest";
import { addDays, FIRST_DAY } from "../day.ts";
import type { Sums } from "../money.ts";
import { type Charge, ofPeriod } from "./account.ts";
import { clientsDue, dueDayChanges, dueDaysOf, dueFigures, storedDay, sumOfDays } from "./due-days.ts";

const today = "2026-12-24";
const charge = (client: string, period: string, cents: number, more: Partial<Charge> = {}): Charge => ({
  ...ofPeriod(`${client}-1`, period),
  currency: "USD",
  cents,
  paid_cents: 0,
  ...more,
});
const figuresOf = (charges: Charge[], day = today, credit: Sums = {}) =>
  dueFigures(dueDaysOf(charges, credit), day);

test("charges are overdue, due this week, or due this month, by whole days", () => {
  const days = ["2026-12-23", "2026-12-24", "2026-12-31", "2027-01-01"];
  const { owed, ...counts } = figuresOf(days.map((day, index) => charge(`client${index}`, day, 100)));
  expect(owed).toMatchObject([{ currency: "USD", overdue: 100, due_soon: 200, ages: [100, 0, 0, 0] }]);
  expect(counts).toMatchObject({ renewalsThisWeek: 2, renewalsThisMonth: 2, overdueSubscriptions: 1 });
});

test("a debt changes its age on the days 31, 61 and 91", () => {
  const days = [1, 30, 31, 60, 61, 90, 91];
  const charges = days.map((day) => charge(`client${day}`, addDays(today, -day), 100));
  expect(figuresOf(charges).owed[0]?.ages).toEqual([200, 200, 200, 100]);
});

test("a week that ends after the month has days of both", () => {
  const charges = [charge("a", "2026-12-31", 100), charge("b", "2027-01-04", 100)];
  expect(figuresOf(charges, "2026-12-30")).toMatchObject({ renewalsThisWeek: 2, renewalsThisMonth: 1 });
});

test("a subscription counts once as due this month, on each of its days and between them", () => {
  const charges = [
    charge("a", "2026-12-24", 100),
    charge("a", "2026-12-28", 100),
    charge("a", "2027-01-24", 1),
  ];
  const counts = ["2026-12-24", "2026-12-25", "2026-12-28", "2026-12-29", "2027-01-01"].map(
    (day) => figuresOf(charges, day).renewalsThisMonth,
  );
  expect(counts).toEqual([1, 1, 1, 0, 1]);
});

test("a subscription counts once as overdue, by its oldest open charge", () => {
  const charges = [
    charge("a", "2026-11-20", 100),
    charge("a", "2026-12-20", 100),
    charge("a", "2027-01-20", 1),
  ];
  expect(figuresOf(charges)).toMatchObject({ overdueSubscriptions: 1, owed: [{ overdue: 200 }] });
});

test("a client counts once as due, from the day of the oldest open charge", () => {
  const first = dueDaysOf([charge("a", "2026-12-20", 100), charge("a", "2026-12-31", 100)], {});
  const second = dueDaysOf([charge("b", "2026-12-31", 100)], {});
  const days = sumOfDays([first, second]);
  expect(
    ["2026-12-19", "2026-12-20", "2026-12-30", "2026-12-31"].map((day) => clientsDue(days, day)),
  ).toEqual([0, 1, 1, 2]);
});

test("what is paid, or on hold, is not asked for", () => {
  const charges = [
    charge("a", "2026-12-01", 100, { paid_cents: 100 }),
    charge("b", "2026-12-01", 100, { on_hold: true }),
    charge("c", "2026-12-01", 100, { paid_cents: 30, waived_cents: 20 }),
  ];
  expect(figuresOf(charges)).toMatchObject({
    overdueSubscriptions: 1,
    owed: [{ overdue: 50, on_hold: 100, credit: 0 }],
  });
});

test("what is on hold and what is credit is of no day, and of its currency", () => {
  const held = charge("a", "2027-05-01", 100, { on_hold: true, paid_cents: 30, currency: "KES" });
  const { owed, ...counts } = figuresOf([held], today, { USD: 5, KES: 7 });
  const nothing = { overdue: 0, due_soon: 0, ages: [0, 0, 0, 0] };
  expect(owed).toEqual([
    { ...nothing, currency: "USD", on_hold: 0, credit: 5 },
    { ...nothing, currency: "KES", on_hold: 70, credit: 7 },
  ]);
  expect(counts).toMatchObject({ renewalsThisWeek: 0, overdueSubscriptions: 0, upcomingDays: [] });
});

test("the days of the week have their number of charges and their sums by currency", () => {
  const charges = [
    charge("a", "2026-12-24", 100, { paid_cents: 30 }),
    charge("b", "2026-12-24", 200, { currency: "KES" }),
    charge("c", "2026-12-28", 300),
  ];
  expect(figuresOf(charges).upcomingDays).toEqual([
    { day: "2026-12-24", renewals: 2, sums: { USD: 70, KES: 200 } },
    { day: "2026-12-28", renewals: 1, sums: { USD: 300 } },
  ]);
});

test("changes added to the sums before are the sums after", () => {
  const before = dueDaysOf([charge("a", "2026-12-20", 100), charge("b", "2026-12-20", 5)], {});
  const after = dueDaysOf([charge("b", "2026-12-20", 5), charge("a", "2027-01-20", 100)], { KES: 7 });
  const changes = dueDayChanges(before, after);
  expect([...changes.keys()].sort()).toEqual([FIRST_DAY, "2026-12-20", "2027-01-20"]);
  expect(dueFigures(sumOfDays([before, changes]), today)).toEqual(dueFigures(after, today));
  expect(dueDayChanges(after, after).size).toBe(0);
});

test("days of six full months are stored by themselves, older ones as one day, and are still overdue", () => {
  expect([storedDay("2026-06-01", today), storedDay("2026-05-31", today)]).toEqual([
    "2026-06-01",
    "2000-01-01",
  ]);
  expect(figuresOf([charge("a", storedDay("2026-05-31", today), 100)]).owed[0]?.ages).toEqual([0, 0, 0, 100]);
});
