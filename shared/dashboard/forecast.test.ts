import { expect, test } from "vitest";
import { startBilling } from "../billing/next-billing-date.ts";
import { dueDayInMonth } from "../billing/renewal-state.ts";
import type { Frequency, Subscription } from "../subscriptions/subscription.ts";
import { forecast } from "./forecast.ts";

const today = "2026-12-24";
const frequencies = ["monthly", "quarterly", "semi-annual", "yearly"] as const;

function subscription(
  frequency: Frequency,
  next_billing_date: string,
  over: Partial<Subscription> = {},
): Subscription {
  const billing = startBilling({ start_date: "2026-01-31", frequency, next_billing_date }, today);
  return {
    id: next_billing_date,
    client_id: "c",
    amount: 10.1,
    status: "active",
    version: 1,
    created_at: "2026-01-31T06:00:00.000Z",
    ...billing,
    ...over,
  };
}

const cents = (subscriptions: Subscription[]) =>
  Object.fromEntries(
    forecast(subscriptions, today).flatMap(({ month, cents }) => (cents ? [[month, cents]] : [])),
  );

test("the month filter of the list finds the renewals that the month's bar counts", () => {
  const all = frequencies.flatMap((frequency) =>
    ["2026-11-30", "2026-12-20", "2026-12-24", "2026-12-31", "2027-02-28"].map((day) =>
      subscription(frequency, day),
    ),
  );
  const later = { amount: 20, from: "2027-03-31" };
  all.push(
    subscription("monthly", "2026-12-31", { amount: 0 }),
    subscription("monthly", "2026-12-31", { amount: 0, next_price: later }),
    subscription("monthly", "2026-12-31", { next_price: { ...later, amount: 0 } }),
    subscription("monthly", "2026-12-31", { ends_on: "2027-02-28" }),
    subscription("quarterly", "2026-12-20", { open: [], ends_on: "2026-12-26" }),
  );
  for (const { month, renewals } of forecast(all, today))
    expect([month, all.filter((subscription) => dueDayInMonth(month, subscription, today)).length]).toEqual([
      month,
      renewals,
    ]);
});

test("the forecast has twelve months, starting with this one, also without renewals", () => {
  const months = forecast([], today).map(({ month }) => month);
  expect([months.length, months[0], months.at(-1)]).toEqual([12, "2026-12", "2027-11"]);
});

test("each frequency is due in its months, on the last day of short months", () => {
  expect(Object.keys(cents([subscription("monthly", "2026-12-31")]))).toHaveLength(12);
  expect(cents([subscription("quarterly", "2027-01-31")])).toEqual({
    "2027-01": 1010,
    "2027-04": 1010,
    "2027-07": 1010,
    "2027-10": 1010,
  });
  expect(cents([subscription("yearly", "2027-01-31")])).toEqual({ "2027-01": 1010 });
});

test("overdue periods do not count but their following periods do; paused and free subscriptions do not count", () => {
  expect(cents([subscription("semi-annual", "2026-12-20")])).toEqual({ "2027-06": 1010 });
  expect(cents([subscription("monthly", "2026-12-31", { status: "paused" })])).toEqual({});
  expect(forecast([subscription("monthly", "2026-12-31", { amount: 0 })], today)[0]?.renewals).toBe(0);
});

test("subscriptions with the same schedule add up to the cent", () => {
  const many = Array.from({ length: 1_000 }, () => subscription("yearly", "2027-01-31"));
  expect(forecast(many, today)[1]).toEqual({ month: "2027-01", cents: 1_010_000, renewals: 1_000 });
});

test("a price counts from its day on, also after it was free, and nothing after the end", () => {
  const monthly = (over: Partial<Subscription>) => cents([subscription("monthly", "2026-12-31", over)]);
  const next_price = { amount: 20, from: "2027-02-28" };
  const ends_on = "2027-03-30";
  expect(monthly({ next_price, ends_on })).toEqual({ "2026-12": 1010, "2027-01": 1010, "2027-02": 2000 });
  expect(monthly({ next_price: { ...next_price, amount: 0 } })).toEqual({ "2026-12": 1010, "2027-01": 1010 });
  expect(monthly({ amount: 0, next_price, ends_on })).toEqual({ "2027-02": 2000 });
  // The charge that is written has the next price already.
  const open = [{ period: "2027-02-28", amount: 20 }];
  expect(monthly({ next_price, ends_on: "2027-03-31", open })).toEqual({ "2027-02": 2000, "2027-03": 2000 });
  expect(monthly({ ends_on: "2026-12-26", open: [] })).toEqual({});
});
