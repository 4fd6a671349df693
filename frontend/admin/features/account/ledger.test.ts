import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { allocate, dueCents, duePeriods } from "../../../../shared/billing/allocation.ts";
import { startBilling } from "../../../../shared/billing/next-billing-date.ts";
import { openPeriods, owedSums } from "../../../../shared/billing/open-periods.ts";
import { addDays, type Day } from "../../../../shared/day.ts";
import {
  type Currency,
  currencies,
  currencyOf,
  fromCents,
  leftCents,
  sumsOf,
  toCents,
} from "../../../../shared/money.ts";
import {
  Frequency as Frequencies,
  type Frequency,
  type Renewal,
  type Subscription,
} from "../../../../shared/subscriptions/subscription.ts";
import { firstDayOf, type Records, statementsOf } from "./ledger.ts";

const today = "2026-12-24";
let made = 0;
const newSubscription = (more: Partial<Subscription> = {}): Subscription => ({
  id: `subscription-${++made}`,
  client_id: "client",
  status: "active",
  start_date: "2026-01-20",
  frequency: "monthly",
  amount: 100,
  next_billing_date: "2026-12-20",
  billing_anchor: "2026-01-20",
  created_at: "2026-01-01T00:00:00.000Z",
  version: 1,
  ...more,
});

type Paying = { cents?: number; periods?: number; in_full?: boolean; on: Day };

/** The subscription and its payments after a payment, as the server would store them. */
function paid(subscription: Subscription, rows: Renewal[], paying: Paying): [Subscription, Renewal[]] {
  const { cents, periods = 1, in_full = false, on } = paying;
  const paidCentsOf = (period: Day) =>
    rows.filter((row) => row.period === period).reduce((sum, { amount }) => sum + toCents(amount), 0);
  const newest = rows.filter(({ part }) => !part).sort((a, b) => (a.period < b.period ? 1 : -1))[0];
  const due = duePeriods({ ...subscription, amount_cents: toCents(subscription.amount) }, periods, {
    paid: newest,
    paidCentsOf,
  });
  const id = `payment-${++made}`;
  const shares = allocate(due, cents ?? dueCents(due), in_full).map(
    ({ period, cents, next_billing_date }): Renewal => ({
      subscription_id: subscription.id,
      id,
      period,
      paid_on: on,
      amount: fromCents(cents),
      currency: currencyOf(subscription),
      reference: id,
      method: "mpesa",
      next_billing_date,
      ...(next_billing_date === period && { part: true }),
      recorded_at: `${on}T09:00:00.000Z`,
    }),
  );
  return stored(subscription, [...shares, ...rows], shares.at(-1)?.next_billing_date);
}

function stored(subscription: Subscription, rows: Renewal[], next?: Day): [Subscription, Renewal[]] {
  const next_billing_date = next ?? subscription.next_billing_date;
  const parts = rows.filter(({ period, part }) => part && period === next_billing_date);
  const cents = parts.reduce((sum, { amount }) => sum + toCents(amount), 0);
  return [{ ...subscription, next_billing_date, paid: cents > 0 ? fromCents(cents) : undefined }, rows];
}

const all = (records: Records, span: { from?: Day; to?: Day } = {}) =>
  statementsOf(records, { to: records.today, ...span });
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
    const statement = one({ subscriptions: [second], payments: more, today });
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
    const statement = one({ subscriptions: [subscription], payments, today });
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
    expect(statement.coming.map(({ day }) => day)).toEqual(["2027-02-28"]);
  });

  test("charges the paid amount after a discount or price change, and nothing for a waived rest", () => {
    const [part, rows] = paid(newSubscription(), [], { on: "2026-12-20", cents: 30_00 });
    const [subscription, payments] = paid(part, rows, { on: "2026-12-21", cents: 0, in_full: true });
    const records = { subscriptions: [{ ...subscription, amount: 250 }], payments, today };
    const even = ["2026-12-20 charge 3000 3000", "2026-12-20 payment 3000 0"];
    expect(briefly(one(records))).toEqual(even);
    // An amount below what was paid.
    const lowered = { ...part, amount: 20 };
    expect(briefly(one({ subscriptions: [lowered], payments: rows, today }))).toEqual(even);
  });

  test("has no amount due for paused, inactive and free subscriptions", () => {
    const [begun, payments] = paid(newSubscription({ next_billing_date: "2026-11-20" }), [], {
      on: "2026-11-21",
      cents: 25_00,
    });
    const subscriptions = [{ ...begun, status: "inactive" as const }, newSubscription({ amount: 0 })];
    const statement = one({ subscriptions, payments, today });
    expect([statement.closing, statement.lines.length, statement.coming]).toEqual([0, 2, []]);
    expect(all({ subscriptions: [newSubscription({ status: "paused" })], payments: [], today })).toEqual([]);
    expect(firstDayOf({ subscriptions: [], payments: [], today })).toBe(today);
  });

  test("keeps dollars and shillings apart, also after a subscription changed its currency", () => {
    const [subscription, payments] = paid(newSubscription(), [], { on: "2026-12-20" });
    const shillings = {
      ...subscription,
      currency: "KES" as const,
      amount: 12_500,
      next_billing_date: "2026-12-22",
    };
    const statements = all({ subscriptions: [shillings], payments, today });
    expect(statements.map(({ currency, closing }) => [currency, closing])).toEqual([
      ["USD", 0],
      ["KES", 12_500_00],
    ]);
  });

  test("of a past day ignores later payments and has no coming amounts", () => {
    const [subscription, payments] = paid(newSubscription({ next_billing_date: "2026-11-20" }), [], {
      on: "2026-12-01",
    });
    const records = { subscriptions: [subscription], payments, today };
    const { closing, byAge, coming } = one(records, { from: "2026-11-01", to: "2026-11-30" });
    expect([closing, byAge, coming]).toEqual([100_00, [0, 100_00, 0, 0, 0], []]);
  });

  test("does not charge a paid period again, even if the subscription was read before the payment", () => {
    const due = newSubscription();
    const [, payments] = paid(due, [], { on: today });
    expect(one({ subscriptions: [due], payments, today }).closing).toBe(0);
  });

  test("charges one period of an unknown frequency", () => {
    const odd = newSubscription({ frequency: "weekly", next_billing_date: "2026-09-20" });
    const statement = one({ subscriptions: [odd], payments: [], today });
    expect(briefly(statement)).toEqual(["2026-09-20 charge 10000 10000"]);
    expect([statement.byAge[4], statement.coming]).toEqual([100_00, []]);
  });
});

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
      const least = toCents(subscription.paid ?? 0) + 1;
      held[index] = [{ ...subscription, amount: fromCents(least + Math.round(share * 5_000)) }, rows];
    } else if (step.do === "stop") held[index] = [{ ...subscription, status: "inactive" }, rows];
  }
  return { subscriptions: held.map(([one]) => one), payments: held.flatMap(([, rows]) => rows), today: now };
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
        const owed = owedSums(subscriptions, today);
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
          // The figures count the oldest overdue period of each subscription.
          const late = subscriptions.filter(
            (one) => currencyOf(one) === currency && one.status === "active" && one.next_billing_date < today,
          );
          if (late.every((one) => openPeriods(one, addDays(today, -1)).length === 1))
            expect(byAge.slice(1).reduce((sum, cents) => sum + cents, 0)).toBe(
              late.reduce((sum, one) => sum + leftCents(one), 0),
            );
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
