import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ReminderProduct, startReminderProduct } from "../../test/reminder-product.ts";

let on: ReminderProduct;
let clientId: string;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
  clientId = (await on.newClient()).id;
});
afterAll(() => on.product.stop());

const today = "2026-12-24";
/** In cents. */
const price = 10_00;
const months = { monthly: 1, quarterly: 3, "semi-annual": 6, yearly: 12 };
type Frequency = keyof typeof months;
type Payment = {
  id: string;
  period: string;
  cents: number;
  /** What was left of the period before it. */
  due: number;
  part: boolean;
  led_to: string;
  anchor: string;
  frequency: Frequency;
};

/** The billing rules again, written only from the decision: it looks up every date in a long list. */
class Model {
  start: string;
  frequency: Frequency;
  anchor: string;
  next = "";
  payments: Payment[] = [];
  reminded = new Set<string>();

  constructor(start: string, frequency: Frequency) {
    this.start = start;
    this.frequency = frequency;
    this.anchor = start;
    this.next = this.dates(start, frequency).find((date) => date > start && date >= today) ?? "";
  }
  dates(anchor: string, frequency: Frequency): string[] {
    const [year, month, day] = anchor.split("-").map(Number) as [number, number, number];
    return Array.from({ length: 120 }, (_, k) => {
      const at = month - 1 + k * months[frequency];
      const last = new Date(Date.UTC(year, at + 1, 0)).getUTCDate();
      return new Date(Date.UTC(year, at, Math.min(day, last))).toISOString().slice(0, 10);
    });
  }
  /** The last payment of the latest period. */
  get newest() {
    return this.payments.reduce<Payment | undefined>(
      (newest, one) => (newest && newest.period > one.period ? newest : one),
      undefined,
    );
  }
  parts(): number {
    const ofPeriod = this.payments.filter(({ period }) => period === this.next);
    return ofPeriod.reduce((sum, { cents }) => sum + cents, 0);
  }
  /** The period named when an edit is refused; undefined if it is accepted. */
  edit(start: string, frequency: Frequency, typed: string | undefined): string | undefined {
    const whole = this.payments.filter(({ part }) => !part).map(({ period }) => period);
    const paid = whole.sort().at(-1);
    const newest = this.newest?.period;
    if (this.parts() > 0) {
      if (typed !== undefined && typed !== this.next) return this.next;
      const from = start !== this.start ? start : frequency !== this.frequency ? this.next : this.anchor;
      this.anchor = this.dates(from, frequency).includes(this.next) ? from : this.next;
    } else if (typed !== undefined && typed !== this.next) {
      if (newest !== undefined && typed <= newest) return newest;
      const restarted = start !== this.start || (frequency !== this.frequency && paid === undefined);
      const from = restarted ? start : frequency !== this.frequency ? this.next : this.anchor;
      this.anchor = this.dates(from, frequency).includes(typed) ? from : typed;
      this.next = typed;
    } else if (start !== this.start || (frequency !== this.frequency && paid === undefined)) {
      this.anchor = start;
      const fits = (date: string) => date > start && (paid === undefined ? date >= today : date > paid);
      this.next = this.dates(start, frequency).find(fits) ?? "";
    } else if (frequency !== this.frequency) {
      this.anchor = this.next;
    }
    this.start = start;
    this.frequency = frequency;
    return undefined;
  }
  /** Cent by cent, period by period. */
  pay(id: string, cents: number, periods: number): void {
    let rest = cents;
    for (let more = periods; more > 0 && rest > 0; more -= 1) {
      const { next: period, anchor, frequency } = this;
      const left = price - this.parts();
      const given = more === 1 || rest < left ? rest : left;
      rest -= given;
      const part = given < left;
      if (!part) this.next = this.dates(anchor, frequency).find((date) => date > period) ?? "";
      this.payments.push({ id, period, cents: given, due: left, part, led_to: this.next, anchor, frequency });
    }
  }
  /** Whether a payment of exactly the amount due for one period is on record. */
  paidExactly(of: string): boolean {
    const rowsOf = (id: string) => this.payments.filter((one) => one.id === id);
    return this.payments.some(
      ({ id, period, cents, due }) => period === of && cents === due && rowsOf(id).length === 1,
    );
  }
  /** Whether the date went back to a period that was paid in full. */
  undo(): boolean {
    const { id } = this.newest as Payment;
    const first = this.payments.find((one) => one.id === id && !one.part)?.period;
    for (let newest = this.newest; newest?.id === id; newest = this.newest) {
      const { led_to, anchor, frequency, period, part } = newest;
      this.payments.splice(this.payments.indexOf(newest), 1);
      if (part) continue;
      const same = led_to === this.next && anchor === this.anchor && frequency === this.frequency;
      if (same) this.next = period;
    }
    return first === undefined || this.next === first;
  }
  remind(): void {
    const within = new Date(Date.parse(today) + 7 * 86_400_000).toISOString().slice(0, 10);
    if (this.next <= within) this.reminded.add(`${this.next}#${this.next < today ? "overdue" : "upcoming"}`);
  }
}

const dayWithin = (first: string, days: number) =>
  fc.nat(days).map((more) => new Date(Date.parse(first) + more * 86_400_000).toISOString().slice(0, 10));
const start = dayWithin("2025-11-01", 500);
const frequency = fc.constantFrom(...(Object.keys(months) as Frequency[]));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const step = fc.oneof(
  fc.record({
    do: fc.constant("edit" as const),
    start: optional(start),
    frequency: optional(frequency),
    // Often near what is paid and due, where the edge cases are.
    typed: optional(fc.integer({ min: -40, max: 60 })),
  }),
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      // What is due, a part of it, or more; the excess is credit for a second and third period.
      cents: fc.oneof(fc.constant(price), fc.integer({ min: 1, max: 3 * price })),
      periods: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({ do: fc.constantFrom("undo" as const, "pay again" as const, "remind" as const) }),
);

test("after any edits, payments, undos and reminders, a paid period is never due again, and what is left is exact", async () => {
  await fc.assert(
    fc.asyncProperty(start, frequency, fc.array(step, { minLength: 4, maxLength: 14 }), async (...given) => {
      const [start, frequency, steps] = given;
      const model = new Model(start, frequency);
      const body = { client_id: clientId, start_date: start, frequency, amount: 10 };
      const created = (await on.call("POST /api/v1/subscriptions", { body })).body.subscription;
      const { id } = created;
      expect(created.next_billing_date).toBe(model.next);
      for (const one of steps) await carryOut(one, id, model);
      await carryOut({ do: "remind" }, id, model);
      await on.change(id, { status: "inactive" });
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 600_000);

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

async function carryOut(one: Step, id: string, model: Model): Promise<void> {
  const params = { id };
  if (one.do === "edit") {
    const from = Date.parse(model.newest?.period ?? model.next);
    const typed =
      one.typed === undefined
        ? undefined
        : new Date(from + one.typed * 86_400_000).toISOString().slice(0, 10);
    const wanted = {
      start_date: one.start ?? model.start,
      frequency: one.frequency ?? model.frequency,
      ...(typed && { next_billing_date: typed }),
    };
    const answer = await on.call("PUT /api/v1/subscriptions/{id}", {
      params,
      body: { client_id: clientId, amount: 10, ...wanted },
    });
    const refused = model.edit(wanted.start_date, wanted.frequency, typed);
    expect(answer.status, answer.body.error).toBe(refused ? 400 : 200);
    if (refused) expect(answer.body.error).toContain(`The period due ${refused} is paid`);
  } else if (one.do === "pay") {
    const { cents, periods } = one;
    const body = { id: randomUUID(), period: model.next, amount: cents / 100, periods };
    const answer = await on.call("POST /api/v1/subscriptions/{id}/renewals", { params, body });
    expect(answer.status, answer.body.error).toBe(201);
    model.pay(body.id, cents, periods);
    const again = await on.call("POST /api/v1/subscriptions/{id}/renewals", { params, body });
    expect(again.body).toEqual(answer.body);
  } else if (one.do === "pay again" && model.newest?.part === false) {
    const { period } = model.newest;
    const answer = await on.call("POST /api/v1/subscriptions/{id}/renewals", { params, body: { period } });
    if (model.paidExactly(period))
      expect([answer.status, answer.body.subscription.next_billing_date]).toEqual([201, model.next]);
    else expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining("already paid")]);
  } else if (one.do === "undo" && model.newest) {
    const { period, id: payment } = model.newest;
    const answer = await on.call("DELETE /api/v1/subscriptions/{id}/renewals/{period}", {
      params: { id, period },
      query: { id: payment },
    });
    const wentBack = model.undo();
    expect([answer.status, answer.body.note === undefined]).toEqual([200, wentBack]);
  } else if (one.do === "remind") {
    await on.sendNow();
    model.remind();
  }

  const { subscriptions } = (await on.call("GET /api/v1/subscriptions")).body;
  const {
    next_billing_date,
    billing_anchor,
    paid = 0,
  } = subscriptions.find((other) => other.id === id) ?? {};
  expect({ next_billing_date, billing_anchor, paid: Math.round(paid * 100) }).toEqual({
    next_billing_date: model.next,
    billing_anchor: model.anchor,
    paid: model.parts(),
  });
  const { renewals } = (await on.call("GET /api/v1/subscriptions/{id}/renewals", { params })).body;
  const paidCents = (amount: number, period: string) => `${period} ${Math.round(amount * 100)}`;
  expect(renewals.map(({ amount, period }) => paidCents(amount, period)).sort()).toEqual(
    model.payments.map(({ cents, period }) => paidCents(cents / 100, period)).sort(),
  );
  for (const { period, part } of renewals)
    if (!part) expect((next_billing_date ?? "") > period, period).toBe(true);
  const entries = (await on.ledger(id)).map(({ period_kind }) => period_kind);
  expect(new Set(entries)).toEqual(model.reminded);
}
