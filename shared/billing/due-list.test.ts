import { expect, test } from "vitest";
import type { Charge } from "./account.ts";
import { byDay, dueOf, largestDebts, subscriptionsIn } from "./due-list.ts";

const today = "2026-12-24";
const charge = (client: string, period: string, cents: number, more: Partial<Charge> = {}): Charge => ({
  subscription_id: `${client}-1`,
  period,
  currency: "USD",
  cents,
  paid_cents: 0,
  ...more,
});
const clientOf = ({ subscription_id }: Charge) => subscription_id.split("-")[0] ?? "";
const names = (charges: Charge[], most = 8) =>
  largestDebts(charges, { clientOf, today, most }).map(({ client_id }) => client_id);

test("charges are overdue, due this week, or due this month, by whole days", () => {
  const days = ["2026-12-23", "2026-12-24", "2026-12-31", "2027-01-01"];
  const due = dueOf(
    days.map((day) => charge("a", day, 100)),
    today,
  );
  const daysOf = (charges: Charge[]) => charges.map(({ period }) => period);
  expect(daysOf(due.overdue)).toEqual(["2026-12-23"]);
  expect(daysOf(due.thisWeek)).toEqual(["2026-12-24", "2026-12-31"]);
  expect(daysOf(due.thisMonth)).toEqual(["2026-12-24", "2026-12-31"]);
  expect(subscriptionsIn(due.thisWeek)).toEqual(["a-1"]);
});

test("a week that ends after the month has days of both", () => {
  const due = dueOf([charge("a", "2026-12-31", 100), charge("b", "2027-01-04", 100)], "2026-12-30");
  expect([due.thisWeek.length, due.thisMonth.length]).toEqual([2, 1]);
});

test("a debt is all that one client owes, less what is paid", () => {
  const debts = largestDebts(
    [
      charge("a", "2026-10-01", 100, { paid_cents: 40 }),
      charge("b", "2026-11-01", 150),
      charge("a", "2026-12-01", 200, { subscription_id: "a-2" }),
    ],
    { clientOf, today, most: 8 },
  );
  expect(debts.map(({ client_id, sums, charges }) => [client_id, sums, charges.length])).toEqual([
    ["a", { USD: 260 }, 2],
    ["b", { USD: 150 }, 1],
  ]);
});

test("the largest debt of each currency comes first, whatever the other currency's amounts are", () => {
  const shillings = { currency: "KES" } as const;
  const charges = [
    charge("small", "2026-11-01", 100),
    charge("large", "2026-12-01", 900),
    charge("smallKes", "2026-11-01", 50_000, shillings),
    charge("largeKes", "2026-12-02", 90_000, shillings),
    charge("both", "2026-12-03", 500),
    charge("both", "2026-12-03", 10, { ...shillings, subscription_id: "both-2" }),
  ];
  expect(names(charges)).toEqual(["large", "largeKes", "smallKes", "both", "small"]);
  expect(names(charges, 2)).toEqual(["large", "largeKes"]);
});

test("the days of the week have their number of charges and their sums by currency", () => {
  const charges = [
    charge("a", "2026-12-24", 100, { paid_cents: 30 }),
    charge("b", "2026-12-24", 200, { currency: "KES" }),
    charge("c", "2026-12-28", 300),
  ];
  expect(byDay(charges, today)).toEqual([
    { day: "2026-12-24", renewals: 2, sums: { USD: 70, KES: 200 } },
    { day: "2026-12-28", renewals: 1, sums: { USD: 300 } },
  ]);
});
