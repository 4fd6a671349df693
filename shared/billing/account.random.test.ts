import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, type Day } from "../day.ts";
import type { Account } from "./account.ts";
import { addSubscription } from "./change-subscription.ts";
import { bringUpToDate } from "./payments.ts";
import { occurrence } from "./schedule.ts";

const START = "2026-01-31";
const frequencies = ["monthly", "quarterly", "semi-annual", "yearly"] as const;

test("an active subscription has exactly the charges of its schedule, whenever and however often the daily run comes", () => {
  const terms = fc.record({
    frequency: fc.constantFrom(...frequencies),
    waits: fc.array(fc.nat(90), { minLength: 1, maxLength: 12 }),
  });
  fc.assert(
    fc.property(terms, ({ frequency, waits }) => {
      const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
      let today = START;
      const common = { status: "active", currency: "USD", cents: 5_000, frequency } as const;
      addSubscription(
        account,
        { id: "one", ...common, start_date: START, billing_anchor: START, next_charge: START },
        today,
      );
      for (const days of waits) {
        today = addDays(today, days);
        bringUpToDate(account, today);
        bringUpToDate(account, today);
      }
      const expected = Array.from(
        { length: 60 },
        (_, k) => occurrence({ anchor: START, frequency }, k) as Day,
      );
      const last = expected.findIndex((day) => day > today);
      expect(account.charges.map(({ period }) => period)).toEqual(expected.slice(0, last + 1));
    }),
  );
});
