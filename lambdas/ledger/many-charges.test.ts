import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { recount } from "../../ops/data/recount.ts";
import type { Day } from "../../shared/day.ts";
import { type AwsCall, endInterception, intercept } from "../../test/product/interception.ts";
import { today } from "../../test/product/product.ts";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";
import { seedAccounts } from "../../test/product/seed-rows.ts";
import { type OpenTables, open } from "../../test/product/tables-of-product.ts";

const SUBSCRIPTIONS = 8;
const PERIODS = 50;
const CHARGES = SUBSCRIPTIONS * PERIODS;
const OWED = CHARGES * 10;
/** With the charge to come of each subscription. */
const HELD = OWED + SUBSCRIPTIONS * 10;

let on: ReminderProduct;
let tables: OpenTables;
let client: Awaited<ReturnType<typeof newClient>>;
let otherClient: Awaited<ReturnType<typeof newClient>>;
beforeAll(async () => {
  on = await startReminderProduct({
    // A job that failed is tried again soon.
    template(template) {
      for (const [id, { Properties }] of Object.entries(template.Resources))
        if (id.startsWith("BillingQueue") && Properties && "VisibilityTimeout" in Properties)
          Properties.VisibilityTimeout = 3;
      return shortTimeouts({ isWatched: true })(template);
    },
  });
  await on.saveSettings({ remind_before: [], remind_after: [], repeat_overdue_days: 0 });
  tables = await open(on.product);
  client = await newClient("Many", SUBSCRIPTIONS);
  otherClient = await newClient("Other", 1);
  // The counters, because the subscriptions were written without the API.
  await recount(tables.client, tables.tableNames, today);
});
afterAll(() => on?.product.stop());
afterEach(async () => {
  endInterception(on.product);
  await on.sweepOutbox();
  expect(await on.rows("Outbox"), "everything is done").toEqual([]);
});

/** A client who owes $10 for each of 50 periods of each subscription. */
async function newClient(name: string, subscriptions: number) {
  const { id, email } = await on.newClient({ name, email: `${name}@client.example` });
  const terms = { amount_cents: 10_00, billing_anchor: "2022-11-20", next_billing_date: "2022-11-20" };
  const [first] = await seedAccounts(on.product, [id], () => terms, subscriptions);
  const params = { id };
  return {
    id,
    subscription: first?.id ?? "",
    account: async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body,
    setStatus: async (status: string) =>
      (await on.call("PUT /api/v1/clients/{id}", { params, body: { name, email, status } })).status,
    pay: (amount: number) =>
      on.call("POST /api/v1/clients/{id}/payments", { params, body: { id: randomUUID(), amount } }),
  };
}
const owedOf = async ({ account }: typeof client) => {
  const { owed, credit } = await account();
  return [owed[0]?.overdue ?? 0, owed[0]?.on_hold ?? 0, credit[0]?.amount ?? 0];
};

/** Faults of the stored accounts. There must be none after each transaction. */
async function faultsOf(day: Day = today): Promise<string[]> {
  const accounts = await Promise.all([client, otherClient].map(owedOf));
  const sum = accounts.reduce((a, b) => a.map((value, at) => value + (b[at] ?? 0)));
  const [owed] = (await on.call("GET /api/v1/dashboard/stats")).body.owed;
  const shown = [owed?.overdue ?? 0, owed?.on_hold ?? 0, owed?.credit ?? 0];
  const agree = day !== today || JSON.stringify(shown) === JSON.stringify(sum);
  return [
    ...(await recount(tables.client, tables.tableNames, day)),
    ...(agree ? [] : [`the dashboard shows ${shown}, and the accounts ${sum}`]),
  ];
}

type Seen = { parts: number; refused: number; faults: string[] };

const isMoney = ({ operation, body, from }: AwsCall) =>
  operation === "TransactWriteItems" && from !== undefined && body.includes("Accounts");
const isWoken = ({ operation, body }: AwsCall) => operation === "SendMessageBatch" && body.includes("outbox");

/** Looks at the first stored states and then at some. After a number of transactions of money, no more of them is made. */
function interruptAfter(most: number, { day = today, isQueueLost = false, after = (_: Seen) => {} } = {}) {
  const watched: Seen = { parts: 0, refused: 0, faults: [] };
  // One at a time, so that a state stays while it is looked at.
  let last: Promise<unknown> = Promise.resolve();
  intercept(on.product, async (call, pass) => {
    if (isQueueLost && isWoken(call)) return undefined;
    if (!isMoney(call)) return pass();
    const response = last.then(async () => {
      if (watched.parts >= most) {
        watched.refused += 1;
        return undefined;
      }
      const stored = await pass();
      watched.parts += 1;
      if (watched.parts < 4 || watched.parts % 16 === 0) watched.faults.push(...(await faultsOf(day)));
      after(watched);
      return stored;
    });
    last = response;
    return response;
  });
  return watched;
}
const uninterrupted = (after?: (watched: Seen) => void) =>
  interruptAfter(Number.POSITIVE_INFINITY, after && { after });

test("one payment pays 400 charges: a job continues it, also if its message is lost and it fails in between", async () => {
  expect(await owedOf(client)).toEqual([OWED, 0, 0]);
  const first = interruptAfter(1, { isQueueLost: true });
  const { status } = await client.pay(OWED);
  expect([status, first.faults]).toEqual([201, []]);
  const [, , credit] = await owedOf(client);
  expect(credit).toBeGreaterThan(0);
  endInterception(on.product);

  const job = interruptAfter(2);
  await on.product.runSchedule(localSchedule("outbox-sweep"), on.product.now() + 45 * 60_000);
  await expect.poll(() => job.refused, { timeout: 30_000 }).toBeGreaterThan(2);
  expect(await on.rows("Outbox"), "kept until the work is done").toHaveLength(1);
  const rest = uninterrupted();
  await on.product.idle();
  expect([job.parts, job.faults, rest.faults]).toEqual([2, [], []]);
  expect(rest.parts).toBeGreaterThan(20);
  expect(await owedOf(client)).toEqual([0, 0, 0]);
}, 120_000);

test("undoing it says that the rest of the charges follows, and a job opens them", async () => {
  const [payment] = (await client.account()).payments;
  const params = { id: payment?.id ?? "" };
  const watched = uninterrupted(({ parts }) => {
    const later = Date.now() + 9_000;
    if (parts === 2) vi.spyOn(Date, "now").mockImplementation(() => later);
  });
  const { status, body } = await on.call("DELETE /api/v1/payments/{id}", { params });
  expect([status, watched.parts, watched.faults]).toEqual([200, 2, []]);
  expect(body.note).toBe(
    "The payment was undone. It paid very many periods: those that are still shown as paid are open again in two minutes.",
  );
  expect(body.owed).toMatchObject((await client.account()).owed);
  expect(body.owed[0]?.overdue).toBeLessThan(OWED);
  vi.restoreAllMocks();
  await on.sweepOutbox();
  expect([watched.faults, await owedOf(client)]).toEqual([[], [OWED, 0, 0]]);
}, 120_000);

test.each([
  ["inactive", [OWED, 0, 0], [0, HELD, 0]],
  ["active", [0, HELD, 0], [OWED, 0, 0]],
])(
  "making the client %s changes 400 charges, or none in the end if it is interrupted",
  async (to, before, after) => {
    expect(await owedOf(client)).toEqual(before);
    const watched = interruptAfter(2);
    expect(await client.setStatus(to)).toBeGreaterThanOrEqual(500);
    expect([watched.parts, watched.faults]).toEqual([2, []]);
    endInterception(on.product);
    expect(await owedOf(client)).not.toEqual(before);
    await on.sweepOutbox();
    expect(await owedOf(client)).toEqual(before);

    const all = uninterrupted();
    expect([await client.setStatus(to), all.faults]).toEqual([200, []]);
    expect(await owedOf(client)).toEqual(after);
  },
  60_000,
);

test("a subscription with 50 open charges moves: what is due stays with its client", async () => {
  const watched = interruptAfter(0);
  const move = () => on.change(client.subscription, { client_id: otherClient.id });
  expect((await move()).status).toBe(500);
  expect(watched.parts).toBe(0);
  const all = uninterrupted();
  expect([(await move()).status, all.faults]).toEqual([200, []]);
  expect(await owedOf(client)).toEqual([OWED, 0, 0]);
  expect((await on.change(client.subscription, { client_id: client.id })).status).toBe(200);
  expect([await owedOf(client), await faultsOf()]).toEqual([[OWED, 0, 0], []]);
}, 60_000);

// The last one: it writes charges of later years.
test("the daily run writes 400 charges, or the next one if it is interrupted", async () => {
  const [day, next] = ["2031-01-24", "2031-01-25"];
  const watched = interruptAfter(2, { day });
  await on.fire(day);
  expect([watched.parts, watched.faults]).toEqual([2, []]);
  const rest = interruptAfter(Number.POSITIVE_INFINITY, { day: next });
  await on.sweep(next);
  expect(rest.faults).toEqual([]);
  expect(rest.parts).toBeGreaterThan(2);
  const { charges } = await client.account();
  expect(charges.filter(({ due }) => due <= day)).toHaveLength(SUBSCRIPTIONS * (PERIODS + 49));
}, 120_000);
