import { randomUUID } from "node:crypto";
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { byCurrency as statementsIn } from "../../shared/account-statement/statement.ts";
import { overdueIn } from "../../shared/billing/open-charges.ts";
import { currencyOf, sumsOf, toCents, toSums } from "../../shared/money.ts";
import {
  checkReminders,
  expectedSums,
  nonZero,
  paymentsInATab,
  sumsNow,
} from "../../test/models/account-checks.ts";
import {
  AccountModel,
  isAskedFor,
  leftOf,
  paidOf,
  type Subscription,
  today,
} from "../../test/models/account-model.ts";
import {
  type Addition,
  clients,
  type EditStep,
  type LineStep,
  type PaymentStep,
  type RefundStep,
  rareClients,
  type Step,
  type UndoStep,
} from "../../test/models/account-steps.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterAll(() => on.product.stop());

test("after any concurrent changes of accounts, all charges, payments, credits and sums are exact", async () => {
  const all: AccountModel[] = [];
  const since = new Date().toISOString();
  const tab = paymentsInATab(on.call);
  await fc.assert(
    fc.asyncProperty(clients, async (stepsOfClients) => {
      const models = await Promise.all(
        stepsOfClients.map(async (steps) => {
          const client = new Client((await on.newClient()).id);
          all.push(client.model);
          for (const step of steps) {
            await client.carryOut(step);
            await client.check();
          }
          return client.model;
        }),
      );
      expect(await sumsNow(on.call)).toEqual(expectedSums(all));
      await checkReminders(on, models);
      await tab.check();
    }),
    { examples: [[rareClients]], numRuns: 7, endOnFailure: true },
  );
  const list = async (query: { since?: string }) =>
    (await on.call("GET /api/v1/subscriptions", { query: { ...query } })).body.subscriptions.sort((a, b) =>
      a.id < b.id ? -1 : 1,
    );
  expect(await list({ since })).toEqual(await list({}));
}, 600_000);

let codes = 0;
/** The payments that were recorded from a statement. */
const fromStatements = new Set<string>();

/** A client with its model. */
class Client {
  readonly model = new AccountModel();
  readonly id: string;
  constructor(id: string) {
    this.id = id;
  }

  async carryOut(step: Step): Promise<void> {
    const { subscriptions } = this.model;
    if (step.do === "add") return subscriptions.length < 3 ? this.add(step) : undefined;
    if (step.do === "undo") return this.undo(step);
    if (step.do === "line") return this.line(step);
    if (step.do === "refund") return this.refund(step);
    if (step.do === "undo refund") return this.undoRefund(step.at);
    const subscription = subscriptions[step.at % subscriptions.length] as Subscription;
    return step.do === "pay" ? this.pay(subscription, step) : this.edit(subscription, step);
  }

  private async add({ cents, currency, frequency, first, start }: Addition): Promise<void> {
    const id = randomUUID();
    const date = new Date(Date.parse(today) + first * 86_400_000).toISOString().slice(0, 10);
    const start_date = start ?? date;
    const body = { id, client_id: this.id, start_date, frequency, next_billing_date: date };
    const answer = await on.call("POST /api/v1/subscriptions", {
      body: { ...body, currency, amount: cents / 100 },
    });
    expect(answer.status, answer.body.error).toBe(201);
    this.model.add({ cents, currency, frequency, status: "active" }, id, start_date, date);
  }

  /** Twice at once, like a browser after a lost response. */
  private async pay(subscription: Subscription, { periods, percent, paid_on }: PaymentStep): Promise<void> {
    const { model } = this;
    const [oldest] = model.open(subscription);
    if (!oldest) return;
    const named = model.chargesToPay(subscription, periods);
    const due = named.reduce((sum, charge) => sum + leftOf(charge), 0);
    const cents = Math.max(1, Math.round((due * percent) / 100));
    let rest = cents;
    const to = named.flatMap((charge) => {
      const share = Math.min(rest, leftOf(charge));
      rest -= share;
      const { period } = charge;
      return share > 0 ? [{ subscription_id: subscription.id, period, amount: share / 100 }] : [];
    });
    const id = randomUUID();
    const { currency } = oldest;
    const body = { id, amount: cents / 100, currency, to, credit: true, paid_on };
    const send = () => on.call("POST /api/v1/clients/{id}/payments", { params: { id: this.id }, body });
    const [answer, repeat] = await Promise.all([send(), send()]);
    const accepted = model.pay(subscription, periods, { id, currency, cents, paid_on });
    expect(answer.status, answer.body.error).toBe(accepted ? 201 : 409);
    expect([repeat.status, repeat.body.payment, repeat.body.error]).toEqual([
      answer.status,
      answer.body.payment,
      answer.body.error,
    ]);
  }

  /**
   * A line of a statement: two people record it at once, also one who only kept it. Sometimes it is another client's
   * first, and sometimes M-Pesa takes it back.
   */
  private async line({ at, cents, currency, paid_on }: LineStep): Promise<void> {
    const { model } = this;
    codes += 1;
    const code = `TK${String(codes).padStart(8, "0")}`;
    const line = { code, method: "mpesa" as const, paid_on, amount: cents / 100, currency };
    const send = (more: object) =>
      on.call("POST /api/v1/payments", { body: { lines: [{ ...line, ...more }] } });
    if (at % 3 === 0) await send({});
    const answers = await Promise.all([send({ client_id: this.id }), send({ client_id: this.id })]);
    const [id = "", ...otherIds] = new Set(
      answers.map(({ body }) => body.lines?.[0]?.payment_id ?? body.error ?? ""),
    );
    expect(otherIds).toEqual([]);
    fromStatements.add(id);
    const payment = { id, currency, cents, paid_on };
    model.payOldest(payment);
    if (at % 5 > 0) return;
    const details = `Reversal of ${code}`;
    const back = await send({ code: `RV${code.slice(2)}`, amount: -line.amount, details });
    expect(back.body.lines).toMatchObject([{ state: "reversed", payment_id: id }]);
    model.undo(payment);
  }

  /** Twice at once, like a browser after a lost response. */
  private async refund({ currency, percent }: RefundStep): Promise<void> {
    const { model } = this;
    const id = randomUUID();
    const cents = Math.max(1, Math.round((model.creditIn(currency) * percent) / 100));
    const body = { id, currency, amount: cents / 100 };
    const params = { id: this.id };
    const send = () => on.call("POST /api/v1/clients/{id}/refunds", { params, body });
    const answers = await Promise.all([send(), send()]);
    const expected = model.refund(id, currency, cents) ? 201 : 409;
    expect(answers.map(({ status }) => status)).toEqual([expected, expected]);
  }
  /** A repeat of what was undone does not make it again. */
  private async undoRefund(at: number): Promise<void> {
    const { model } = this;
    const refund = model.refunds[at % model.refunds.length];
    if (!refund) return;
    const params = { id: refund.id };
    expect((await on.call("DELETE /api/v1/payments/{id}", { params })).status).toBe(200);
    model.undoRefund(refund);
    const { id, currency, cents } = refund;
    const repeated = await on.call("POST /api/v1/clients/{id}/refunds", {
      params: { id: this.id },
      body: { id, currency, amount: cents / 100 },
    });
    expect([repeated.status, repeated.body.error]).toEqual([409, expect.stringContaining("and undone")]);
  }

  private async undo({ at }: UndoStep): Promise<void> {
    const { model } = this;
    const payment = model.payments[at % model.payments.length];
    if (!payment) return;
    if (model.refundedOf(payment) > 0) {
      const refused = await on.call("DELETE /api/v1/payments/{id}", { params: { id: payment.id } });
      return expect(refused.status).toBe(409);
    }
    if (fromStatements.has(payment.id)) return this.undoLine(payment);
    const answer = await on.call("DELETE /api/v1/payments/{id}", { params: { id: payment.id } });
    expect(answer.status, answer.body.error).toBe(200);
    model.undo(payment);
  }

  /** Its money waits, and is recorded again. */
  private async undoLine(payment: AccountModel["payments"][number]): Promise<void> {
    const place = this.model.payments.indexOf(payment);
    const params = { id: payment.id };
    expect((await on.call("DELETE /api/v1/payments/{id}", { params })).status).toBe(200);
    this.model.undo(payment);
    await this.check();
    const answer = await on.call("PUT /api/v1/payments/{id}", { params, body: { client_id: this.id } });
    expect(answer.status, answer.body.error).toBe(200);
    this.model.payOldest(payment, place);
  }

  private async edit(subscription: Subscription, step: EditStep): Promise<void> {
    const { id, start: start_date } = subscription;
    const { cents = subscription.cents, currency = subscription.currency, open_charges } = step;
    const { frequency = subscription.frequency, status = subscription.status } = step;
    const answer = await on.call("PUT /api/v1/subscriptions/{id}", {
      params: { id },
      body: {
        client_id: this.id,
        start_date,
        frequency,
        amount: cents / 100,
        open_charges,
        currency: step.currency,
        status: step.status,
      },
    });
    expect(answer.status, answer.body.error).toBe(200);
    this.model.edit(subscription, { cents, currency, frequency, status }, open_charges);
  }

  /** Compares the client's page and statement to the model. */
  async check(): Promise<void> {
    const { model } = this;
    // A job opens the last charges of a large payment that was undone.
    await on.product.idle();
    const params = { id: this.id };
    const { subscriptions, figures } = (await on.call("GET /api/v1/clients/{id}", { params })).body;
    const { payments } = (await on.call("GET /api/v1/clients/{id}/account", { params })).body;
    for (const row of subscriptions) {
      const own = model.subscriptions.filter(({ id }) => id === row.id);
      const overdueCharges = own
        .flatMap((subscription) => model.open(subscription))
        .filter((charge) => isAskedFor(charge) && charge.period < today);
      const { sums = {}, periods = 0 } = overdueIn(row, today) ?? {};
      expect([sums, periods]).toEqual([sumsOf(overdueCharges, leftOf), overdueCharges.length]);
    }
    const page = subscriptions.map(({ open, ...row }) => {
      const { id, status, next_billing_date: period, amount, paid } = row;
      const charges = open ?? (status === "active" ? [{ period, amount, paid }] : []);
      const lines = charges.map(({ paid = 0, ...charge }) =>
        [charge.period, currencyOf({ ...row, ...charge }), toCents(charge.amount), toCents(paid)].join(" "),
      );
      return [id, status, period, ...lines];
    });
    expect(page.sort()).toEqual(
      model.subscriptions
        .map((subscription) => {
          const charges = model.open(subscription).filter(isAskedFor);
          const lines = charges.map((charge) =>
            [charge.period, charge.currency, charge.cents, paidOf(charge)].join(" "),
          );
          return [subscription.id, subscription.status, model.nextBillingDate(subscription), ...lines];
        })
        .sort(),
    );
    const parts = payments.flatMap(({ id, currency, paid_on, allocations }) =>
      allocations.map(({ subscription_id, period, amount }) =>
        [subscription_id, period, id, toCents(amount), currency, paid_on].join(" "),
      ),
    );
    expect(parts.sort()).toEqual(model.partsOfPayments());
    const creditById = Object.fromEntries(
      payments.map(({ id, amount, credit, refund }) => [id, toCents(refund ? amount : credit)]),
    );
    expect(nonZero(creditById)).toEqual(
      nonZero({
        ...Object.fromEntries(model.payments.map((payment) => [payment.id, model.creditOf(payment)])),
        ...Object.fromEntries(model.refunds.map(({ id, cents }) => [id, -cents])),
      }),
    );
    const { currency = "USD", byCurrency, overdueAmount } = figures;
    expect(nonZero(toSums(byCurrency?.overdue ?? { [currency]: overdueAmount }))).toEqual(
      nonZero(model.overdue()),
    );
    const statement = await on.call("GET /api/v1/clients/{id}/statement", {
      params: { id: this.id },
    });
    const statements = statementsIn(statement.body);
    const closing = Object.fromEntries(statements.map(({ currency, closing }) => [currency, closing]));
    expect(nonZero(closing)).toEqual(nonZero(model.balance()));
  }
}
