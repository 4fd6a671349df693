import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { Currency } from "../../shared/money.ts";
import { paidPeriods } from "../../test/product/pay-periods.ts";
import { subscriptionCalls } from "../../test/product/subscription-calls.ts";

const { on, client, newClient, create, change, pay, undo, dashboard } = subscriptionCalls();
const pageOf = async (id: string) =>
  (await on.asStaff("GET /api/v1/clients/{id}", { params: { id } })).body.figures;
const usual = (default_currency: Currency) =>
  on.asAdmin("POST /api/v1/settings", {
    body: {
      company_name: "",
      company_address: "",
      company_phone: "",
      company_email: "",
      company_website: "",
      notification_email: "",
      logo_url: "",
      default_currency,
    },
  });

describe("with dollars only", () => {
  test("no figure has a currency", async () => {
    const { id } = (await create()).body.subscription;
    await pay(id, { amount: 30 });
    const { stats, received } = await dashboard();
    expect(Object.keys({ ...stats, ...received?.at(-1) }).filter((name) => /currency/i.test(name))).toEqual(
      [],
    );
    expect(stats).toMatchObject({ overdueAmount: 70, monthlyRecurringRevenue: 100 });
    expect(received?.at(-1)).toEqual({ month: "2026-12", amount: 30, payments: 1 });
    expect(await pageOf(client.id)).toEqual({
      yearlyAmount: 1200,
      overdueSubscriptions: 1,
      overdueAmount: 70,
      payments: 1,
      paidAmount: 30,
      nextDue: "2027-01-20",
      nextAmount: 100,
    });
    await pay(id, { amount: 70, reference: "rest" });
    await change(id, { status: "inactive" });
  });
});

describe("a subscription in shillings", () => {
  test("is counted, due and paid separately from dollars; figures with room for one currency have the default one", async () => {
    const owner = await newClient();
    const of = { client_id: owner };
    const shillings = (await create({ ...of, amount: 125_000, currency: "KES" })).body.subscription;
    expect(shillings).toMatchObject({ amount: 125_000, currency: "KES" });
    // Only shillings: no zero dollars beside them.
    expect(await pageOf(owner)).toMatchObject({ currency: "KES", yearlyAmount: 1_500_000, paidAmount: 0 });
    expect(await pageOf(owner)).not.toHaveProperty("byCurrency");

    const dollars = (await create({ ...of, amount: 10 })).body.subscription;
    await pay(shillings.id, { amount: 25_000, paid_on: "2026-12-01", method: "mpesa" });
    const next = (await create({ ...of, amount: 7, next_billing_date: "2026-12-28" })).body.subscription;
    const { stats, upcomingRenewals, received } = await dashboard();
    expect(stats).toMatchObject({
      overdueAmount: 10,
      monthlyRecurringRevenue: 17,
      annualRecurringRevenue: 204,
      byCurrency: {
        overdue: { USD: 10, KES: 100_000 },
        monthly: { USD: 17, KES: 125_000 },
        annual: { USD: 204, KES: 1_500_000 },
      },
    });
    expect(stats).not.toHaveProperty("currency");
    expect(received?.at(-1)).toMatchObject({
      amount: 100,
      payments: 3,
      byCurrency: { USD: 100, KES: 25_000 },
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
      await change(id, { client_id: owner, amount: 1, status: "inactive", open_charges: "remove" });
  });

  test("a period that is paid in part keeps its currency when the subscription changes", async () => {
    const { id } = (await create()).body.subscription;
    await pay(id, { id: randomUUID(), amount: 150, periods: 2 });
    expect((await change(id, { currency: "KES", amount: 13_000 })).body.subscription).toMatchObject({
      currency: "KES",
      amount: 13_000,
      next_billing_date: "2027-01-20",
      open: [{ period: "2027-01-20", amount: 100, paid: 50, currency: "USD" }],
    });
    await pay(id, { id: randomUUID(), period: "2027-01-20" });
    const after = (await change(id, { amount: 13_000 })).body.subscription;
    // An absent field is not changed.
    expect(after).toMatchObject({ currency: "KES", amount: 13_000, next_billing_date: "2027-02-20" });

    const paid = await paidPeriods(on.asStaff, id);
    expect(new Set(paid.map(({ currency }) => currency))).toEqual(new Set(["USD"]));
    const undone = await undo(id, "2027-01-20", paid[0]?.id ?? "");
    expect(undone.body.subscription.open).toMatchObject([
      { period: "2027-01-20", paid: 50, currency: "USD" },
    ]);
    await change(id, { status: "inactive" });
  });

  test("refuses a payment typed in another currency than the period's", async () => {
    const { id } = (await create({ amount: 100 })).body.subscription;
    await change(id, { amount: 100, currency: "KES" });
    const typed = { id: randomUUID(), amount: 100, currency: "KES" };
    const { status, body } = await pay(id, typed);
    expect([status, body.error]).toEqual([
      409,
      "The period due Dec 20, 2026 is in USD, and the payment in KES.",
    ]);
    expect((await pay(id, { ...typed, currency: "USD" })).body.payment.currency).toBe("USD");
    await change(id, { status: "inactive" });
  });

  test("is refused with a sentence if the currency is unknown", async () => {
    const { status, body } = await create({ currency: "EUR" });
    expect([status, body.error]).toEqual([400, "The currency must be USD or KES."]);
  });
});
