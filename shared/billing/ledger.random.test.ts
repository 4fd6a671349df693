import * as fc from "fast-check";
import { expect, test } from "vitest";
import { newSubscription, paid, stored, withOpenCharges } from "../../test/product/sample-payments.ts";
import { addDays } from "../day.ts";
import { type Currency, currencies, fromCents, leftCents, sumsOf, toCents } from "../money.ts";
import {
  Frequency as Frequencies,
  type Frequency,
  type Renewal,
  type Subscription,
} from "../subscriptions/subscription.ts";
import { leftOf } from "./account.ts";
import { type Records, statementsOf } from "./ledger.ts";
import { startBilling } from "./next-billing-date.ts";
import { openChargesOf } from "./open-charges.ts";

const step = fc.record({
  of: fc.nat(2),
  do: fc.constantFrom(
    "pay" as const,
    "pay" as const,
    "pay" as const,
    "undo" as const,
    "price" as const,
    "stop" as const,
  ),
  days: fc.nat(50),
  share: fc.double({ min: 0.01, max: 2.5, noNaN: true }),
  periods: fc.integer({ min: 1, max: 4 }),
  in_full: fc.boolean(),
});
const terms = fc.record({
  start_date: fc.nat(400).map((days) => addDays("2024-01-31", days)),
  frequency: fc.constantFrom<Frequency>(...Frequencies.options),
  amount: fc.integer({ min: 1, max: 99_999 }).map(fromCents),
  currency: fc.constantFrom<Currency>(...currencies),
});

/** Subscriptions after a history of payments, changes and undone payments. */
function historyOf(
  given: (typeof terms extends fc.Arbitrary<infer T> ? T : never)[],
  steps: (typeof step extends fc.Arbitrary<infer T> ? T : never)[],
): Records {
  let now = "2025-03-01";
  const held = given.map((wanted): [Subscription, Renewal[]] => [
    newSubscription({ ...wanted, ...startBilling(wanted, wanted.start_date) }),
    [],
  ]);
  for (const { of, days, share, periods, in_full, ...step } of steps) {
    now = addDays(now, days);
    const index = of % held.length;
    const [subscription, rows] = held[index] as [Subscription, Renewal[]];
    if (step.do === "pay") {
      const cents = Math.round(toCents(subscription.amount) * share * periods);
      if (cents > 0) held[index] = paid(subscription, rows, { cents, periods, in_full, on: now });
    } else if (step.do === "undo" && rows[0]) {
      const undone = rows[0].id;
      const left = rows.filter(({ id }) => id !== undone);
      held[index] = stored(subscription, left, rows.filter(({ id }) => id === undone)[0]?.period);
    } else if (step.do === "price") {
      // No less than what is paid of a period that an undo can open again.
      const byPeriod = Map.groupBy(rows, ({ period }) => period).values();
      const sums = [...byPeriod].map((all) => all.reduce((sum, { amount }) => sum + toCents(amount), 0));
      const least = Math.max(0, ...sums) + 1;
      held[index] = [{ ...subscription, amount: fromCents(least + Math.round(share * 5_000)) }, rows];
    } else if (step.do === "stop") held[index] = [{ ...subscription, status: "inactive" }, rows];
  }
  return {
    subscriptions: held.map(([one]) => withOpenCharges(one, now)),
    payments: held.flatMap(([, rows]) => rows),
    credits: [],
    today: now,
  };
}

test("after any history the balance equals the amount owed on the client's page, in each currency", () => {
  fc.assert(
    fc.property(
      fc.array(terms, { minLength: 1, maxLength: 3 }),
      fc.array(step, { maxLength: 25 }),
      fc.nat(900),
      fc.nat(900),
      (given, steps, before, length) => {
        const records = historyOf(given, steps);
        const { subscriptions, payments, today } = records;
        const statements = statementsOf(records, { to: today });
        const of = <K extends "closing">(currency: Currency, what: K) =>
          statements.find((statement) => statement.currency === currency)?.[what] ?? 0;
        const owed = sumsOf(openChargesOf(subscriptions, today), leftOf);
        const begun = subscriptions.filter(
          ({ status, paid, next_billing_date }) => status === "active" && paid && next_billing_date > today,
        );
        const rests = sumsOf(begun, leftCents);
        const received = sumsOf(payments, ({ amount }) => toCents(amount));
        for (const currency of currencies) {
          expect(of(currency, "closing")).toBe((owed[currency] ?? 0) + (rests[currency] ?? 0));
          const { lines = [], byAge = [] } = statements.find((one) => one.currency === currency) ?? {};
          const sum = lines.reduce((sum, { kind, cents }) => sum + (kind === "payment" ? cents : 0), 0);
          // A currency without a balance may be left out.
          if (lines.length > 0) expect(sum).toBe(received[currency] ?? 0);
          const late = sumsOf(openChargesOf(subscriptions, addDays(today, -1)), leftOf);
          expect(byAge.slice(1).reduce((sum, cents) => sum + cents, 0)).toBe(late[currency] ?? 0);
        }
        const to = addDays(today, -before);
        const from = addDays(to, -length);
        for (const { currency, opening, lines, closing, byAge } of statementsOf(records, { from, to })) {
          let balance = opening;
          for (const line of lines) {
            balance += line.kind === "charge" ? line.cents : -line.cents;
            expect(line.balance).toBe(balance);
            expect(Number.isInteger(balance) && balance >= 0).toBe(true);
            expect(line.day >= from && line.day <= to).toBe(true);
          }
          expect([closing, byAge.reduce((sum, cents) => sum + cents, 0)]).toEqual([balance, balance]);
          expect(byAge.every((cents) => cents >= 0)).toBe(true);
          const earlier = statementsOf(records, { to: addDays(from, -1) });
          expect(earlier.find((one) => one.currency === currency)?.closing ?? 0).toBe(opening);
        }
      },
    ),
    { numRuns: 500 },
  );
});
