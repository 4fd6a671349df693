import { expect, test } from "vitest";
import { ofPeriod } from "../../../shared/billing/account.ts";
import type { ClientFigures } from "../../../shared/clients/timeline.ts";
import { omit } from "../../../shared/omit.ts";
import type { ClientAccount, ClientCharge } from "../../../shared/payments/client-account.ts";
import { hasSeveralAges, owedSums, owesNothing, usualFirst } from "./owed-sums.ts";

const figures: ClientFigures = {
  yearlyAmount: 1200,
  nextDue: "2027-01-20",
  nextAmount: 100,
  overdueSubscriptions: 0,
  overdueAmount: 0,
  payments: 2,
  paidAmount: 200,
};
const charge = (subscription_id: string, period: string, more: Partial<ClientCharge> = {}): ClientCharge => ({
  ...ofPeriod(subscription_id, period),
  currency: "USD",
  amount: 100,
  paid: 0,
  state: "open",
  ...more,
});
const account: ClientAccount = {
  charges: [
    charge("a", "2026-10-12", { paid: 40.5 }),
    charge("b", "2026-11-01", { currency: "KES", amount: 15_500 }),
    charge("a", "2026-11-12"),
    charge("a", "2026-12-12"),
    charge("c", "2026-12-26", { amount: 20 }),
  ],
  payments: [],
  credit: [],
  owed: [
    { currency: "USD", overdue: 259.5, due_soon: 20, on_hold: 0, ages: [100, 100, 59.5, 0] },
    { currency: "KES", overdue: 15_500, due_soon: 0, on_hold: 0, ages: [15_500, 0, 0, 0] },
  ],
  today: "2026-12-24",
};
const nothing = { ...account, charges: [charge("a", "2027-01-20")], owed: [] };

test("what is owed says since when and how many periods, by currency", () => {
  expect(owedSums(account, figures)).toEqual([
    {
      name: "Overdue",
      late: true,
      amounts: [
        { text: "$259.50", more: "3 charges since Oct 12, 2026" },
        { text: "KES\u00a015,500.00", more: "1 charge since Nov 1, 2026" },
      ],
    },
    { name: "Due within 7 days", amounts: [{ text: "$20.00", more: "on Dec 26, 2026" }] },
  ]);
  expect(owesNothing(account)).toBe(false);
});

test("the usual currency stands first, and without one the order stays", () => {
  const order = (usual?: "USD" | "KES") => usualFirst(account.owed, usual).map(({ currency }) => currency);
  expect([order("KES"), order("USD"), order()]).toEqual([
    ["KES", "USD"],
    ["USD", "KES"],
    ["USD", "KES"],
  ]);
});

test("what is on hold and the credit stand beside it", () => {
  const owed: ClientAccount["owed"] = [
    { currency: "USD", overdue: 0, due_soon: 0, on_hold: 5, ages: [0, 0, 0, 0] },
  ];
  expect(owedSums({ ...nothing, owed, credit: [{ currency: "KES", amount: 7 }] }, figures)).toEqual([
    { name: "On hold", amounts: [{ text: "$5.00", more: "" }] },
    { name: "Credit", amounts: [{ text: "KES\u00a07.00", more: "" }] },
  ]);
});

test("without anything owed, what is due next", () => {
  expect(owesNothing(nothing)).toBe(true);
  expect(owedSums(nothing, figures)).toEqual([
    { name: "Due next", amounts: [{ text: "$100.00", more: "Jan 20, 2027" }] },
  ]);
  const both = { yearly: {}, overdue: {}, paid: {}, next: { USD: 0, KES: 40 } };
  expect(owedSums(nothing, { ...figures, byCurrency: both })[0]?.amounts).toEqual([
    { text: "KES\u00a040.00", more: "Jan 20, 2027" },
  ]);
  const free = omit(figures, "nextDue");
  expect(owedSums(nothing, free)).toEqual([]);
});

test("the ages are shown if a debt is older than 30 days", () => {
  expect(account.owed.map(({ ages }) => hasSeveralAges(ages))).toEqual([true, false]);
});

test("charges that are paid, waived or on hold are in no count", () => {
  const closed = account.charges.map((charge, index) => ({
    ...charge,
    ...(index === 0 ? { state: "paid" as const } : { on_hold: true as const }),
  }));
  const [overdue] = owedSums({ ...account, charges: [...closed, ...account.charges] }, figures);
  expect(overdue).toEqual(owedSums(account, figures)[0]);
});
