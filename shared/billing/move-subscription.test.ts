import { expect, test } from "vitest";
import { type Account, type BilledSubscription, ofPeriod } from "./account.ts";
import { addSubscription, changeClientStatus, changeSubscription } from "./change-subscription.ts";
import { moveSubscription } from "./move-subscription.ts";
import { bringUpToDate, recordPayment } from "./payments.ts";

const today = "2026-12-24";
const hosting: BilledSubscription = {
  id: "hosting",
  status: "active",
  currency: "KES",
  cents: 100_00,
  start_date: "2026-08-31",
  frequency: "monthly",
  billing_anchor: "2026-08-31",
  next_charge: "2026-08-31",
};
const empty = (): Account => ({ active: true, subscriptions: [], charges: [], payments: [] });
const periodsOf = ({ charges }: Account) => charges.map(({ period }) => period);

test("a subscription of a client who was inactive is charged from today on", () => {
  const [from, to] = [empty(), empty()];
  addSubscription(from, structuredClone(hosting), "2026-09-01");
  changeClientStatus(from, { active: false }, "2026-09-01");
  moveSubscription(from, to, "hosting", today);
  expect([periodsOf(from), periodsOf(to)]).toEqual([["2026-08-31", "2026-09-30"], ["2026-12-31"]]);
  expect(from.charges.every(({ on_hold }) => on_hold)).toBe(true);
  expect(to.subscriptions).toMatchObject([{ next_charge: "2027-01-31", paused_on: undefined }]);
});

test("credit of the former client pays what stays, and what is prepaid is not charged to the next one", () => {
  const [from, to] = [empty(), empty()];
  addSubscription(from, structuredClone(hosting), today);
  const to_ahead = [{ charge_id: "hosting#2027-01-31", cents: 100_00 }];
  const payment = { id: "a", currency: "KES" as const, cents: 150_00, allocations: [] };
  recordPayment(from, payment, { to: to_ahead }, today);
  moveSubscription(from, to, "hosting", today);
  expect(from.charges.map(({ period, paid_cents }) => [period, paid_cents])).toEqual([
    ["2026-08-31", 50_00],
    ["2026-09-30", 0],
    ["2026-10-31", 0],
    ["2026-11-30", 0],
    ["2027-01-31", 100_00],
  ]);
  expect(periodsOf(to)).toEqual(["2026-12-31"]);
  expect(to.subscriptions[0]?.next_charge).toBe("2027-02-28");
});

test("a period that the former client prepaid under another frequency is not charged to the next one", () => {
  const [from, to] = [empty(), empty()];
  addSubscription(from, { ...hosting, start_date: "2026-12-31", next_charge: "2026-12-31" }, today);
  from.charges.push({
    ...ofPeriod("hosting", "2027-03-31"),
    currency: "KES",
    cents: 100_00,
    paid_cents: 100_00,
  });
  moveSubscription(from, to, "hosting", today);
  bringUpToDate(to, "2027-03-31");
  expect([periodsOf(from), periodsOf(to)]).toEqual([
    ["2027-03-31"],
    ["2026-12-31", "2027-01-31", "2027-02-28", "2027-04-30"],
  ]);
});

test("charges keep their VAT; another kind with the move is only for those that go along", () => {
  const [from, to] = [empty(), empty()];
  addSubscription(from, { ...structuredClone(hosting), vat: "exempt" }, today);
  const vatsOf = ({ charges }: Account) => [...new Set(charges.map(({ vat }) => vat))];
  expect(vatsOf(from)).toEqual(["exempt"]);
  const { status, currency, cents, start_date, frequency } = hosting;
  const change = { status, currency, cents, start_date, frequency, vat: "zero" as const };
  changeSubscription(from, "hosting", change, { moves: true }, today);
  moveSubscription(from, to, "hosting", today);
  expect([vatsOf(from), vatsOf(to)]).toEqual([["exempt"], ["zero"]]);
  bringUpToDate(to, "2027-02-28");
  moveSubscription(to, from, "hosting", "2027-02-28");
  expect(vatsOf(to)).toEqual(["zero"]);
  expect(from.charges.at(-1)).toMatchObject({ period: "2027-03-31", vat: "zero" });
});

test("no period is charged twice when the subscription goes to another client, and back", () => {
  const [from, to] = [empty(), empty()];
  addSubscription(from, structuredClone(hosting), today);
  moveSubscription(from, to, "hosting", today);
  const { status, currency, cents, start_date, frequency } = hosting;
  const typed = { status, currency, cents, start_date, frequency, next_billing_date: "2026-11-30" };
  expect(() => changeSubscription(to, "hosting", typed, {}, today)).toThrow(
    "The period due Nov 30, 2026 is charged to a former client",
  );
  expect(() =>
    changeSubscription(to, "hosting", { ...typed, next_billing_date: "2026-11-29" }, {}, today),
  ).not.toThrow();
  moveSubscription(to, from, "hosting", today);
  bringUpToDate(from, "2027-03-31");
  const ids = [...from.charges, ...to.charges].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test("what is agreed for a later day goes along, and the next client was told nothing", () => {
  const [from, to] = [empty(), empty()];
  const next_price = { cents: 120_00, from: "2027-02-01", told_on: today };
  addSubscription(from, { ...structuredClone(hosting), next_price, ends_on: "2027-06-30" }, today);
  moveSubscription(from, to, "hosting", today);
  bringUpToDate(to, "2027-07-01");
  expect(to.charges.map(({ period, cents }) => [period, cents])).toEqual([
    ["2026-12-31", 100_00],
    ["2027-01-31", 100_00],
    ["2027-02-28", 120_00],
    ["2027-03-31", 120_00],
    ["2027-04-30", 120_00],
    ["2027-05-31", 120_00],
    ["2027-06-30", 120_00],
  ]);
  expect(to.subscriptions).toMatchObject([{ status: "inactive", ends_on: "2027-06-30" }]);
  const [again, next] = [empty(), empty()];
  addSubscription(again, { ...structuredClone(hosting), next_price: { ...next_price } }, today);
  moveSubscription(again, next, "hosting", today);
  expect(next.subscriptions[0]?.next_price).toEqual({ ...next_price, told_on: undefined });
});
