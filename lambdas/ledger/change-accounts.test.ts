import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { recount } from "../../ops/data/recount.ts";
import { type AwsCall, endInterception, intercept } from "../../test/product/interception.ts";
import { today } from "../../test/product/product.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { open } from "../../test/product/tables-of-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ send_receipts: false });
});
afterAll(() => on?.product.stop());
afterEach(async () => {
  endInterception(on.product);
  await on.product.idle();
  const { client, tableNames } = await open(on.product);
  expect(await recount(client, tableNames, today), "recount").toEqual([]);
});

let people = 0;
/** A client who owes 149.99 since a week, and 149.99 in three weeks. */
async function owingClient() {
  people += 1;
  const client = await on.newClient({ name: `Door ${people}`, email: `door${people}@client.example` });
  const subscription = await on.subscribe(client.id, "2026-12-17");
  const params = { id: client.id };
  return {
    ...client,
    subscription,
    pay: (id: string, amount = 100) =>
      on.call("POST /api/v1/clients/{id}/payments", { params, body: { id, amount, credit: true } }),
    account: async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body,
  };
}

const isTransaction = ({ operation, from }: AwsCall) =>
  operation === "TransactWriteItems" && from !== undefined;
const cancelled = (Code: string) =>
  Response.json(
    {
      __type: "com.amazonaws.dynamodb.v20120810#TransactionCanceledException",
      message: "Transaction cancelled",
      CancellationReasons: [{ Code }],
    },
    { status: 400, headers: { "content-type": "application/x-amz-json-1.0" } },
  );
/** Does something once, before the first transaction that names this text. */
const beforeTransaction = (text: string, work: () => Promise<unknown>) => {
  let isDone = false;
  intercept(on.product, async (call, pass) => {
    if (!isDone && isTransaction(call) && call.body.includes(text)) {
      isDone = true;
      await work();
    }
    return pass();
  });
};

test.each([
  ["before it is made", async () => undefined],
  ["when its answer is lost", (call: () => Promise<unknown>) => call().then(() => undefined)],
])(
  "a payment whose function is cut off at any call, %s, is recorded once by a repeat",
  async (_, cut) => {
    const client = await owingClient();
    let paid = 0;
    for (let cutAt = 1, isCut = true; isCut; cutAt += 1) {
      const id = randomUUID();
      let calls = 0;
      isCut = false;
      intercept(on.product, async ({ from = "" }, pass) => {
        if (!from.startsWith("ApiClients")) return pass();
        calls += 1;
        if (calls < cutAt) return pass();
        isCut = true;
        return cut(pass);
      });
      await client.pay(id, 1).catch(() => undefined);
      endInterception(on.product);
      expect((await client.pay(id, 1)).status).toBe(201);
      paid += 1;
      const { payments } = await client.account();
      expect(payments.filter((payment) => payment.id === id)).toHaveLength(1);
      expect(payments).toHaveLength(paid);
    }
    expect(paid).toBeGreaterThan(4);
  },
  120_000,
);

test("a change whose transaction conflicts is tried again, and answers 503 if it always does", async () => {
  const client = await owingClient();
  let conflicts = 0;
  let maxConflicts = 3;
  intercept(on.product, async (call, pass) => {
    if (!isTransaction(call) || conflicts >= maxConflicts) return pass();
    conflicts += 1;
    return cancelled("TransactionConflict");
  });
  expect((await client.pay(randomUUID())).status).toBe(201);
  expect(conflicts).toBe(3);
  maxConflicts = Number.POSITIVE_INFINITY;
  const { status, body } = await client.pay(randomUUID());
  expect([status, body.error]).toEqual([
    503,
    "Others are changing this account at the moment, so nothing was saved. Please try again.",
  ]);
  expect((await client.account()).payments).toHaveLength(1);
}, 60_000);

test("a change whose conditions fail each time reads everything again 16 times, answers 503, and stores nothing", async () => {
  const client = await owingClient();
  const id = randomUUID();
  const tables = ["Accounts", "Charges", "Payments", "Outbox", "Activity", "Totals"];
  const stored = async () => Promise.all(tables.map(on.rows));
  await on.product.idle();
  const before = await stored();
  const counts = { refused: 0, read: 0 };
  intercept(on.product, async (call, pass) => {
    if (call.operation === "GetItem" && call.body.includes("DataAccounts")) counts.read += 1;
    if (!isTransaction(call) || !call.body.includes(id)) return pass();
    counts.refused += 1;
    return cancelled("ConditionalCheckFailed");
  });
  const { status, body } = await client.pay(id);
  expect([status, body.error]).toEqual([
    503,
    "Others are changing this account at the moment, so nothing was saved. Please try again.",
  ]);
  expect(counts).toEqual({ refused: 16, read: 16 });
  endInterception(on.product);
  expect(await stored()).toEqual(before);
  expect((await client.pay(id)).status).toBe(201);
}, 60_000);

test("a change that meets another one reads everything again", async () => {
  const client = await owingClient();
  const [first, second] = [randomUUID(), randomUUID()];
  beforeTransaction(first, () => client.pay(second, 100));
  expect((await client.pay(first, 100)).body.payment.allocations.map(({ amount }) => amount)).toEqual([
    49.99, 50.01,
  ]);
  const { payments } = await client.account();
  expect(new Set(payments.map(({ id }) => id))).toEqual(new Set([first, second]));
});

test("an undo counts what the payment is by then", async () => {
  const client = await owingClient();
  const id = randomUUID();
  await client.pay(id, 100);
  let isCorrected = false;
  intercept(on.product, async ({ operation, from = "" }, pass) => {
    if (!isCorrected && operation === "Query" && from.startsWith("ApiPayments")) {
      isCorrected = true;
      const body = { amount: 300, credit: true };
      expect((await on.call("PUT /api/v1/payments/{id}", { params: { id }, body })).status).toBe(200);
    }
    return pass();
  });
  expect((await on.call("DELETE /api/v1/payments/{id}", { params: { id } })).status).toBe(200);
  const { payments, credit, charges } = await client.account();
  expect([payments, credit, charges.filter(({ paid }) => paid > 0)]).toEqual([[], [], []]);
});

test("an undo of a payment of 15 charges opens all of them before it answers", async () => {
  const client = await on.newClient({ name: "Many", email: "many@client.example" });
  await on.subscribe(client.id, "2025-09-17");
  const [params, id] = [{ id: client.id }, randomUUID()];
  const pay = { id, amount: 2_249.85 };
  await on.call("POST /api/v1/clients/{id}/payments", { params, body: pay });
  const { body } = await on.call("DELETE /api/v1/payments/{id}", { params: { id } });
  const account = (await on.call("GET /api/v1/clients/{id}/account", { params })).body;
  expect(account.charges.filter(({ paid }) => paid > 0)).toEqual([]);
  expect(body.owed).toEqual(account.owed);
  expect(body.owed).toMatchObject([{ overdue: 2_399.84 }]);
});

test("two moves between the same two clients in opposite order both happen", async () => {
  const [first, second] = [await owingClient(), await owingClient()];
  const move = async ({ id }: { id: string }, client_id: string) => {
    const terms = { start_date: "2026-01-15", frequency: "monthly", amount: 149.99 };
    return on.call("PUT /api/v1/subscriptions/{id}", { params: { id }, body: { ...terms, client_id } });
  };
  for (let round = 0; round < 4; round += 1) {
    const [to, back] = round % 2 === 0 ? [second, first] : [first, second];
    const answers = await Promise.all([move(first.subscription, to.id), move(second.subscription, back.id)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const { subscriptions } = (await on.call("GET /api/v1/subscriptions")).body;
    const clientOf = ({ id }: { id: string }) => subscriptions.find((row) => row.id === id)?.client_id;
    expect([clientOf(first.subscription), clientOf(second.subscription)]).toEqual([to.id, back.id]);
  }
});

test("a condition that fails is named: the client became inactive, or a real record exists", async () => {
  const client = await owingClient();
  const id = randomUUID();
  const terms = { client_id: client.id, start_date: "2026-01-15", frequency: "monthly", amount: 10, id };
  beforeTransaction(id, () => on.deactivate(client));
  const inactive = await on.call("POST /api/v1/subscriptions", { body: terms });
  expect([inactive.status, inactive.body.error]).toEqual([
    400,
    "That client is inactive. Make the client active first, or choose another.",
  ]);
  const sample = { name: "Sample", email: "sample@client.example", sample: true };
  expect((await on.call("POST /api/v1/clients", { body: sample })).body.error).toBe(
    "There are real clients or subscriptions already, so no sample data can be added.",
  );
});
