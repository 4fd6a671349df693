import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { statementExport } from "../../frontend/admin/features/account/statement-file.ts";
import { byCurrency } from "../../shared/account-statement/statement.ts";
import { dueList } from "../../test/product/due-list.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { subscriptionList } from "../../test/product/subscription-list.ts";

const today = "2026-12-24";
let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ bank_account_number: "0123456789" });
});
afterAll(() => on.product.stop());

const account = async (id: string) =>
  (await on.call("GET /api/v1/clients/{id}/account", { params: { id } })).body;
const page = async (id: string) => (await on.call("GET /api/v1/clients/{id}", { params: { id } })).body;
const preview = async (id: string, body: object = {}) =>
  (await on.call("POST /api/v1/clients/{id}/payments/preview", { params: { id }, body })).body;
const pay = (id: string, body: { amount: number; currency?: "USD" | "KES"; credit?: boolean }) =>
  on.call("POST /api/v1/clients/{id}/payments", { params: { id }, body: { id: randomUUID(), ...body } });
const statement = async (id: string) => {
  const { body } = await on.call("GET /api/v1/clients/{id}/statement", { params: { id } });
  return byCurrency(body);
};
const ownPage = async (id: string, query = "") => {
  const { url } = (await on.call("GET /api/v1/clients/{id}/link", { params: { id } })).body;
  const text = await (await fetch(url + query)).text();
  return text
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<[^>]+>/g, " ")
    .replace(/\s+/g, " ");
};
/** Two periods are due, the third is to come. */
const owing = async (name: string, more: object = {}) => {
  const client = await on.newClient({ name, email: `${randomUUID()}@client.example` });
  const subscription = await on.subscribe(client.id, "2026-11-20", {
    amount: 100,
    start_date: "2026-01-20",
    ...more,
  });
  return { client, subscription, id: client.id };
};

test.each([
  [
    "a paused subscription",
    async (someone: Awaited<ReturnType<typeof owing>>) =>
      on.change(someone.subscription.id, { status: "paused" }),
    300,
  ],
  [
    "an inactive subscription",
    async (someone: Awaited<ReturnType<typeof owing>>) =>
      on.change(someone.subscription.id, { status: "inactive" }),
    200,
  ],
  [
    "an inactive client",
    async (someone: Awaited<ReturnType<typeof owing>>) => on.deactivate(someone.client),
    300,
  ],
])(
  "what %s owes is on hold: shown and payable, in no count, and nobody is reminded",
  async (name, hold, heldSum) => {
    const someone = await owing(`Held: ${name}`);
    const { id, client, subscription } = someone;
    const { stats: before, owed } = (await on.call("GET /api/v1/dashboard/stats")).body;
    const heldBefore = owed[0]?.on_hold ?? 0;
    expect((await hold(someone)).status).toBe(200);

    const { stats, owed: after } = (await on.call("GET /api/v1/dashboard/stats")).body;
    expect(stats.overdueSubscriptions).toBe(before.overdueSubscriptions - 1);
    expect(stats.overdueAmount).toBe(before.overdueAmount - 200);
    expect(after[0]?.on_hold).toBe(heldBefore + heldSum);

    const { owed: owedByClient } = await account(id);
    expect(owedByClient).toMatchObject([{ overdue: 0, due_soon: 0, on_hold: heldSum }]);
    expect(await preview(id)).toMatchObject({ amount: 200, rest: 0 });
    expect((await preview(id)).charges.slice(0, 2)).toMatchObject([
      { period: "2026-11-20", left: 100, pays: 100, on_hold: true },
      { period: "2026-12-20", left: 100, pays: 100, on_hold: true },
    ]);
    expect(await statement(id)).toMatchObject([
      { closing: 200_00, held: 200_00, byAge: [200_00, 0, 0, 0, 0] },
    ]);
    const shown = await ownPage(id);
    expect(shown).toContain(`On hold $${heldSum}.00`);
    expect(shown).toContain("0123456789");
    expect(shown).not.toContain("Nothing is due");
    expect(shown).not.toContain("Overdue");
    expect(await ownPage(id, "?view=statement")).toContain("Balance due: $200.00 $200.00 of it is on hold");
    const { rows } = await subscriptionList(on.call);
    const row = rows.find((row) => row.id === subscription.id);
    expect([row?.open, row?.on_hold?.slice(0, 2)]).toEqual([
      [],
      [
        { period: "2026-11-20", amount: 100 },
        { period: "2026-12-20", amount: 100 },
      ],
    ]);
    const { accounts } = (await on.call("GET /api/v1/owed")).body;
    const due = dueList(accounts, [client], today).filter((listed) => listed.id === client.id);
    expect(due).toMatchObject([{ group: "held", periods: 0, sums: { USD: heldSum * 100 } }]);

    await on.sweep();
    expect((await on.mails(/due|overdue|unpaid/i)).filter(({ to }) => to.includes(client.email))).toEqual([]);

    expect((await pay(id, { amount: 150 })).body).toMatchObject({
      payment: {
        allocations: [
          { period: "2026-11-20", amount: 100 },
          { period: "2026-12-20", amount: 50 },
        ],
      },
      owed: [{ overdue: 0, on_hold: heldSum - 150 }],
    });
    expect(await statement(id)).toMatchObject([{ closing: 50_00, held: 50_00 }]);
    const tooMuch = await pay(id, { amount: heldSum });
    expect(tooMuch).toMatchObject({ status: 409, body: { rest: 150 } });
  },
);

test("a payment pays what is asked for, also to come, before what is on hold, unless that is named", async () => {
  const { id, subscription } = await owing("Two subscriptions");
  const active = await on.subscribe(id, "2026-12-30", { amount: 40, start_date: "2026-01-30" });
  await on.change(subscription.id, { status: "paused" });
  // Nothing that is asked for is due: the dialog opens with what is on hold, and names it.
  expect(await preview(id)).toMatchObject({ amount: 200 });
  const paysOf = async (body: object) =>
    (await preview(id, body)).charges.flatMap(({ period, pays }) => (pays > 0 ? [`${period} ${pays}`] : []));
  expect(await paysOf({})).toEqual(["2026-11-20 100", "2026-12-20 100"]);
  expect(await paysOf({ first: subscription.id, amount: 200 })).toEqual(["2026-11-20 100", "2026-12-20 100"]);
  expect(await paysOf({ amount: 100 })).toEqual(["2026-12-30 40", "2026-11-20 60"]);
  expect((await pay(id, { amount: 100 })).body.payment.allocations).toMatchObject([
    { subscription_id: active.id, amount: 40 },
    { subscription_id: subscription.id, period: "2026-11-20", amount: 60 },
  ]);
  // Credit pays nothing that is on hold by itself.
  const { payment } = (await pay(id, { amount: 500, credit: true })).body;
  expect(payment).toMatchObject({ credit: 220 });
  const undone = await on.call("DELETE /api/v1/payments/{id}", { params: { id: payment.id } });
  expect(undone.body.owed).toMatchObject([{ on_hold: 240 }]);
});

test("who owes in two currencies, one of them on hold, has to say which was paid", async () => {
  const { id, subscription } = await owing("Two currencies");
  await on.subscribe(id, "2026-12-20", { amount: 4_000, currency: "KES", start_date: "2026-01-20" });
  await on.change(subscription.id, { status: "paused" });
  expect(await pay(id, { amount: 100 })).toMatchObject({ status: 400 });
  expect((await pay(id, { amount: 100, currency: "USD" })).body.payment.allocations).toMatchObject([
    { subscription_id: subscription.id, period: "2026-11-20" },
  ]);
});

test("a line of a statement that pays what is on hold is for a person to decide", async () => {
  const { id, client, subscription } = await owing("Statement", { currency: "KES" });
  await on.change(subscription.id, { status: "paused" });
  const line = {
    code: "TKHOLD0001",
    method: "mpesa" as const,
    paid_on: today,
    currency: "KES" as const,
    account: client.payment_reference,
  };
  const match = async (amount: number) =>
    (await on.call("POST /api/v1/payments/match", { body: { lines: [{ ...line, amount }] } })).body
      .matches[0];
  expect(await match(100)).toMatchObject({
    verdict: "doubtful",
    client_id: id,
    to: [{ period: "2026-11-20", amount: 100 }],
    why: expect.stringContaining("it pays the charge due Nov 20, 2026, which is on hold"),
  });
  const recorded = await on.call("POST /api/v1/payments", {
    body: { lines: [{ ...line, amount: 250, client_id: id }] },
  });
  expect(recorded.body.lines).toMatchObject([{ state: "recorded" }]);
  expect((await account(id)).owed).toMatchObject([{ on_hold: 50, overdue: 0 }]);
});

test("what was on hold is asked for again once the subscription is active", async () => {
  const { id, subscription } = await owing("Back again");
  await on.change(subscription.id, { status: "paused" });
  await on.change(subscription.id, { status: "active", next_billing_date: undefined });
  expect((await account(id)).owed).toMatchObject([{ overdue: 200, on_hold: 0 }]);
  const row = (await page(id)).subscriptions[0];
  expect([row?.on_hold, row?.open?.length]).toEqual([undefined, 3]);
});

test("the file of a statement says which charge is on hold", async () => {
  const { id, client, subscription } = await owing("File");
  await on.change(subscription.id, { status: "paused" });
  const days = { from: "2026-12-01", to: today };
  const [{ columns }, rows] = statementExport(client, await statement(id), days);
  const [, entry] = columns.find(([heading]) => heading === "Entry") ?? [];
  expect(rows.map((row) => entry?.(row))).toEqual(["Brought forward", "Charge, on hold", "Charge, on hold"]);
});
