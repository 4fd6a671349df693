import { expect, test } from "vitest";
import type { Payment } from "../../../../shared/payments/payment.ts";
import { withChanges } from "../../queries/with-changes.ts";
import { withNames } from "../../rules/names.ts";
import { allSamples, entryOf, sumsByDay, sumText, totalOf } from "./list.ts";

const payment = (id: string, more: Partial<Payment> = {}): Payment => ({
  id,
  paid_on: "2026-12-18",
  recorded_at: `2026-12-20T09:00:0${id}.000Z`,
  amount: 10,
  reference: "",
  ...more,
});
const named = (all: Payment[], samples: readonly string[] = []) =>
  withNames(all, {
    clientOf: (id) => (id ? { name: id, sample: samples.includes(id) ? true : undefined } : undefined),
    serviceOf: () => undefined,
    loading: false,
  } as Parameters<typeof withNames>[1]).map(entryOf);

test("what changed replaces the rows of its payments, newest first, and what left the list goes", () => {
  const rows = [payment("3"), payment("2"), payment("1")];
  expect(withChanges(rows, { payments: [], changed: [] })).toBe(rows);
  const later = payment("4", { paid_on: "2026-12-19", recorded_at: "2026-12-19T09:00:00.000Z" });
  const changed = withChanges(rows, {
    payments: [payment("2", { amount: 7 }), later],
    changed: ["2", "3", "4"],
  });
  expect(changed.map(({ id, amount }) => [id, amount])).toEqual([
    ["4", 10],
    ["2", 7],
    ["1", 10],
  ]);
});

test("sums count a payment for several periods once, and neither withheld tax, refunds nor samples beside real ones", () => {
  const entries = named(
    [
      payment("1", { client_id: "real", subscription_id: "s1", period: "2026-11-20" }),
      payment("1", { client_id: "real", subscription_id: "s1", period: "2026-12-20", amount: 5 }),
      payment("2", { client_id: "real", method: "withholding_tax" } as Partial<Payment>),
      payment("3", { client_id: "real", refund: true, amount: -3 }),
      payment("4", { client_id: "sample", amount: 100, paid_on: "2026-12-17" }),
    ],
    ["sample"],
  );
  const total = (samples: boolean) => sumText(totalOf(sumsByDay(entries, { samples }).values()), "USD");
  expect([total(false), total(true)]).toEqual(["1 payment, $15.00", "2 payments, $115.00"]);
  expect([allSamples(entries), allSamples(entries.slice(4))]).toEqual([false, true]);
  const byDay = [...sumsByDay(entries, { samples: true })].map(([day, sum]) => [day, sumText(sum, "USD")]);
  expect(byDay).toEqual([
    [entries[0]?.paid_on, "1 payment, $15.00"],
    [entries[4]?.paid_on, "1 payment, $100.00"],
  ]);
});
