import { expect, test } from "vitest";
import { dueScreen } from "../../../../shared/emails/screens.ts";
import type { Subscription } from "../../../../shared/subscriptions.ts";
import { filtered, inOrder } from "../../components/table/list.ts";
import { bodyOf, preview, storedOf } from "./form-values.ts";
import { comingIn, entriesOf, portfolio, totalsOf } from "./portfolio.ts";

const today = "2026-12-24";
const one = (id: string, over: Partial<Subscription> = {}): Subscription => ({
  ...{ id, client_id: "c", start_date: "2026-01-24", frequency: "monthly", amount: 10, status: "active" },
  ...{
    billing_anchor: "2026-01-24",
    next_billing_date: today,
    version: 1,
    created_at: "2026-01-24T06:00:00.000Z",
  },
  ...over,
});
const clients = { rows: [], complete: true };
const entries = (...subscriptions: Subscription[]) => entriesOf(subscriptions, clients, today);
const nothing = { status: "", frequency: "", due: "" };

test("only active subscriptions are late or due, today is due soon, and the eighth day is neither", () => {
  const states = entries(
    one("late", { next_billing_date: "2026-12-23" }),
    one("today"),
    one("seventh", { next_billing_date: "2026-12-31" }),
    one("eighth", { next_billing_date: "2027-01-01" }),
    one("paused", { next_billing_date: "2026-12-01", status: "paused" }),
  ).map(({ state }) => state);
  expect(states).toEqual([
    { name: "overdue", days: 1 },
    { name: "due-soon", days: 0 },
    { name: "due-soon", days: 7 },
    { name: "none" },
    { name: "none" },
  ]);
});

test("a month has what falls due in it from today on, and brings what is left of it", () => {
  const rows = entries(
    one("part", { paid: 4 }),
    one("late", { next_billing_date: "2026-11-24", paid: 4 }),
    one("yearly", { frequency: "yearly", next_billing_date: "2027-01-24", billing_anchor: "2026-01-24" }),
    one("paused", { status: "paused" }),
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

test("the daily summary leads to what it counts: due, and not free of charge", () => {
  const rows = entries(
    one("late", { next_billing_date: "2026-12-23" }),
    one("late and free", { next_billing_date: "2026-12-23", amount: 0 }),
    one("paused", { next_billing_date: "2026-12-23", status: "paused" }),
    one("today"),
    one("free", { amount: 0 }),
    one("eighth", { next_billing_date: "2027-01-01" }),
  );
  const shown = (screen: string) => {
    const chosen = Object.fromEntries(new URLSearchParams(screen.split("?")[1]));
    expect(Object.keys(portfolio.filters)).toEqual(expect.arrayContaining(Object.keys(chosen)));
    return filtered(portfolio, rows, chosen, "").map(({ id }) => id);
  };
  expect(shown(dueScreen("overdue"))).toEqual(["late"]);
  expect(shown(dueScreen("due-soon"))).toEqual(["today"]);
});

test("a search finds what is sold", () => {
  const rows = entries(one("a", { service: "Loan system, 3 branches" }), one("b"));
  expect(filtered(portfolio, rows, nothing, "branches loan").map(({ id }) => id)).toEqual(["a"]);
});

test("a client that is missing is unknown only once all clients are there", () => {
  expect(entries(one("a"))[0]?.client_name).toBe("Unknown Client");
  expect(entriesOf([one("a")], { rows: [], complete: false }, today)[0]?.client_name).toBe("…");
});

test("the sum adds active amounts up as asked for; MRR and ARR bring frequencies together", () => {
  const totals = totalsOf(
    entries(
      one("a", { amount: 10 }),
      one("b", { amount: 120, frequency: "yearly" }),
      one("c", { amount: 1_000, status: "paused" }),
    ),
  );
  expect(totals).toMatchObject({
    ...{ active: { USD: 13_000 }, monthly: { USD: 2_000 }, yearly: { USD: 24_000 }, dueSoon: 2, overdue: 0 },
    currencies: ["USD"],
  });
});

test("two currencies are added up apart, and sorted one after the other", () => {
  const both = entries(
    one("shillings", { amount: 9, currency: "KES" }),
    one("less", { amount: 10, currency: "USD" }),
    one("more", { amount: 1_000 }),
    one("most", { amount: 125_000, currency: "KES", paid: 25_000 }),
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

test("a new one is sent in the currency that the form shows, an edited one keeps its own", () => {
  const { values } = storedOf(undefined, today);
  expect([bodyOf(values, "USD").currency, bodyOf(values, "KES").currency]).toEqual(["USD", "KES"]);
  const inShillings = storedOf(one("a", { currency: "KES" }), today).values;
  expect([
    bodyOf(inShillings, "USD").currency,
    bodyOf(storedOf(one("a"), today).values, "KES").currency,
  ]).toEqual(["KES", "USD"]);
});

test("samples count until there is something real, and then in no total and as neither late nor due", () => {
  const sample = one("sample", { sample: true, next_billing_date: "2026-12-20" });
  const dueSample = one("due", { sample: true });
  expect(totalsOf(entries(sample, dueSample))).toMatchObject({
    active: { USD: 2_000 },
    overdue: 1,
    dueSoon: 1,
  });
  const beside = entries(sample, dueSample, one("real", { amount: 7, next_billing_date: "2027-02-24" }));
  expect(totalsOf(beside)).toMatchObject({
    active: { USD: 700 },
    monthly: { USD: 700 },
    yearly: { USD: 8_400 },
    overdue: 0,
    dueSoon: 0,
  });
  expect(beside.map(({ state }) => state.name)).toEqual(["none", "none", "none"]);
});

test("filters combine, and none leaves the list as it is", () => {
  const all = entries(one("a"), one("b", { frequency: "yearly" }), one("c", { status: "inactive" }));
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

test("the usual order is by date, with what is not billed at the end", () => {
  const ids = inOrder(
    portfolio,
    entries(
      one("paused", { status: "paused", next_billing_date: "2026-01-01" }),
      one("b"),
      one("a", { next_billing_date: "2026-12-01" }),
    ),
    portfolio.usualOrder,
  ).map(({ id }) => id);
  expect(ids).toEqual(["a", "b", "paused"]);
});

test("an empty or non-numeric amount is sent as 0, and no date where none was typed", () => {
  const { values } = storedOf(undefined, today);
  expect(bodyOf({ ...values, amount: "" }, "USD")).toMatchObject({ amount: 0 });
  expect(bodyOf({ ...values, amount: "ten" }, "USD")).toMatchObject({ amount: 0 });
  expect(bodyOf({ ...values, amount: "149.99" }, "USD")).toMatchObject({ amount: 149.99 });
  expect(bodyOf(values, "USD")).not.toHaveProperty("next_billing_date");
});

test("the preview follows the server's rules: a new one starts over, an edited one keeps what was paid", () => {
  const { values } = storedOf(undefined, today);
  expect(preview({ ...values, start_date: "2026-01-31" }, undefined, undefined, today)).toEqual({
    date: "2026-12-31",
  });
  expect(preview({ ...values, start_date: "2026-01-" }, undefined, undefined, today)).toEqual({});
  const edited = one("a", { next_billing_date: "2027-03-24" });
  const typed = storedOf(edited, today).values;
  const paid = [{ period: "2027-02-24", paid_on: today, reference: "QK12" }];
  expect(preview({ ...typed, amount: "99" }, edited, paid, today)).toEqual({ date: "2027-03-24" });
  expect(preview({ ...typed, frequency: "yearly" }, edited, paid, today)).toEqual({ date: "2027-03-24" });
  expect(preview({ ...typed, frequency: "yearly" }, edited, [], today)).toEqual({ date: "2027-01-24" });
  expect(preview({ ...typed, frequency: "yearly" }, edited, undefined, today)).toEqual({});
  expect(preview({ ...typed, next_billing_date: "2027-02-24" }, edited, paid, today).refused).toContain(
    "The period due 2027-02-24 is paid (on 2026-12-24, reference QK12)",
  );
});
