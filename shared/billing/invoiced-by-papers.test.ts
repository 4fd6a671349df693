import fc from "fast-check";
import { expect, test } from "vitest";
import type { Charge } from "./account.ts";
import { invoicedByPapers } from "./invoiced-by-papers.ts";
import { papersOf } from "./invoicing.ts";

const charge = (id: string): Charge => ({
  subscription_id: undefined,
  id,
  due: "2026-12-28",
  currency: "KES",
  cents: 10_000,
  paid_cents: 0,
});

/** A new amount, or what is waived, of one of three charges; or one that is taken back. */
const step = fc.record({
  id: fc.constantFrom("a", "b", "c"),
  cents: fc.integer({ min: 0, max: 20_000 }),
  waived: fc.integer({ min: 0, max: 20_000 }),
  rate: fc.constantFrom(undefined, 16, 14),
});

test("papers say of each charge what the charge says itself, after any changes", () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      let charges = ["a", "b", "c"].map(charge);
      let ids = 0;
      const today = "2026-12-28";
      const written: Parameters<typeof invoicedByPapers>[0][number][] = [];
      for (const { id, cents, waived, rate } of steps) {
        const after = charges.map((before) =>
          before.id === id ? { ...before, cents, waived_cents: Math.min(waived, cents) } : before,
        );
        const terms = { from: "2026-12-01", until: "2026-12-28", rate };
        const { papers, charges: next } = papersOf(
          { charges },
          { charges: after },
          { terms, today, newId: () => `paper-${ids++}` },
        );
        charges = next;
        for (const paper of papers)
          written.push({
            ...paper,
            day: today,
            written: String(written.length).padStart(3, "0"),
            lines: paper.lines.map((line) => ({ ...line, charge: line.charge.id })),
          });
      }
      const byPapers = invoicedByPapers(written);
      for (const { id, invoiced } of charges) expect(byPapers.get(id)).toEqual(invoiced);
    }),
  );
});
