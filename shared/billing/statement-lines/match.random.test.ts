import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Client } from "../../clients/client.ts";
import { addDays } from "../../day.ts";
import { matchAll } from "./match.ts";
import { buildMatchIndex } from "./match-index.ts";
import type { Line } from "./read.ts";
import { client, line, ref, subscription } from "./sample-records.ts";

test("a sure line has one subscription, a subscription one sure line, and every cent is planned", async () => {
  const people = Array.from({ length: 8 }, (_, n) =>
    client(n, { phone: `07220000${10 + n}`, name: `Duka ${n % 3} Bora` }),
  );
  const Sales = fc.array(
    fc.record({
      of: fc.integer({ min: 0, max: 7 }),
      amount: fc.constantFrom(10, 20, 20.05, 99.99),
      due: fc.integer({ min: -60, max: 60 }),
      paid: fc.constantFrom(0, 5),
    }),
    { maxLength: 20 },
  );
  const Lines = fc.array(
    fc.record({
      cents: fc.oneof(
        fc.constantFrom(1000, 2000, 2005, 9999, 1500, 4000),
        fc.integer({ min: 1, max: 10 ** 6 }),
      ),
      who: fc.integer({ min: 0, max: 7 }),
      how: fc.constantFrom("reference", "slip", "phone", "name", "none"),
    }),
    { maxLength: 25 },
  );
  await fc.assert(
    fc.asyncProperty(Sales, Lines, async (sales, drawn) => {
      const matchIndex = buildMatchIndex(
        people,
        sales.map(({ of, amount, due, paid }, n) =>
          subscription(n, people[of] as Client, amount, {
            next_billing_date: addDays("2026-11-18", due),
            billing_anchor: addDays("2026-11-18", due),
            ...(paid > 0 && { paid }),
          }),
        ),
      );
      const lines = drawn.map(({ cents, who, how }, n): Line => {
        const by = people[who] as Client;
        const reference = ref(by);
        return line(cents, {
          id: `N${n}`,
          ...(how === "reference" && { account: reference }),
          ...(how === "slip" && { account: reference.replace(/.$/, "x") }),
          ...(how === "phone" && { phone: by.phone }),
          ...(how === "name" && { payer: by.name }),
        });
      });
      const matches = await matchAll(
        lines,
        matchIndex,
        () => ({}),
        async () => {},
      );
      const sure = lines.flatMap((one) => {
        const found = matches.get(one.id);
        for (const { plan } of found?.candidates ?? [])
          expect(plan.shares.reduce((sum, { cents }) => sum + cents, 0)).toBe(one.cents);
        if (found?.state === "unmatched") expect(found.candidates).toEqual([]);
        if (found?.state === "doubtful") expect(found.candidates.length).toBeGreaterThan(0);
        if (found?.state !== "sure") return [];
        expect(found.candidates).toHaveLength(1);
        return found.candidates.map(({ subscription }) => subscription.id);
      });
      expect(new Set(sure).size).toBe(sure.length);
      expect(matches.size).toBe(lines.length);
    }),
    { numRuns: 200 },
  );
});
