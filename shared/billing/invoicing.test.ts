import fc from "fast-check";
import { expect, test } from "vitest";
import { vatIn, withoutVat, withVat } from "../vat.ts";
import type { Charge } from "./account.ts";
import { type InvoiceTerms, invoicedOf, papersOf, toInvoice, waive } from "./invoicing.ts";

const today = "2026-12-28";
const terms: InvoiceTerms = { from: "2026-12-01", until: today, rate: 16 };

const newId = () => crypto.randomUUID();

const charge = (id: string, fields: Partial<Charge> = {}): Charge => ({
  id,
  due: today,
  currency: "KES",
  cents: 11_600,
  paid_cents: 0,
  ...fields,
});

const write = (before: Charge[], after: Charge[], options: Partial<Parameters<typeof papersOf>[2]> = {}) =>
  papersOf({ charges: before }, { charges: after }, { terms, today, newId, ...options });

test("VAT is rounded half up, and the net amount is the rest", () => {
  expect(vatIn(11_600, 16)).toBe(1_600);
  // 29 × 16 ÷ 116 = 4 exactly; 18 × 16 ÷ 116 = 2.48; 25 × 16 ÷ 116 = 3.45; 3 × 20 ÷ 120 = 0.5
  expect([vatIn(29, 16), vatIn(18, 16), vatIn(25, 16), vatIn(3, 20)]).toEqual([4, 2, 3, 1]);
  expect([withVat(10_000, 16), withoutVat(11_600, 16), vatIn(11_600, 0)]).toEqual([11_600, 10_000, 0]);
});

test("an invoice gathers the charges of one due day and currency", () => {
  const after = [
    charge("a"),
    charge("b", { vat: "exempt" }),
    charge("dollars", { currency: "USD" }),
    charge("paid early", { due: "2027-01-28", paid_cents: 1 }),
    charge("told", { due: "2027-02-28" }),
    charge("to come", { due: "2027-01-28" }),
    charge("held", { on_hold: true }),
    charge("waived", { waived_cents: 11_600 }),
    charge("before", { due: "2026-11-30" }),
  ];
  const { papers, charges } = write([], after, { told: new Set(["told"]) });
  expect(papers.map(({ kind, lines }) => [kind, lines.map((line) => line.charge.id)])).toEqual([
    ["invoice", ["a", "b"]],
    ["invoice", ["dollars"]],
    ["invoice", ["paid early"]],
    ["invoice", ["told"]],
  ]);
  expect(
    papers[0]?.lines.map(({ taxed, rate, net_cents, vat_cents, gross_cents }) => [
      taxed,
      rate,
      net_cents,
      vat_cents,
      gross_cents,
    ]),
  ).toEqual([
    ["standard", 16, 10_000, 1_600, 11_600],
    ["exempt", 0, 11_600, 0, 11_600],
  ]);
  expect(charges.map(invoicedOf)).toEqual([11_600, 11_600, 11_600, 11_600, 11_600, 0, 0, 0, 0]);
  expect(write(after, charges).papers).toEqual([]);
});

test("of very many charges some wait for the next change, but what is paid now is invoiced with it", () => {
  const before = ["a", "b", "c", "d"].map((id) => charge(id));
  const after = before.map((one) => (one.id === "d" ? { ...one, paid_cents: 1 } : one));
  const first = write(before, after, { mostRows: 3 });
  expect(first.papers.map(({ lines }) => lines.map((line) => line.charge.id))).toEqual([["a", "b", "d"]]);
  expect([first.more, first.charges.map(invoicedOf)]).toEqual([true, [11_600, 11_600, 0, 11_600]]);
  const second = write(first.charges, first.charges, { mostRows: 3 });
  expect([second.more, second.charges.map(invoicedOf)]).toEqual([false, [11_600, 11_600, 11_600, 11_600]]);
});

test("without registration for VAT an invoice has no tax, and without a beginning there is none", () => {
  const [invoice] = write([], [charge("a")], { terms: { ...terms, rate: undefined } }).papers;
  expect(invoice?.lines).toEqual([
    { charge: charge("a"), net_cents: 11_600, vat_cents: 0, gross_cents: 11_600 },
  ]);
  expect(write([], [charge("a")], { terms: undefined }).papers).toEqual([]);
});

test("a rise is a second invoice; what is lowered is credited, the newest invoice first", () => {
  const [first] = write([], [charge("a")]).charges as [Charge];
  const { papers: rise, charges: raised } = write([first], [{ ...first, cents: 13_600 }]);
  expect(rise.map(({ kind, lines }) => [kind, lines[0]?.gross_cents])).toEqual([["invoice", 2_000]]);
  const [lowered] = structuredClone(raised) as [Charge];
  waive(lowered, 5_000, "reduced");
  const { papers: credits, charges } = write(raised, [lowered]);
  expect(
    credits.map((paper) => [
      paper.kind,
      paper.kind === "credit_note" && paper.of,
      paper.lines[0]?.gross_cents,
    ]),
  ).toEqual([
    ["credit_note", raised[0]?.invoiced?.[1]?.invoice, 2_000],
    ["credit_note", raised[0]?.invoiced?.[0]?.invoice, 3_000],
  ]);
  expect(charges.map(invoicedOf)).toEqual([8_600]);
});

test("what cannot be collected stays on the invoice, and is the first that a lower waiver takes back", () => {
  const [invoiced] = write([], [charge("a")]).charges as [Charge];
  const after = structuredClone(invoiced);
  waive(after, 5_000, "not_collectible");
  waive(after, 6_000, "reduced");
  expect(after).toMatchObject({ waived_cents: 6_000, not_collectible_cents: 5_000 });
  expect(write([invoiced], [after]).papers.map(({ lines }) => lines[0]?.gross_cents)).toEqual([1_000]);
  waive(after, 2_000);
  expect(after).toMatchObject({ waived_cents: 2_000, not_collectible_cents: 1_000 });
  waive(after, 0);
  expect([after.waived_cents, after.not_collectible_cents]).toEqual([undefined, undefined]);
});

test("a charge that goes is credited whole", () => {
  const { charges } = write([], [charge("a"), charge("b")]);
  const { papers } = write(charges, []);
  expect(papers).toHaveLength(1);
  expect(papers[0]).toMatchObject({ kind: "credit_note", of: charges[0]?.invoiced?.[0]?.invoice });
  expect(papers[0]?.lines.map(({ gross_cents }) => gross_cents)).toEqual([11_600, 11_600]);
});

test("whatever happens to a charge, its papers add up to what has to be invoiced, and their VAT to that of the rest", () => {
  const step = fc.record({
    cents: fc.integer({ min: 1, max: 30_000 }),
    waived: fc.double({ min: 0, max: 1, noNaN: true }),
    why: fc.constantFrom("reduced" as const, "not_collectible" as const),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.integer({ min: 0, max: 100 }), (steps, rate) => {
      let charges = write([], [charge("a")], { terms: { ...terms, rate } }).charges as [Charge];
      let [gross, vat] = [11_600, vatIn(11_600, rate)];
      for (const { cents, waived, why } of steps) {
        const next = { ...structuredClone(charges[0]), cents };
        waive(next, Math.floor(cents * waived), why);
        const { papers, charges: after } = write(charges, [next], { terms: { ...terms, rate } });
        for (const { kind, lines } of papers)
          for (const line of lines) {
            expect(line.net_cents + line.vat_cents).toBe(line.gross_cents);
            expect(Math.min(line.net_cents, line.vat_cents, line.gross_cents - 1)).toBeGreaterThanOrEqual(0);
            const sign = kind === "invoice" ? 1 : -1;
            gross += sign * line.gross_cents;
            vat += sign * line.vat_cents;
          }
        charges = after as [Charge];
        expect(gross).toBe(toInvoice(charges[0]));
        expect(invoicedOf(charges[0])).toBe(gross);
      }
      const left = charges[0].invoiced?.reduce((sum, part) => sum + vatIn(part.cents, rate), 0);
      expect(vat).toBe(left);
    }),
  );
});
