import { expect, test } from "vitest";
import { dueScreen } from "../../../../shared/emails/screens.ts";
import type { Subscription } from "../../../../shared/subscriptions/subscription.ts";
import { filtered, inOrder } from "../../rules/list-rules.ts";
import { planOf } from "./bulk.ts";
import { bodyOf, firstDate, storedOf } from "./form-values.ts";
import { comingIn, entriesOf, portfolio, totalsOf } from "./portfolio.ts";

const today = "2026-12-24";
const subscriptionOf = (id: string, over: Partial<Subscription> = {}): Subscription => ({
  id,
  client_id: "c",
  start_date: "2026-01-24",
  frequency: "monthly",
  amount: 10,
  status: "active",
  billing_anchor: "2026-01-24",
  next_billing_date: today,
  version: 1,
  created_at: "2026-01-24T06:00:00.000Z",
  ...over,
});
const clients = { rows: [], complete: true };
const entries = (...subscriptions: Subscription[]) => entriesOf(subscriptions, clients, today);
const nothing = { status: "", frequency: "", due: "" };

test("only active subscriptions are overdue or due soon; today is due soon, the eighth day is neither", () => {
  const states = entries(
    subscriptionOf("late", { next_billing_date: "2026-12-23" }),
    subscriptionOf("today"),
    subscriptionOf("seventh", { next_billing_date: "2026-12-31" }),
    subscriptionOf("eighth", { next_billing_date: "2027-01-01" }),
    subscriptionOf("paused", { next_billing_date: "2026-12-01", status: "paused" }),
  ).map(({ state }) => state);
  expect(states).toEqual([
    { name: "overdue", days: 1 },
    { name: "due-soon", days: 0 },
    { name: "due-soon", days: 7 },
    { name: "none" },
    { name: "none" },
  ]);
});

test("a month includes due dates from today on, with what is left to pay", () => {
  const rows = entries(
    subscriptionOf("part", { paid: 4 }),
    subscriptionOf("late", { next_billing_date: "2026-11-24", paid: 4 }),
    subscriptionOf("yearly", {
      frequency: "yearly",
      next_billing_date: "2027-01-24",
      billing_anchor: "2026-01-24",
    }),
    subscriptionOf("paused", { status: "paused" }),
  );
  const of = (month: string) => [
    filtered(portfolio, rows, { ...nothing, month }, "").map(({ id }) => id),
    comingIn(month, rows),
  ];
  expect(of("2026-12")).toEqual([["part", "late"], { USD: 1_600 }]);
  expect(of("2027-01")).toEqual([["part", "late", "yearly"], { USD: 3_000 }]);
  expect([of("2026-11"), of("2027-13"), of("soon")]).toEqual([
    [[], {}],
    [[], {}],
    [[], {}],
  ]);
});

test("free subscriptions are never overdue, due soon, due in a month or payable", () => {
  const rows = entries(
    subscriptionOf("late", { next_billing_date: "2026-12-23" }),
    subscriptionOf("late and free", { next_billing_date: "2026-12-23", amount: 0 }),
    subscriptionOf("paused", { next_billing_date: "2026-12-23", status: "paused" }),
    subscriptionOf("today"),
    subscriptionOf("free", { amount: 0 }),
    subscriptionOf("eighth", { next_billing_date: "2027-01-01" }),
  );
  const shown = (screen: string) => {
    const chosen = Object.fromEntries(new URLSearchParams(screen.split("?")[1]));
    expect(Object.keys(portfolio.filters)).toEqual(expect.arrayContaining(Object.keys(chosen)));
    return filtered(portfolio, rows, chosen, "").map(({ id }) => id);
  };
  expect(shown(dueScreen("overdue"))).toEqual(["late"]);
  expect(shown(dueScreen("due-soon"))).toEqual(["today"]);
  expect(totalsOf(rows)).toMatchObject({ overdue: 1, dueSoon: 1 });
  const inMonth = filtered(portfolio, rows, { ...nothing, month: "2027-02" }, "").map(({ id }) => id);
  expect(inMonth).toEqual(["late", "today", "eighth"]);
  const plan = planOf("pay", rows, new Set());
  expect(plan.rows.map(({ id }) => id)).toEqual(["late", "today"]);
  expect(plan.skipped.map(({ row, reason }) => `${row.id}: ${reason}`)).toContain("late and free: free");
});

test("a search looks in the service", () => {
  const rows = entries(subscriptionOf("a", { service: "Loan system, 3 branches" }), subscriptionOf("b"));
  expect(filtered(portfolio, rows, nothing, "branches loan").map(({ id }) => id)).toEqual(["a"]);
});

test("a missing client is unknown only when all clients are loaded", () => {
  expect(entries(subscriptionOf("a"))[0]?.client_name).toBe("Unknown Client");
  expect(entriesOf([subscriptionOf("a")], { rows: [], complete: false }, today)[0]?.client_name).toBe("…");
});

test("the sum adds active amounts as specified; MRR and ARR convert frequencies", () => {
  const totals = totalsOf(
    entries(
      subscriptionOf("a", { amount: 10 }),
      subscriptionOf("b", { amount: 120, frequency: "yearly" }),
      subscriptionOf("c", { amount: 1_000, status: "paused" }),
    ),
  );
  expect(totals).toMatchObject({
    active: { USD: 13_000 },
    monthly: { USD: 2_000 },
    yearly: { USD: 24_000 },
    dueSoon: 2,
    overdue: 0,
    currencies: ["USD"],
  });
});

test("currencies have separate sums, and are sorted one after the other", () => {
  const both = entries(
    subscriptionOf("shillings", { amount: 9, currency: "KES" }),
    subscriptionOf("less", { amount: 10, currency: "USD" }),
    subscriptionOf("more", { amount: 1_000 }),
    subscriptionOf("most", { amount: 125_000, currency: "KES", paid: 25_000 }),
  );
  expect(totalsOf(both)).toMatchObject({
    active: { USD: 1_010_00, KES: 125_009_00 },
    monthly: { USD: 1_010_00, KES: 125_009_00 },
    yearly: { USD: 12_120_00, KES: 1_500_108_00 },
    currencies: ["USD", "KES"],
  });
  expect(comingIn("2026-12", both)).toEqual({ USD: 1_010_00, KES: 100_009_00 });
  const byAmount = inOrder(portfolio, both, { id: "amount", desc: false });
  expect(byAmount.map(({ id }) => id)).toEqual(["less", "more", "shillings", "most"]);
});

test("a currency is sent only if one was chosen; an edited subscription keeps its currency", () => {
  const { values } = storedOf(undefined, today);
  expect(bodyOf(values)).not.toHaveProperty("currency");
  expect(bodyOf({ ...values, currency: "USD" }).currency).toBe("USD");
  for (const currency of ["USD", "KES"] as const)
    expect(bodyOf(storedOf(subscriptionOf("a", { currency }), today).values).currency).toBe(currency);
});

test("samples count only until there is a real record", () => {
  const sample = subscriptionOf("sample", { sample: true, next_billing_date: "2026-12-20" });
  const dueSample = subscriptionOf("due", { sample: true });
  expect(totalsOf(entries(sample, dueSample))).toMatchObject({
    active: { USD: 2_000 },
    overdue: 1,
    dueSoon: 1,
  });
  const beside = entries(
    sample,
    dueSample,
    subscriptionOf("real", { amount: 7, next_billing_date: "2027-02-24" }),
  );
  expect(totalsOf(beside)).toMatchObject({
    active: { USD: 700 },
    monthly: { USD: 700 },
    yearly: { USD: 8_400 },
    overdue: 0,
    dueSoon: 0,
  });
  expect(beside.map(({ state }) => state.name)).toEqual(["none", "none", "none"]);
});

test("filters combine, and without filters the list is unchanged", () => {
  const all = entries(
    subscriptionOf("a"),
    subscriptionOf("b", { frequency: "yearly" }),
    subscriptionOf("c", { status: "inactive" }),
  );
  expect(filtered(portfolio, all, nothing, "")).toBe(all);
  expect(filtered(portfolio, all, { ...nothing, frequency: "yearly" }, "").map(({ id }) => id)).toEqual([
    "b",
  ]);
  expect(filtered(portfolio, all, { ...nothing, status: "inactive", due: "due-soon" }, "")).toEqual([]);
  expect(filtered(portfolio, all, { ...nothing, due: "due-soon" }, "").map(({ id }) => id)).toEqual([
    "a",
    "b",
  ]);
});

test("the default order is by date, with inactive subscriptions last", () => {
  const ids = inOrder(
    portfolio,
    entries(
      subscriptionOf("paused", { status: "paused", next_billing_date: "2026-01-01" }),
      subscriptionOf("b"),
      subscriptionOf("a", { next_billing_date: "2026-12-01" }),
    ),
    portfolio.defaultOrder,
  ).map(({ id }) => id);
  expect(ids).toEqual(["a", "b", "paused"]);
});

test("an empty amount is sent as 0, text that is none is no number, and an empty date is not sent", () => {
  const { values } = storedOf(undefined, today);
  expect(bodyOf({ ...values, amount: "" })).toMatchObject({ amount: 0 });
  expect(bodyOf({ ...values, amount: "ten" }).amount).toBeNaN();
  expect(bodyOf({ ...values, amount: "149.99" })).toMatchObject({ amount: 149.99 });
  expect(bodyOf(values)).not.toHaveProperty("next_billing_date");
});

test("the next billing date of a new subscription follows the schedule, once its dates are complete", () => {
  const { values } = storedOf(undefined, today);
  expect(firstDate({ ...values, start_date: "2026-01-31" }, today)).toEqual({ date: "2026-12-31" });
  expect(firstDate({ ...values, start_date: "2026-01-" }, today)).toEqual({});
});

test("a row has what was due before today and of how many periods: a number in its currency, a text in another", () => {
  const periods = ["2026-10-24", "2026-11-24", "2026-12-24"].map((period) => ({
    period,
    amount: 10,
    paid: 2.5,
  }));
  const [late, inOtherCurrency, mixed, fine] = entries(
    subscriptionOf("late", { open: periods, next_billing_date: "2026-10-24" }),
    subscriptionOf("other", { open: periods.map((charge) => ({ ...charge, currency: "KES" as const })) }),
    subscriptionOf("mixed", {
      open: periods.map((charge, n) => (n === 0 ? { ...charge, currency: "KES" as const } : charge)),
    }),
    subscriptionOf("fine"),
  );
  expect([late?.overdue, late?.overdue_periods]).toEqual([15, 2]);
  expect([inOtherCurrency?.overdue, inOtherCurrency?.overdue_periods]).toEqual(["KES\u00a015.00", 2]);
  expect(mixed?.overdue).toBe("$7.50 + KES\u00a07.50");
  expect([fine?.overdue, fine?.overdue_periods]).toEqual([undefined, undefined]);
  const [sample] = entries(subscriptionOf("sample", { open: periods, sample: true }), subscriptionOf("real"));
  expect(sample?.overdue).toBeUndefined();
});
