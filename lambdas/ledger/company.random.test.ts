import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { addDays } from "../../shared/day.ts";
import { type Currency, fromCents } from "../../shared/money.ts";
import { type Books, checkCompany } from "../../test/models/company-checks.ts";
import { importsOf } from "../../test/product/importing.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

/** Goes on while they play. */
let today = "2026-12-24";
let on: ReminderProduct;
let imports: ReturnType<typeof importsOf>;
let asAdmin: ReminderProduct["call"];
beforeAll(async () => {
  on = await startReminderProduct();
  imports = importsOf(on);
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.createStaff("admin"))).access);
  await on.saveSettings({ vat_registered: true, invoices_from: "2026-11-10", kes_per_usd: 129 });
});
afterAll(() => on?.product.stop());

const names = [
  ...(["add", "pay", "pay", "pay", "pay to", "pay to", "in full", "tax", "undo", "undo", "correct"] as const),
  ...(["currency", "other client", "refund", "refund", "undo refund", "move", "move", "move"] as const),
  ...(["price", "frequency", "start", "pause", "inactive", "resume", "end with credit", "waive"] as const),
  ...(["charge", "charge", "repeated charge", "amount", "due", "due", "take back", "remove charge"] as const),
  ...(["client inactive", "client active", "import", "undo import", "remind", "erase"] as const),
  ...(["price from", "price from", "no price", "end", "end", "no end", "next day", "next day"] as const),
  ...(["prices", "prices", "take back prices"] as const),
];
const step = fc.record({
  name: fc.constantFrom(...names),
  client: fc.nat(20),
  at: fc.nat(20),
  other: fc.nat(20),
  cents: fc.integer({ min: 1, max: 400_00 }),
  currency: fc.constantFrom<Currency[]>("KES", "KES", "USD"),
  flag: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;
const STEPS = 45;
/** So that there is something to change from the beginning, and every history has credit, a refund and a debt that stayed. */
const first = (
  [
    ["add", 0, 100_00],
    ["add", 1, 100_00],
    ["add", 2, 100_00],
    ["pay", 0, 900_00],
    ["refund", 0, 0],
    ["move", 1, 0],
  ] as const
).map(
  ([name, client, cents]): Step => ({
    name,
    client,
    at: client,
    other: 3,
    cents,
    currency: "KES",
    flag: name !== "move",
  }),
);

type ChargeStep = { cents: number; left: number; at: number };
const chargeChanges = {
  waive: ({ cents, left }: ChargeStep) => ({ waived: fromCents(Math.min(cents, left)) }),
  "take back": () => ({ waived: 0 }),
  amount: ({ cents }: ChargeStep) => ({ amount: fromCents(cents) }),
  due: ({ at }: ChargeStep) => ({ due: addDays(today, at * 3) }),
};

const pick = <T>(all: readonly T[], index: number): T | undefined => all[index % all.length];

/** A company whose clients random steps change, as staff do. */
class Company {
  readonly books: Books = new Map();
  private readonly clients: { id: string; name: string; email: string }[] = [];
  private readonly imported: { id: string; payments: Books }[] = [];
  private readonly priceChanges: string[] = [];
  private payments = 0;

  get ids() {
    return this.clients.map(({ id }) => id);
  }

  async addClients(count: number) {
    for (let n = 0; n < count; n += 1) {
      const name = `Company ${randomUUID()}`;
      this.clients.push(await on.newClient({ name, email: `${randomUUID()}@client.example`, phone: "" }));
    }
  }

  /** A refusal is an answer too; a failure is none. */
  private async ask<T extends { status: number; body: { error?: string } }>(answer: Promise<T>): Promise<T> {
    const { status, body } = await answer;
    expect([200, 201, 400, 404, 409], body.error).toContain(status);
    return answer;
  }

  async play({ name, client: which, at, other, cents, currency, flag }: Step): Promise<void> {
    const { call } = on;
    const client = pick(this.clients, which);
    if (!client) return;
    const params = { id: client.id };
    const next = pick(this.clients, other) ?? client;
    const { subscriptions } = (await call("GET /api/v1/subscriptions")).body;
    const own = subscriptions.filter(({ client_id }) => client_id === client.id);
    const subscription = pick(own, at);
    const { charges } = (await call("GET /api/v1/clients/{id}/account", { params })).body;
    const charge = pick(
      charges.filter(({ state }) => state === "open"),
      other,
    );
    const payment = pick(
      [...this.books].filter(([, { refund }]) => !refund),
      at,
    );
    const change = async (more: object) => {
      if (!subscription) return;
      const { client_id, start_date, frequency, amount, status, currency } = subscription;
      const body = { client_id, start_date, frequency, amount, status, currency, ...more };
      await this.ask(call("PUT /api/v1/subscriptions/{id}", { params: { id: subscription.id }, body }));
    };
    const pay = async (more: object, sum = cents, paidIn: Currency = currency) =>
      this.pay(
        client.id,
        { amount: fromCents(sum), currency: paidIn, ...more },
        sum,
        paidIn,
        other % 3 === 0,
      );
    const { subscription_id = "", due } = charge ?? { due: today };
    const { period = due } = charge ?? {};
    const named = charge && {
      ...(flag || !subscription_id ? { charge_id: charge.id } : { subscription_id, period }),
      amount: fromCents(Math.min(cents, Math.round((charge.amount - charge.paid) * 100))),
    };

    if (name === "add" && own.length < 3) {
      const date = addDays(today, ((at * 7) % 100) - 70);
      const body = {
        client_id: client.id,
        start_date: date,
        next_billing_date: date,
        amount: fromCents(cents),
      };
      const frequency = flag ? ("monthly" as const) : ("quarterly" as const);
      const id = randomUUID();
      const add = () => call("POST /api/v1/subscriptions", { body: { ...body, id, currency, frequency } });
      const [answer, repeat] = await Promise.all([this.ask(add()), this.ask(add())]);
      expect(repeat.status).toBe(answer.status);
    } else if (name === "pay") await pay({ credit: flag });
    else if (name === "pay to" && charge && named) {
      // Also a period further ahead.
      const isNamed = flag || !subscription_id;
      const to = [isNamed ? named : { subscription_id, period: addDays(period, 31), amount: named.amount }];
      await pay({ to, credit: true }, Math.round(named.amount * 100), charge.currency);
    } else if (name === "in full" && charge && named)
      await pay(
        { to: [named], in_full: true, ...(flag && { why: "reduced" }) },
        Math.round(named.amount * 100),
        charge.currency,
      );
    else if (name === "tax")
      await pay(
        { method: "withholding_tax", reference: `WHT${randomUUID()}` },
        Math.min(cents, 50_00),
        "KES",
      );
    else if (name === "undo" && payment) {
      const { status } = await this.ask(call("DELETE /api/v1/payments/{id}", { params: { id: payment[0] } }));
      if (status === 200) this.books.delete(payment[0]);
    } else if (name === "correct" && payment)
      await this.correct(payment[0], { amount: fromCents(cents), credit: true });
    else if (name === "currency" && payment) await this.correct(payment[0], { currency, credit: true });
    else if (name === "other client" && payment) await this.correct(payment[0], { client_id: next.id });
    else if (name === "refund") {
      const credit = pick((await call("GET /api/v1/clients/{id}/account", { params })).body.credit, at);
      if (credit)
        await this.refund(client.id, Math.round(credit.amount * (flag ? 100 : 50)), credit.currency);
    } else if (name === "undo refund") {
      const refund = pick(
        [...this.books].filter(([, { refund }]) => refund),
        at,
      );
      if (!refund) return;
      const { status } = await this.ask(call("DELETE /api/v1/payments/{id}", { params: { id: refund[0] } }));
      if (status === 200) this.books.delete(refund[0]);
    } else if (name === "move")
      await change({ client_id: next.id, ...(flag && { amount: fromCents(cents) }) });
    else if (name === "price")
      await change({ amount: fromCents(cents), currency, open_charges: flag ? "change" : "keep" });
    else if (name === "frequency")
      await change({ frequency: pick(["monthly", "quarterly", "semi-annual", "yearly"], other) });
    else if (name === "start") await change({ start_date: addDays(today, -other * 3) });
    else if (name === "pause") await change({ status: "paused" });
    else if (name === "inactive")
      await change({ status: "inactive", open_charges: flag ? "remove" : "keep" });
    else if (name === "end with credit") await change({ status: "inactive", open_charges: "credit" });
    else if (name === "price from")
      await change({ next_price: { amount: fromCents(flag ? cents : 0), from: addDays(today, other * 3) } });
    else if (name === "prices") await this.changePrices(subscriptions, { cents, other, flag });
    else if (name === "take back prices") await this.takeBackPrices(pick(this.priceChanges, other));
    else if (name === "no price") await change({ next_price: null });
    else if (name === "end") await change({ ends_on: addDays(today, other * 3), end_reason: "other" });
    else if (name === "no end") await change({ ends_on: null });
    else if (name === "next day") {
      // Agreed prices and ends come true with the first change of the day: by staff at night, or by the daily run.
      today = addDays(today, 1 + (other % 12));
      await on.product.setClock(`${today}T03:00`);
      if (flag) await on.sweep(today);
    } else if (name === "resume")
      await change({ status: "active", charge_gap: flag, charge_from: addDays(today, other) });
    else if (name === "charge" || name === "repeated charge") {
      const due = addDays(today, ((at * 7) % 120) - 90);
      const body = {
        id: randomUUID(),
        service: `Training ${other}`,
        amount: fromCents(cents),
        currency,
        due,
      };
      const add = () => call("POST /api/v1/clients/{id}/charges", { params, body });
      const answers = await Promise.all([add(), ...(name === "charge" ? [] : [add()])]);
      for (const answer of answers) await this.ask(Promise.resolve(answer));
      expect(new Set(answers.map(({ status }) => status)).size).toBe(1);
    } else if (charge && name in chargeChanges) {
      const change = chargeChanges[name as keyof typeof chargeChanges];
      const left = Math.round((charge.amount - charge.paid) * 100);
      const why = flag || name === "amount" ? ("reduced" as const) : ("not_collectible" as const);
      const body = { ...change({ cents, left, at }), reason: "Agreed", why };
      const past = () => this.pastOf(client.id);
      const before = await past();
      const send = () =>
        call("PUT /api/v1/clients/{id}/charges/{charge}", { params: { ...params, charge: charge.id }, body });
      const { status, body: answer } = await this.ask(send());
      // A repeat changes nothing.
      const repeat = await send();
      if (status === 200) expect([repeat.status, repeat.body.charge]).toEqual([200, answer.charge]);
      // Charges that are written late can join it.
      const after = await past();
      expect(
        before.filter((line) => !after.includes(line)),
        "statement of yesterday",
      ).toEqual([]);
    } else if (name === "remove charge" && charge)
      await this.ask(
        call("DELETE /api/v1/clients/{id}/charges/{charge}", { params: { ...params, charge: charge.id } }),
      );
    else if (name === "client inactive" || name === "client active") {
      const status = name === "client active" ? ("active" as const) : ("inactive" as const);
      const { name: called, email } = client;
      await this.ask(call("PUT /api/v1/clients/{id}", { params, body: { name: called, email, status } }));
    } else if (name === "import") await this.import(client, cents, other);
    else if (name === "undo import") {
      const undone = pick(this.imported, at);
      if (!undone) return;
      const { counts } = await imports.undo(undone.id);
      expect(counts.undone + counts.left).toBeGreaterThanOrEqual(counts.new);
      const written = await this.written();
      for (const [payment, asImported] of undone.payments)
        if (!written.has(payment) && this.books.has(payment)) {
          expect(this.books.get(payment), "somebody changed it").toEqual(asImported);
          this.books.delete(payment);
        }
    } else if (name === "remind") await on.sendNow();
    else if (name === "erase" && other === 0) {
      const body = { name: client.name };
      await this.ask(asAdmin("POST /api/v1/clients/{id}/erasure", { params, body: body as never }));
    }
  }

  /** Twice, like a browser after a lost response; then with other content. */
  private async pay(client: string, content: object, cents: number, currency: Currency, withOther: boolean) {
    if (cents <= 0) return;
    const body = { id: randomUUID() as string, amount: fromCents(cents), ...content };
    const send = (more: object = {}) =>
      on.call("POST /api/v1/clients/{id}/payments", { params: { id: client }, body: { ...body, ...more } });
    const answer = await this.ask(send());
    if (answer.status !== 201) return;
    this.books.set(body.id, { client_id: client, cents, currency });
    const repeat = await this.ask(send());
    expect([repeat.status, repeat.body.payment]).toEqual([201, answer.body.payment]);
    if (withOther) expect((await send({ amount: fromCents(cents + 1) })).status).toBe(409);
  }

  private async correct(
    id: string,
    body: { amount?: number; currency?: Currency; client_id?: string; credit?: boolean },
  ) {
    const present = this.books.get(id);
    const { status } = await this.ask(on.call("PUT /api/v1/payments/{id}", { params: { id }, body }));
    if (status !== 200 || !present) return;
    const { client_id = present.client_id, currency = present.currency, amount } = body;
    const cents = amount === undefined ? present.cents : Math.round(amount * 100);
    this.books.set(id, { client_id, currency, cents });
  }

  /** Does what the preview says, and a repeat says the same. */
  private async changePrices(
    subscriptions: readonly { id: string; client_id: string }[],
    { cents, other, flag }: Pick<Step, "cents" | "other" | "flag">,
  ) {
    const ids = subscriptions
      .filter(({ client_id }) => this.ids.includes(client_id))
      .map((subscription) => subscription.id)
      .slice(0, 100);
    if (ids.length === 0) return;
    const price = flag ? { percent: (cents % 60) - 20, round: 10 } : { amount: fromCents(cents) };
    const id = randomUUID();
    const notify = other % 2 === 0;
    const body = { ...price, id, ids, from: addDays(today, (notify ? 30 : 1) + other), notify };
    const send = (more: object = {}) =>
      this.ask(on.call("POST /api/v1/subscriptions/prices", { body: { ...body, ...more } }));
    const preview = await send({ preview: true });
    const done = await send();
    expect([done.status, done.body]).toEqual([200, preview.body]);
    // The client can have been told meanwhile, and then that is the reason of a refusal.
    const outcome = ({ body }: typeof done) =>
      body.rows.map(({ why, ...row }) => ({ ...row, refused: why !== undefined }));
    expect(outcome(await send())).toEqual(outcome(done));
    this.priceChanges.push(id);
    const stored = new Map(
      (await on.call("GET /api/v1/subscriptions")).body.subscriptions.map((row) => [row.id, row.next_price]),
    );
    for (const { subscription_id, after, why } of done.body.rows) {
      const waiting = stored.get(subscription_id);
      expect(why === undefined ? waiting?.amount : waiting?.change === id).toBe(
        why === undefined ? after : false,
      );
    }
  }

  /** None of its prices waits afterwards, unless its day has come. */
  private async takeBackPrices(id: string | undefined) {
    if (id === undefined) return;
    const { status } = await this.ask(
      on.call("DELETE /api/v1/subscriptions/prices/{id}", { params: { id } }),
    );
    if (status !== 200) return;
    const { subscriptions } = (await on.call("GET /api/v1/subscriptions")).body;
    expect(subscriptions.filter(({ next_price }) => next_price?.change === id)).toEqual([]);
  }

  private async refund(client: string, cents: number, currency: Currency) {
    if (cents <= 0) return;
    const body = { id: randomUUID() as string, amount: fromCents(cents), currency };
    const send = (more: object = {}) =>
      on.call("POST /api/v1/clients/{id}/refunds", { params: { id: client }, body: { ...body, ...more } });
    const answer = await this.ask(send());
    if (answer.status !== 201) return;
    this.books.set(body.id, { client_id: client, cents, currency, refund: true });
    expect((await send()).status).toBe(201);
    expect((await send({ amount: fromCents(cents + 1) })).status).toBe(409);
  }

  private async import({ id: client, name }: { id: string; name: string }, cents: number, other: number) {
    const columns = ["paid_on", "client_name", "amount", "currency", "method", "reference"];
    this.payments += 1;
    const day = addDays("2024-01-01", this.payments);
    const rows = [day, addDays(day, 400)].map((paidOn) => [
      paidOn,
      name,
      String(cents / 100),
      "KES",
      "cash",
      `P${other}`,
    ]);
    const { id } = await imports.preview("payments", columns, rows);
    await imports.run(id);
    const payments: Books = new Map();
    for (const [payment, row] of await this.written())
      if (!this.books.has(payment) && row.client_id === client) {
        this.books.set(payment, row);
        payments.set(payment, row);
      }
    this.imported.push({ id, payments });
  }

  /** The charges on a statement of yesterday: they change only by what carries a day of its own. */
  private async pastOf(id: string) {
    const query = { to: addDays(today, -1) };
    const { body } = await on.call("GET /api/v1/clients/{id}/statement", { params: { id }, query });
    const own = body.entries.filter(({ kind }) => kind !== "payment" && kind !== "refund");
    return own.map((entry) => JSON.stringify({ ...entry, on_hold: undefined }));
  }

  /** The payments that count, as they are stored. */
  private async written(): Promise<Books> {
    const rows = (await on.rows("Payments")).filter(({ state }) => state === "recorded");
    return new Map(
      rows.map(({ id, client_id, cents, currency }) => [
        String(id),
        { client_id: String(client_id), cents: Number(cents), currency: currency as Currency },
      ]),
    );
  }
}

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
test(`whatever staff do, accounts, dashboard, lists, statements and own pages say the same (seed ${seed})`, async () => {
  const [steps = []] = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS }), {
    numRuns: 1,
    seed,
  });
  const company = new Company();
  await company.addClients(4);
  const played: string[] = [];
  for (const [at, step] of [...first, ...steps].entries()) {
    played.push(JSON.stringify(step));
    try {
      await company.play(step);
      await checkCompany(on, company.ids, { today, books: company.books, withPages: at % 4 === 0 });
    } catch (error) {
      throw new Error(`After step ${at} of seed ${seed}:\n${played.slice(-12).join("\n")}`, { cause: error });
    }
  }
}, 600_000);
