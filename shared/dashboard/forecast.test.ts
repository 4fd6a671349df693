import { expect, test } from "vitest";
import type { Account } from "../billing/account.ts";
import { addSubscription, changeSubscription } from "../billing/change-subscription.ts";
import { startBilling } from "../billing/next-billing-date.ts";
import { withOpen } from "../billing/open-charges.ts";
import { bringUpToDate } from "../billing/payments.ts";
import { dueDayInMonth } from "../billing/renewal-state.ts";
import { addDays, monthOf } from "../day.ts";
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

const agreements = [0, 100].flatMap((amount) =>
  [undefined, 0, 120].flatMap((next) =>
    ["2026-12-27", "2027-01-31", "2027-03-15"].flatMap((from) =>
      [undefined, "2026-12-26", "2027-01-31", "2027-06-29"].flatMap((ends_on) =>
        (["monthly", "quarterly"] as const).flatMap((frequency) =>
          (ends_on !== undefined && ends_on < from && next !== undefined) || (amount === 0 && next === 0)
            ? []
            : [{ amount, next, from, ends_on, frequency }],
        ),
      ),
    ),
  ),
);

test.each(agreements)(
  "what is forecast is what is charged then: %o",
  ({ amount, next, from, ends_on, frequency }) => {
    const billing = startBilling(
      { start_date: "2026-01-31", frequency, next_billing_date: "2026-12-31" },
      today,
    );
    const terms = {
      status: "active" as const,
      currency: "USD" as const,
      cents: amount * 100,
      service: undefined,
      start_date: "2026-01-31",
      frequency,
    };
    const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
    const { next_billing_date, billing_anchor } = billing;
    addSubscription(account, { ...terms, id: "s", billing_anchor, next_charge: next_billing_date }, today);
    const next_price = next === undefined ? undefined : { cents: next * 100, from };
    changeSubscription(account, "s", { ...terms, next_price, ends_on }, {}, today);
    const stored = subscription(frequency, "2026-12-31", {
      id: "s",
      amount,
      ...(next !== undefined && { next_price: { amount: next, from } }),
      ...(ends_on !== undefined && { ends_on }),
    });
    const expected = cents([withOpen(stored, account.charges)]);
    for (let day = today; monthOf(day) < "2027-12"; day = addDays(day, 1)) bringUpToDate(account, day);
    const charged: Record<string, number> = {};
    for (const charge of account.charges)
      if (monthOf(charge.due) < "2027-12")
        charged[monthOf(charge.due)] = (charged[monthOf(charge.due)] ?? 0) + charge.cents;
    expect(expected).toEqual(charged);
  },
);
