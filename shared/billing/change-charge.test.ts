import { describe, expect, test } from "vitest";
import type { Day } from "../day.ts";
import { type Account, type BilledSubscription, isOpen, leftOf } from "./account.ts";
import { withAdjustments } from "./adjustments.ts";
import { addCharge, changeCharge, removeCharge } from "./change-charge.ts";
import { addSubscription, changeSubscription } from "./change-subscription.ts";
import { nextBillingDateOf, nextDayToWrite } from "./charges.ts";
import { moveSubscription } from "./move-subscription.ts";
import { bringUpToDate, recordPayment, undoPayment } from "./payments.ts";

const today = "2026-12-24";
const first = "one#2026-12-20";

function accountWith(date: Day, on: Day = today): Account {
  const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
  const terms = { status: "active", currency: "USD", cents: 100_00, frequency: "monthly" } as const;
  const dates = { start_date: date, billing_anchor: date, next_charge: date };
  addSubscription(account, { id: "one", ...terms, ...dates }, on);
  return account;
}
const [periods, dueDays] = (["period", "due"] as const).map(
  (name) => (account: Account) =>
    account.charges
      .filter(isOpen)
      .map((charge) => charge[name])
      .sort(),
) as [(account: Account) => Day[], (account: Account) => Day[]];
const subscriptionOf = ({ subscriptions }: Account) => subscriptions[0] as BilledSubscription;
const dateOf = (account: Account) => nextBillingDateOf(subscriptionOf(account), account.charges);
const pay = (account: Account, id: string, cents: number, to: [string, number][] = []) =>
  recordPayment(
    account,
    { id, currency: "USD", cents, allocations: [] },
    { to: to.map(([charge_id, cents]) => ({ charge_id, cents })), credit: true },
    today,
  );

describe("a due day that moves", () => {
  test("beyond the next charge leaves the place in the schedule: the next charge is written on its day", () => {
    const account = accountWith("2026-12-20");
    changeCharge(account, first, { due: "2027-02-25" }, today);
    expect([periods(account), dateOf(account)]).toEqual([["2026-12-20", "2027-01-20"], "2027-01-20"]);
    expect(nextDayToWrite(account, today)).toBe("2027-01-20");
    bringUpToDate(account, "2027-01-20");
    expect(periods(account)).toEqual(["2026-12-20", "2027-01-20", "2027-02-20"]);
    expect(subscriptionOf(account).next_charge).toBe("2027-03-20");
  });

  test("of the charge to come, before or after the next one, writes no other before its period", () => {
    const account = accountWith("2027-01-20");
    changeCharge(account, "one#2027-01-20", { due: today }, today);
    expect([periods(account), dateOf(account)]).toEqual([["2027-01-20"], today]);
    changeCharge(account, "one#2027-01-20", { due: "2027-03-01" }, today);
    expect([periods(account), dateOf(account)]).toEqual([["2027-01-20"], "2027-03-01"]);
    bringUpToDate(account, "2027-01-20");
    expect([periods(account), dateOf(account)]).toEqual([["2027-01-20", "2027-02-20"], "2027-02-20"]);
  });

  test("stays through a new price, another date and an undone payment", () => {
    const account = accountWith("2027-01-20");
    changeCharge(account, "one#2027-01-20", { due: "2027-01-31" }, today);
    const { status, currency, frequency, start_date } = subscriptionOf(account);
    const values = { status, currency, frequency, start_date, cents: 70_00 };
    changeSubscription(account, "one", { ...values, next_billing_date: "2027-01-31" }, {}, today);
    expect([dueDays(account), account.charges.map(leftOf)]).toEqual([["2027-01-31"], [100_00]]);
    pay(account, "p", 100_00);
    undoPayment(account, "p", today);
    expect(account.charges[0]).toMatchObject({ period: "2027-01-20", due: "2027-01-31", paid_cents: 0 });
  });

  test("into a pause is not waived with the periods of the pause", () => {
    const account = accountWith("2026-12-20");
    const { status, currency, frequency, start_date, cents } = subscriptionOf(account);
    const values = { status, currency, frequency, start_date, cents };
    changeCharge(account, first, { due: "2027-02-01" }, today);
    changeSubscription(account, "one", { ...values, status: "paused" }, {}, today);
    changeSubscription(account, "one", values, {}, "2027-02-15");
    expect(account.charges.find(({ id }) => id === first)).toMatchObject({ due: "2027-02-01" });
    expect(periods(account)).toEqual(["2026-12-20", "2027-02-20"]);
  });

  test("stays with the client who owes the period when the subscription moves, and is paid by its name", () => {
    const account = accountWith("2026-12-20");
    const next: Account = { active: true, subscriptions: [], charges: [], payments: [] };
    changeCharge(account, first, { due: "2027-02-01" }, today);
    moveSubscription(account, next, "one", today);
    expect([periods(account), periods(next)]).toEqual([["2026-12-20"], ["2027-01-20"]]);
    pay(account, "p", 100_00, [[first, 100_00]]);
    expect(periods(account)).toEqual([]);
  });

  test("ends what was reminded, keeps what was told, and is a line with the day before", () => {
    const account = accountWith("2026-12-20");
    Object.assign(account.charges[0] ?? {}, { told_on: today, reminded_on: today, asked: true });
    const before = structuredClone(account);
    changeCharge(account, first, { due: "2027-01-05" }, today);
    const [charge] = withAdjustments(before, account, { day: today, by: "Grace", why: "Agreed" }).charges;
    expect(charge).toMatchObject({
      told_on: today,
      first_due: "2026-12-20",
      adjustments: [{ kind: "moved", from: "2026-12-20", day: today, by: "Grace", why: "Agreed" }],
    });
    expect([charge?.reminded_on, charge?.asked]).toEqual([undefined, undefined]);
    changeCharge(account, first, { due: "2027-01-09" }, "2027-01-06");
    expect(account.charges[0]).toMatchObject({ first_due: "2026-12-20", due: "2027-01-09" });
  });

  test("is today at the earliest, and five years ahead at the latest", () => {
    const account = accountWith("2026-12-20");
    const moveTo = (due: Day) => () => changeCharge(account, first, { due }, today);
    expect(moveTo("2026-12-23")).toThrow("from today on");
    expect(moveTo("2031-12-25")).toThrow("at most five years ahead");
    // As it is: a form sends every field.
    expect(moveTo("2026-12-20")).not.toThrow();
    expect(moveTo("2031-12-24")).not.toThrow();
    pay(account, "p", 100_00, [[first, 100_00]]);
    expect(moveTo("2027-01-01")).toThrow("Nothing is left to pay of it");
  });
});

test("a waiver that somebody changes is no longer that of the payment", () => {
  const account = accountWith("2026-12-20");
  const to = [{ charge_id: first, cents: 90_00 }];
  const payment = { id: "p", currency: "USD", cents: 90_00, allocations: [] } as const;
  recordPayment(account, { ...payment, allocations: [] }, { to, in_full: true }, today);
  const same = structuredClone(account);
  changeCharge(same, first, { waived_cents: 10_00 }, today);
  undoPayment(same, "p", today);
  expect(same.charges.map(leftOf)).toEqual([100_00, 100_00]);
  changeCharge(account, first, { waived_cents: 5_00 }, today);
  undoPayment(account, "p", today);
  expect(account.charges.map(leftOf)).toEqual([95_00, 100_00]);
});

test("a single charge is added, takes credit, and is removed only while nothing hangs on it", () => {
  const account = accountWith("2027-01-20");
  const charge = { service: "Training", currency: "USD", cents: 50_00 } as const;
  addCharge(account, { id: "a", due: today, ...charge }, today);
  removeCharge(account, "a", today);
  expect(account.charges.map(({ id }) => id)).toEqual(["one#2027-01-20"]);
  pay(account, "p", 120_00);
  addCharge(account, { id: "b", due: "2026-12-30", ...charge }, today);
  addCharge(account, { id: "c", due: "2026-12-01", ...charge }, today);
  addCharge(account, { id: "d", due: "2027-06-01", ...charge, told_on: today }, today);
  const remove = (id: string) => () => removeCharge(account, id, today);
  expect(remove("b")).toThrow("Something is paid of it");
  expect(remove("c")).toThrow("The charge due Dec 1, 2026 has passed.");
  expect(remove("d")).toThrow("The client was told about it.");
  expect(remove("one#2027-01-20")).toThrow("This is a period of a subscription.");
  expect(remove("e")).toThrow("This client has no such charge.");
  // A moved day stays on the statement.
  changeCharge(account, "c", { due: "2027-02-01" }, today);
  expect(remove("c")).toThrow("It stays on the statement");
});
