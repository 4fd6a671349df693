import * as fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, type Day } from "../day.ts";
import { type Account, type Charge, isAskedFor, isOneOff, leftOf, ofPeriod } from "./account.ts";
import { addCharge } from "./change-charge.ts";
import { addSubscription } from "./change-subscription.ts";
import { nextDayToWrite } from "./charges.ts";
import { bringUpToDate, recordPayment } from "./payments.ts";
import { occurrence } from "./schedule.ts";

const START = "2026-01-31";
const oneOff = fc.record({
  begins: fc.integer({ min: -70, max: 90 }),
  cents: fc.integer({ min: 1, max: 9_000 }),
});
const isOfSchedule = (charge: Charge) => !isOneOff(charge);
/** Adds charges that do not recur, due some days from the start. */
const addOneOffs = (account: Account, oneOffs: readonly { begins: number; cents: number }[]) => {
  for (const [index, { begins, cents }] of oneOffs.entries())
    addCharge(account, { id: `fee ${index}`, due: addDays(START, begins), currency: "USD", cents }, START);
};
const frequencies = ["monthly", "quarterly", "semi-annual", "yearly"] as const;

test("an active subscription has exactly the charges of its schedule, whenever and however often the daily run comes", () => {
  const terms = fc.record({
    frequency: fc.constantFrom(...frequencies),
    waits: fc.array(fc.nat(90), { minLength: 1, maxLength: 12 }),
    oneOffs: fc.array(oneOff, { maxLength: 3 }),
  });
  fc.assert(
    fc.property(terms, ({ frequency, waits, oneOffs }) => {
      const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
      let today = START;
      const common = { status: "active", currency: "USD", cents: 5_000, frequency } as const;
      addSubscription(
        account,
        { id: "one", ...common, start_date: START, billing_anchor: START, next_charge: START },
        today,
      );
      addOneOffs(account, oneOffs);
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
      const [fees, periods] = [account.charges.filter(isOneOff), account.charges.filter(isOfSchedule)];
      expect(periods.map(({ period }) => period)).toEqual(expected.slice(0, last + 1));
      expect(fees.map(leftOf).sort()).toEqual(oneOffs.map(({ cents }) => cents).sort());
    }),
  );
});

test("nothing of an account has to be written before the next day to write, and something on it", () => {
  const subscription = fc.record({
    frequency: fc.constantFrom(...frequencies),
    cents: fc.constantFrom(0, 5_000),
    status: fc.constantFrom("active", "active", "paused"),
    begins: fc.integer({ min: -70, max: 40 }),
  });
  const history = fc.record({
    subscriptions: fc.array(subscription, { maxLength: 3 }),
    oneOffs: fc.array(oneOff, { maxLength: 3 }),
    paid: fc.option(fc.nat(40_000)),
    wait: fc.nat(40),
  });
  fc.assert(
    fc.property(history, ({ subscriptions, oneOffs, paid, wait }) => {
      const account: Account = { active: true, subscriptions: [], charges: [], payments: [] };
      for (const [index, { begins, ...terms }] of subscriptions.entries()) {
        const first = addDays(START, begins);
        const fields = { ...terms, currency: "USD", start_date: first, billing_anchor: first } as const;
        addSubscription(account, { id: String(index), ...fields, next_charge: first }, START);
      }
      addOneOffs(account, oneOffs);
      const today = addDays(START, wait);
      bringUpToDate(account, today);
      const payment = { id: "payment", currency: "USD", cents: paid ?? 0, allocations: [] } as const;
      if (paid) recordPayment(account, { ...payment, allocations: [] }, { credit: true }, today);
      bringUpToDate(account, today);
      const day = nextDayToWrite(account, today);
      const changes = (on: Day) => {
        const after = structuredClone(account);
        bringUpToDate(after, on, today);
        const isDue = account.charges.some(
          (charge) => isAskedFor(charge) && charge.due > today && charge.due <= on,
        );
        return isDue || JSON.stringify(after) !== JSON.stringify(account);
      };
      if (day === undefined) expect(changes(addDays(today, 800))).toBe(false);
      else expect([day > today, changes(addDays(day, -1)), changes(day)]).toEqual([true, false, true]);
    }),
  );
});

test("the next day to write is the first due day to come; without a charge to come, the day of the next one", () => {
  const terms = { currency: "USD", cents: 5_000, frequency: "monthly", start_date: START } as const;
  const subscription = { id: "one", status: "active", billing_anchor: START, ...terms };
  const of = (next_charge: Day, dueDays: readonly Day[]): Account => ({
    active: true,
    subscriptions: [{ ...subscription, next_charge }],
    charges: dueDays.map((day) => ({ ...ofPeriod("one", day), ...terms, paid_cents: 0 })),
    payments: [],
  });
  // Several are open if somebody was told about a later one: each of them changes the debts on its day.
  const several = of("2026-05-31", ["2026-02-28", "2026-03-31", "2026-04-30"]);
  expect(nextDayToWrite(several, "2026-02-10")).toBe("2026-02-28");
  expect(nextDayToWrite(several, "2026-03-10")).toBe("2026-03-31");
  // A change that was interrupted between its parts leaves none.
  expect(nextDayToWrite(of("2026-03-31", []), "2026-02-10")).toBe("2026-03-31");
  expect(nextDayToWrite({ ...several, active: false, charges: [] }, "2026-02-10")).toBeUndefined();
});
