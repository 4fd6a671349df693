import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import type { Currency } from "../../shared/money.ts";
import { aClient, staffedProduct } from "../../test/staffed.ts";

const on = staffedProduct();
let client_id = "";
beforeAll(async () => {
  client_id = await newClient();
});

const newClient = async () => (await on.asStaff("POST /api/v1/clients", { body: aClient })).body.client.id;
const wanted = { start_date: "2026-01-20", frequency: "monthly" as const, amount: 100 };
const due = "2026-12-20";
const create = (more: object = {}) =>
  on.asStaff("POST /api/v1/subscriptions", {
    body: { ...wanted, client_id, next_billing_date: due, ...more },
  });
const change = (id: string, more: object) =>
  on.asStaff("PUT /api/v1/subscriptions/{id}", { params: { id }, body: { ...wanted, client_id, ...more } });
const pay = (id: string, more: object) =>
  on.asStaff("POST /api/v1/subscriptions/{id}/renewals", { params: { id }, body: { period: due, ...more } });
const undo = (id: string, period: string, payment: string) =>
  on.asStaff("DELETE /api/v1/subscriptions/{id}/renewals/{period}", {
    params: { id, period },
    query: { id: payment },
  });
const dashboard = async () => (await on.asStaff("GET /api/v1/dashboard/stats")).body;
const pageOf = async (id: string) =>
  (await on.asStaff("GET /api/v1/clients/{id}", { params: { id } })).body.figures;
const usual = (default_currency: Currency) =>
  on.asAdmin("POST /api/v1/settings", {
    body: {
      ...{ company_name: "", company_address: "", company_phone: "", company_email: "", company_website: "" },
      ...{ notification_email: "", logo_url: "", default_currency },
    },
  });

describe("in dollars alone", () => {
  test("no figure says more than it did", async () => {
    const { id } = (await create()).body.subscription;
    await pay(id, { amount: 30 });
    const { stats, received } = await dashboard();
    expect(Object.keys({ ...stats, ...received?.at(-1) }).filter((name) => /currency/i.test(name))).toEqual(
      [],
    );
    expect(stats).toMatchObject({ overdueAmount: 70, monthlyRecurringRevenue: 100 });
    expect(received?.at(-1)).toEqual({ month: "2026-12", amount: 30, payments: 1 });
    expect(await pageOf(client_id)).toEqual({
      ...{ yearlyAmount: 1200, overdueSubscriptions: 1, overdueAmount: 70, payments: 1, paidAmount: 30 },
    });
    await change(id, { status: "inactive" });
  });
});

describe("a subscription in shillings", () => {
  test("is counted, owed and paid apart from dollars, and figures with room for one have the usual one", async () => {
    const owner = await newClient();
    const of = { client_id: owner };
    const shillings = (await create({ ...of, amount: 125_000, currency: "KES" })).body.subscription;
    expect(shillings).toMatchObject({ amount: 125_000, currency: "KES" });
    // Nothing but shillings: no zero dollars beside them.
    expect(await pageOf(owner)).toMatchObject({ currency: "KES", yearlyAmount: 1_500_000, paidAmount: 0 });
    expect(await pageOf(owner)).not.toHaveProperty("byCurrency");

    const dollars = (await create({ ...of, amount: 10 })).body.subscription;
    await pay(shillings.id, { amount: 25_000, paid_on: "2026-12-01", method: "mpesa" });
    const next = (await create({ ...of, amount: 7, next_billing_date: "2026-12-28" })).body.subscription;
    const { stats, upcomingRenewals, received } = await dashboard();
    expect(stats).toMatchObject({
      ...{ overdueAmount: 10, monthlyRecurringRevenue: 17, annualRecurringRevenue: 204 },
      byCurrency: {
        overdue: { USD: 10, KES: 100_000 },
        monthly: { USD: 17, KES: 125_000 },
        annual: { USD: 204, KES: 1_500_000 },
      },
    });
    expect(stats).not.toHaveProperty("currency");
    expect(received?.at(-1)).toMatchObject({
      amount: 30,
      payments: 2,
      byCurrency: { USD: 30, KES: 25_000 },
    });
    expect(upcomingRenewals.map(({ id, currency }) => [id, currency])).toEqual([[next.id, "USD"]]);
    const figures = {
      yearly: { USD: 204, KES: 1_500_000 },
      next: { USD: 7 },
      overdue: { USD: 10, KES: 100_000 },
      paid: { KES: 25_000 },
    };
    expect(await pageOf(owner)).toMatchObject({ yearlyAmount: 204, paidAmount: 0, byCurrency: figures });

    await usual("KES");
    expect((await dashboard()).stats).toMatchObject({ currency: "KES", overdueAmount: 100_000 });
    expect(await pageOf(owner)).toMatchObject({ currency: "KES", paidAmount: 25_000, byCurrency: figures });
    expect((await create({ ...of, status: "paused" })).body.subscription.currency).toBe("KES");
    expect((await create({ ...of, status: "paused", currency: "USD" })).body.subscription.currency).toBe(
      "USD",
    );
    await usual("USD");

    const { payments } = (await on.asStaff("GET /api/v1/payments")).body;
    const paid = payments.find(({ subscription_id }) => subscription_id === shillings.id);
    expect(paid).toMatchObject({ amount: 25_000, currency: "KES", part: true });
    for (const { id } of [shillings, dollars, next])
      await change(id, { client_id: owner, amount: 1, status: "inactive" });
  });

  test("keeps its currency while something is paid of the period that is due, or given to it as credit", async () => {
    const { id } = (await create()).body.subscription;
    const credit = { id: randomUUID(), amount: 150, periods: 2 };
    await pay(id, credit);
    const refused = await change(id, { currency: "KES" });
    expect([refused.status, refused.body.error]).toEqual([
      400,
      "$50.00 of the period due 2027-01-20 is paid already, so the currency stays US dollars until the rest is paid. Under Renew it can be let go, or that payment undone.",
    ]);
    await pay(id, { id: randomUUID(), period: "2027-01-20" });
    expect((await change(id, { currency: "KES", amount: 13_000 })).body.subscription).toMatchObject({
      ...{ currency: "KES", amount: 13_000, next_billing_date: "2027-02-20" },
    });
    // What is left out stays.
    expect((await change(id, { amount: 13_000 })).body.subscription.currency).toBe("KES");

    const { renewals } = (await on.asStaff("GET /api/v1/subscriptions/{id}/renewals", { params: { id } }))
      .body;
    expect(new Set(renewals.map(({ currency }) => currency))).toEqual(new Set(["USD"]));
    // Without the newest, half a period would be paid in dollars, of one that is asked for in shillings.
    const newest = renewals[0]?.id ?? "";
    const stays = await undo(id, "2027-01-20", newest);
    expect([stays.status, stays.body.error]).toEqual([
      409,
      "Without that payment, the period due 2027-01-20 would be paid in part in US dollars, and the subscription is in Kenya shillings by now. Set its currency back first.",
    ]);
    await change(id, { currency: "USD" });
    expect((await undo(id, "2027-01-20", newest)).body.subscription).toMatchObject({ paid: 50 });
    await change(id, { status: "inactive" });
  });

  test("takes no payment that somebody typed in another currency", async () => {
    const { id } = (await create({ amount: 100 })).body.subscription;
    const typed = { id: randomUUID(), amount: 100, due: 100, currency: "USD" };
    await change(id, { amount: 100, currency: "KES" });
    const { status, body } = await pay(id, typed);
    expect([status, body.error]).toEqual([
      409,
      "By now this subscription is in Kenya shillings, not in US dollars.",
    ]);
    expect((await pay(id, { ...typed, currency: "KES" })).body.renewal.currency).toBe("KES");
    await change(id, { status: "inactive" });
  });

  test("is refused in words where the currency is none", async () => {
    const { status, body } = await create({ currency: "EUR" });
    expect([status, body.error]).toEqual([400, "The currency must be USD or KES."]);
  });
});

const frequencies = { monthly: 12, quarterly: 4, "semi-annual": 2, yearly: 1 };
type Frequency = keyof typeof frequencies;
type Row = { payment: string; at: number; cents: number; currency: Currency; month: string; part: boolean };

/** What a subscription owes and has brought, from the words of the decisions alone. Each is billed by the month or rarer. */
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
  /** Whether it can be. */
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

test("whatever is added, edited, moved to the other currency, paid and undone, all at once, each currency's sums are exact", async () => {
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
    // Twice, as by a browser that lost the answer.
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

/** All figures of the dashboard, by what they are and their currency, in cents. */
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
