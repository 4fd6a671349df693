import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { Currency } from "../../shared/money.ts";
import { subscriptionCalls } from "../../test/subscription-calls.ts";

const { create, change, pay, undo, dashboard } = subscriptionCalls();

const frequencies = { monthly: 12, quarterly: 4, "semi-annual": 2, yearly: 1 };
type Frequency = keyof typeof frequencies;
type Row = { payment: string; at: number; cents: number; currency: Currency; month: string; part: boolean };

/** The charges and payments of a subscription, written only from the decisions. */
class Model {
  id = "";
  at = 0;
  status = "active";
  rows: Row[] = [];
  cents: number;
  currency: Currency;
  frequency: Frequency;
  constructor(cents: number, currency: Currency, frequency: Frequency) {
    Object.assign(this, { cents, currency, frequency });
    [this.cents, this.currency, this.frequency] = [cents, currency, frequency];
  }
  dueOn(at = this.at): string {
    const month = 11 + at * (12 / frequencies[this.frequency]);
    return new Date(Date.UTC(2026, month, 20)).toISOString().slice(0, 10);
  }
  ofPeriod() {
    return this.rows.filter(({ at }) => at === this.at);
  }
  parts() {
    return this.ofPeriod().reduce((sum, { cents }) => sum + cents, 0);
  }
  left() {
    return Math.max(0, this.cents - this.parts());
  }
  pay(payment: string, cents: number, periods: number, month: string) {
    let rest = cents;
    for (let more = periods; more > 0; more -= 1) {
      const left = this.left();
      const given = more === 1 ? rest : Math.min(rest, left);
      if (given === 0 && left > 0) return;
      rest -= given;
      const part = given < left;
      this.rows.push({ payment, at: this.at, cents: given, currency: this.currency, month, part });
      if (part) return;
      this.at += 1;
    }
  }
  /** Returns whether the undo is allowed. */
  undo(): boolean {
    const newest = this.rows.at(-1)?.payment;
    const [left, gone] = [true, false].map((stays) =>
      this.rows.filter(({ payment }) => (payment !== newest) === stays),
    ) as [Row[], Row[]];
    const at = gone[0]?.at ?? this.at;
    if (left.some((row) => row.at === at && row.currency !== this.currency)) return false;
    [this.rows, this.at] = [left, at];
    return true;
  }
}

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const currency = fc.constantFrom("USD" as const, "KES" as const);
const cents = fc.integer({ min: 1_00, max: 400_00 });
const step = fc.oneof(
  fc.record({
    do: fc.constant("edit" as const),
    cents: optional(cents),
    currency: optional(currency),
    status: fc.constantFrom("active", "active", "paused"),
  }),
  fc.record({
    do: fc.constant("pay" as const),
    cents: fc.oneof(fc.constant(undefined), cents),
    periods: fc.integer({ min: 1, max: 3 }),
    month: fc.constantFrom("2026-11", "2026-12"),
  }),
  fc.record({ do: fc.constant("undo" as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

test("after any concurrent creations, edits, currency changes, payments and undos, the sums of each currency are exact", async () => {
  const before = await sumsNow();
  const all: Model[] = [];
  const life = fc.record({
    currency: optional(currency),
    cents,
    frequency: fc.constantFrom(...(Object.keys(frequencies) as Frequency[])),
    steps: fc.array(step, { minLength: 2, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(life, { minLength: 3, maxLength: 6 }), async (lives) => {
      await Promise.all(
        lives.map(async ({ currency, cents, frequency, steps }) => {
          const model = new Model(cents, currency ?? "USD", frequency);
          const made = await create({ frequency, amount: cents / 100, ...(currency && { currency }) });
          expect(made.status).toBe(201);
          model.id = made.body.subscription.id;
          all.push(model);
          for (const one of steps) await carryOut(one, model);
        }),
      );
      expect(await sumsNow()).toEqual(expected(before, all));
    }),
    { numRuns: 8, endOnFailure: true },
  );
}, 600_000);

async function carryOut(one: Step, model: Model): Promise<void> {
  const { id } = model;
  if (one.do === "edit") {
    const { cents = model.cents, currency = model.currency, status } = one;
    const answer = await change(id, {
      ...{ frequency: model.frequency, amount: cents / 100, status },
      ...(one.currency && { currency }),
    });
    const refused = model.parts() > 0 && (currency !== model.currency || cents <= model.parts());
    expect(answer.status, answer.body.error).toBe(refused ? 400 : 200);
    if (!refused) Object.assign(model, { cents, currency, status });
  } else if (one.do === "pay") {
    const { cents = model.left() || 1, periods, month } = one;
    const paid_on = `${month}-15`;
    const body = { id: randomUUID(), period: model.dueOn(), amount: cents / 100, periods, paid_on };
    // Twice, like a browser after a lost response.
    const answers = await Promise.all([pay(id, body), pay(id, body)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    model.pay(body.id, cents, periods, month);
    expect(answers[0]?.body.subscription.next_billing_date).toBe(model.dueOn());
    expect(Math.round((answers[0]?.body.subscription.paid ?? 0) * 100)).toBe(model.parts());
  } else {
    const newest = model.rows.at(-1);
    if (!newest) return;
    const answer = await undo(id, model.dueOn(newest.at), newest.payment);
    expect(answer.status, answer.body.error).toBe(model.undo() ? 200 : 409);
  }
}

type SumsNow = Record<string, number>;

/** All figures of the dashboard, by name and currency, in cents. */
async function sumsNow(): Promise<SumsNow> {
  const { stats, received = [] } = await dashboard();
  const { currency = "USD", byCurrency } = stats;
  const said: SumsNow = {};
  const say = (name: string, amount: number, amounts: Partial<Record<Currency, number>> | undefined) => {
    if (amounts) expect(amounts[currency] ?? 0).toBe(amount);
    for (const [of, amount_] of Object.entries(amounts ?? { [currency]: amount }))
      if (amount_) said[`${name} ${of}`] = Math.round(amount_ * 100);
  };
  say("overdue", stats.overdueAmount, byCurrency?.overdue);
  say("annual", stats.annualRecurringRevenue, byCurrency?.annual);
  for (const { month, amount, payments, byCurrency } of received) {
    say(month, amount, byCurrency);
    if (payments) said[`payments ${month}`] = payments;
  }
  return said;
}

function expected(before: SumsNow, all: readonly Model[]): SumsNow {
  const sums = { ...before };
  const add = (name: string, more: number) => {
    if (more) sums[name] = (sums[name] ?? 0) + more;
  };
  const counted = new Set<string>();
  for (const model of all) {
    const { currency, status, cents, frequency } = model;
    if (status === "active") add(`annual ${currency}`, cents * frequencies[frequency]);
    if (status === "active" && model.dueOn() < "2026-12-24") add(`overdue ${currency}`, model.left());
    for (const { payment, month, cents, currency } of model.rows) {
      add(`${month} ${currency}`, cents);
      if (!counted.has(payment)) add(`payments ${month}`, 1);
      counted.add(payment);
    }
  }
  return sums;
}
