import fc from "fast-check";
import { expect, test } from "vitest";
import type { Charge } from "./account.ts";
import { invoiceProgress, invoiceState } from "./invoice-progress.ts";

const day = "2026-12-28";

const charge = (more: Partial<Charge>): Charge => ({
  id: "training",
  due: day,
  currency: "KES",
  cents: 1_000,
  paid_cents: 0,
  invoiced: [{ invoice: "first", day, cents: 1_000 }],
  ...more,
});

const progressOf = (invoice: string, gross_cents: number, ...charges: (Charge | undefined)[]) => {
  const { left_cents, credited_cents, not_collected_cents } = invoiceProgress(
    invoice,
    charges.map((charge) => ({ gross_cents, charge })),
  );
  const amounts = { left: left_cents, credited: credited_cents, not_collected: not_collected_cents };
  return { ...amounts, state: invoiceState({ gross: gross_cents * charges.length, ...amounts }) };
};

test.each([
  ["open", charge({}), { left: 1_000, credited: 0, not_collected: 0, state: "open" }],
  ["paid in part", charge({ paid_cents: 400 }), { left: 600, credited: 0, not_collected: 0, state: "part" }],
  ["paid", charge({ paid_cents: 1_000 }), { left: 0, credited: 0, not_collected: 0, state: "paid" }],
  [
    "credited in part",
    charge({ waived_cents: 300, invoiced: [{ invoice: "first", day, cents: 700 }] }),
    { left: 700, credited: 300, not_collected: 0, state: "open" },
  ],
  [
    "credited in part, and the rest paid",
    charge({ paid_cents: 700, waived_cents: 300, invoiced: [{ invoice: "first", day, cents: 700 }] }),
    { left: 0, credited: 300, not_collected: 0, state: "paid" },
  ],
  [
    "credited",
    charge({ waived_cents: 1_000, invoiced: [{ invoice: "first", day, cents: 0 }] }),
    { left: 0, credited: 1_000, not_collected: 0, state: "credited" },
  ],
  [
    "not collected",
    charge({ paid_cents: 200, waived_cents: 800, not_collectible_cents: 800 }),
    { left: 0, credited: 0, not_collected: 800, state: "not_collected" },
  ],
])("an invoice is %s", (_, changed, expected) => {
  expect(progressOf("first", 1_000, changed)).toEqual(expected);
});

test("an invoice whose charge was removed is credited", () => {
  expect(progressOf("first", 1_000, undefined)).toMatchObject({ credited: 1_000, state: "credited" });
});

test("a charge that rose after its invoice pays the first invoice before the second", () => {
  const risen = charge({
    cents: 1_500,
    paid_cents: 1_200,
    invoiced: [
      { invoice: "first", day, cents: 1_000 },
      { invoice: "second", day, cents: 500 },
    ],
  });
  expect(progressOf("first", 1_000, risen)).toMatchObject({ left: 0, state: "paid" });
  expect(progressOf("second", 500, risen)).toMatchObject({ left: 300, state: "part" });
});

test("cents that no number has exactly are not taken for a payment", () => {
  expect(invoiceState({ gross: 0.8, left: 0.7, credited: 0.1, not_collected: 0 })).toBe("open");
});

test("an invoice of several charges is open until all of them are paid", () => {
  expect(progressOf("first", 1_000, charge({ paid_cents: 1_000 }), charge({}))).toMatchObject({
    left: 1_000,
    state: "part",
  });
});

test("what is left, paid, credited and not collected of all invoices of a charge is what they say", () => {
  const parts = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(parts, parts, fc.nat(100), fc.nat(100), (kept, credited, paidPercent, lostPercent) => {
      const invoiced = kept.map((cents, at) => ({ invoice: String(at), day, cents }));
      const invoicedCents = kept.reduce((sum, cents) => sum + cents, 0);
      const paid_cents = Math.floor((invoicedCents * paidPercent) / 100);
      const not_collectible_cents = Math.floor(((invoicedCents - paid_cents) * lostPercent) / 100);
      const cents = invoicedCents;
      const one = charge({
        cents,
        paid_cents,
        waived_cents: not_collectible_cents,
        not_collectible_cents,
        invoiced,
      });
      const all = invoiced.map(({ invoice, cents }, at) => {
        const gross_cents = cents + (credited[at] ?? 0);
        return { gross_cents, ...invoiceProgress(invoice, [{ gross_cents, charge: one }]) };
      });
      const sum = (of: (progress: (typeof all)[number]) => number) =>
        all.reduce((total, p) => total + of(p), 0);
      expect(sum(({ left_cents }) => left_cents)).toBe(cents - paid_cents - not_collectible_cents);
      expect(sum(({ not_collected_cents }) => not_collected_cents)).toBe(not_collectible_cents);
      for (const { gross_cents, left_cents, credited_cents, not_collected_cents } of all)
        expect(gross_cents - left_cents - credited_cents - not_collected_cents).toBeGreaterThanOrEqual(0);
    }),
  );
});
