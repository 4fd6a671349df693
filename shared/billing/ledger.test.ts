import { describe, expect, test } from "vitest";
import { newSubscription, paid, withOpenCharges } from "../../test/product/sample-payments.ts";
import type { Client } from "../clients/client.ts";
import type { Day } from "../day.ts";
import type { Renewal } from "../subscriptions/subscription.ts";
import { firstDayOf, type Records, statementsOf } from "./ledger.ts";
import { statementExport } from "./statement.ts";
import { closingOf, paymentName, servicesOf } from "./statement-texts.ts";

const today = "2026-12-24";

const all = (records: Records, span: { from?: Day; to?: Day } = {}) =>
  statementsOf(
    {
      ...records,
      subscriptions: records.subscriptions.map((subscription) =>
        withOpenCharges(subscription, records.today),
      ),
    },
    { to: records.today, ...span },
  );
const one = (...given: Parameters<typeof all>) => {
  const [first] = all(...given);
  if (!first) throw new Error("There is no statement.");
  return first;
};
const briefly = ({ lines }: ReturnType<typeof one>) =>
  lines.map(({ kind, day, cents, balance }) => `${day} ${kind} ${cents} ${balance}`);

describe("a statement", () => {
  test("lists payments, due periods and part payments on their days", () => {
    const due = newSubscription({ next_billing_date: "2026-10-20" });
    const [first, rows] = paid(due, [], { on: "2026-10-22" });
    const [second, more] = paid(first, rows, { on: "2026-12-01", cents: 40_00 });
    const statement = one({ subscriptions: [second], payments: more, credits: [], today });
    expect(briefly(statement)).toEqual([
      "2026-10-20 charge 10000 10000",
      "2026-10-22 payment 10000 0",
      "2026-11-20 charge 10000 10000",
      "2026-12-01 payment 4000 6000",
      "2026-12-20 charge 10000 16000",
    ]);
    expect(statement.lines[0]).toMatchObject({ covered: { from: "2026-10-20", to: "2026-11-19" } });
    expect(statement.byAge).toEqual([0, 100_00, 60_00, 0, 0]);
    expect(statement.coming).toMatchObject([{ day: "2027-01-20", cents: 100_00 }]);
  });

  test("lists a period paid early on the day of its payment, with its rest not overdue", () => {
    const [subscription, payments] = paid(
      newSubscription({ next_billing_date: "2026-12-28", billing_anchor: "2026-12-28" }),
      [],
      {
        on: "2026-12-21",
        cents: 150_00,
        periods: 2,
      },
    );
    const statement = one({ subscriptions: [subscription], payments, credits: [], today });
    expect(statement.lines.map(({ kind, day, cents }) => [kind, day, cents])).toEqual([
      ["charge", "2026-12-21", 100_00],
      ["charge", "2026-12-21", 100_00],
      ["payment", "2026-12-21", 150_00],
    ]);
    expect(statement.lines.map((line) => line.kind === "charge" && line.due)).toEqual([
      "2026-12-28",
      "2027-01-28",
      false,
    ]);
    expect([statement.closing, statement.byAge]).toEqual([50_00, [50_00, 0, 0, 0, 0]]);
    // The next charge is written once this one is paid.
    expect(statement.coming).toEqual([]);
  });

  test("charges the paid amount after a discount or price change, and nothing for a waived rest", () => {
    const [part, rows] = paid(newSubscription(), [], { on: "2026-12-20", cents: 30_00 });
    const [subscription, payments] = paid(part, rows, { on: "2026-12-21", cents: 0, in_full: true });
    const records = { subscriptions: [{ ...subscription, amount: 250 }], payments, credits: [], today };
    expect(briefly(one(records))).toEqual(["2026-12-20 charge 3000 3000", "2026-12-20 payment 3000 0"]);
    const [charge] = one({ ...records, payments: rows }).lines;
    expect(charge).toMatchObject({ covered: { from: "2026-12-20", to: "2027-01-19" } });
  });

  test("has no amount due for paused, inactive and free subscriptions", () => {
    const [begun, payments] = paid(newSubscription({ next_billing_date: "2026-11-20" }), [], {
      on: "2026-11-21",
      cents: 25_00,
    });
    const subscriptions = [{ ...begun, status: "inactive" as const }, newSubscription({ amount: 0 })];
    const statement = one({ subscriptions, payments, credits: [], today });
    expect([statement.closing, statement.lines.length, statement.coming]).toEqual([0, 2, []]);
    expect(
      all({ subscriptions: [newSubscription({ status: "paused" })], payments: [], credits: [], today }),
    ).toEqual([]);
    expect(firstDayOf({ subscriptions: [], payments: [], credits: [], today })).toBe(today);
  });

  test("keeps dollars and shillings apart, also after a subscription changed its currency", () => {
    const [subscription, payments] = paid(newSubscription(), [], { on: "2026-12-20" });
    const shillings = {
      ...subscription,
      currency: "KES" as const,
      amount: 12_500,
      next_billing_date: "2026-12-22",
    };
    const closing = (span?: { from: Day; to: Day }) =>
      all({ subscriptions: [shillings], payments, credits: [], today }, span).map((statement) => [
        statement.currency,
        statement.closing,
      ]);
    expect(closing()).toEqual([
      ["USD", 0],
      ["KES", 12_500_00],
    ]);
    const settledBefore = closing({ from: "2026-12-23", to: "2026-12-23" });
    expect(settledBefore, "a currency that was settled before is left out").toEqual([["KES", 12_500_00]]);
    const allSettled = closing({ from: "2026-12-21", to: "2026-12-21" });
    expect(allSettled, "if all are settled, it says so").toEqual([["USD", 0]]);
  });

  test("of a past day ignores later payments and has no coming amounts", () => {
    const [subscription, payments] = paid(newSubscription({ next_billing_date: "2026-11-20" }), [], {
      on: "2026-12-01",
    });
    const records = { subscriptions: [subscription], payments, credits: [], today };
    const { closing, byAge, coming } = one(records, { from: "2026-11-01", to: "2026-11-30" });
    expect([closing, byAge, coming]).toEqual([100_00, [0, 100_00, 0, 0, 0], []]);
  });

  test("names all subscriptions that a payment pays, and calls credit credit", () => {
    const [hosting, first] = paid(newSubscription({ service: "Hosting" }), [], { on: today });
    const other = { ...newSubscription({ service: "Payroll" }), id: "other" };
    const rows = [...first, { ...(first[0] as Renewal), subscription_id: other.id }];
    const { id, subscription_id: _, period: __, next_billing_date: ___, ...same } = first[0] as Renewal;
    const credits = [{ ...same, id, amount: 25 }];
    const statement = one({ subscriptions: [hosting, other], payments: rows, credits, today });
    const payment = statement.lines.find(({ kind }) => kind === "payment");
    expect([payment?.subscription, payment && servicesOf(payment, "en")]).toEqual([
      undefined,
      "Hosting, Payroll",
    ]);
    const [{ columns }, exported] = statementExport({ id: "c" } as Client, [statement], {
      from: today,
      to: today,
    });
    const service = columns.find(([name]) => name === "Service")?.[1];
    expect(exported.map((row) => service?.(row))).toContain("Hosting, Payroll");
    const credit = { closing: -25_00 };
    expect(closingOf(credit, undefined, "en")).toEqual({ label: "Credit in your favour", cents: 25_00 });
    expect(closingOf(credit, "24 Dec 2026", "en").label).toBe("Credit in your favour on 24 Dec 2026");
    expect(closingOf({ closing: 5 }, undefined, "en")).toEqual({ label: "Balance due", cents: 5 });
  });

  test("lists credit as part of its payment: the client has paid more than is charged", () => {
    const [subscription, payments] = paid(newSubscription(), [], { on: today, cents: 100_00 });
    const { id, subscription_id: _, period: __, next_billing_date: ___, ...same } = payments[0] as Renewal;
    const credits = [{ ...same, id, amount: 25 }];
    expect(briefly(one({ subscriptions: [subscription], payments, credits, today }))).toEqual([
      "2026-12-20 charge 10000 10000",
      "2026-12-24 payment 12500 -2500",
    ]);
  });

  test("charges one period of an unknown frequency", () => {
    const odd = newSubscription({ frequency: "weekly", next_billing_date: "2026-09-20" });
    const statement = one({ subscriptions: [odd], payments: [], credits: [], today });
    expect(briefly(statement)).toEqual(["2026-09-20 charge 10000 10000"]);
    expect([statement.byAge[4], statement.coming]).toEqual([100_00, []]);
  });
});

test("money that pays no period yet, and its refund, are in the balance", () => {
  const money = { currency: "USD", method: "bank", recorded_at: "2026-12-20T06:00:00.000Z" } as const;
  const credits = [
    { ...money, id: "p", paid_on: "2026-12-20", amount: 60, reference: "A" },
    { ...money, id: "r", paid_on: "2026-12-22", amount: -20, reference: "B", refund: true as const },
  ];
  const records = { subscriptions: [], payments: [], credits, today };
  const { lines, closing } = one(records);
  expect(lines.map(({ kind, cents, balance }) => [kind, cents, balance])).toEqual([
    ["payment", 60_00, -60_00],
    ["payment", -20_00, -40_00],
  ]);
  expect(closing).toBe(-40_00);
  expect(lines.map((line) => line.kind === "payment" && paymentName(line, "en"))).toEqual([
    "Payment received",
    "Refund",
  ]);
  expect(paymentName({ cents: 5_00, method: "withholding_tax" }, "sw")).toBe("Kodi iliyozuiwa");
});
