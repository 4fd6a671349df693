import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../shared/clients.ts";
import { type AwsCall, intercept } from "../../test/interception.ts";
import { type Reminding, startReminding } from "../../test/reminding.ts";
import { aClient } from "../../test/staffed.ts";
import { Counters, clientCounts, subscriptionCounts, sumOf } from "../counters.ts";

let on: Reminding;
let asAdmin: Reminding["call"];
/** Lets something happen just before a function's call to AWS. */
let before: (call: AwsCall) => Promise<unknown> = async () => undefined;

async function begin() {
  on = await startReminding();
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.employ("admin"))).access);
  await on.saveSettings();
  intercept(on.product, async (call, pass) => {
    await before(call);
    return pass();
  });
}
const end = () => on?.product.stop();

/** Lets something happen once, just before a transaction in which all these words stand. */
function onceBefore(words: string[], happens: () => Promise<unknown>): void {
  before = async ({ operation, body }) => {
    if (operation !== "TransactWriteItems" || !words.every((word) => body.includes(word))) return;
    before = async () => undefined;
    await happens();
  };
}

const due = "2026-12-26";
const sampleClient = (more: object = {}) => on.newClient({ name: "Sample", sample: true, ...more });
const sampleSubscription = (client: Client, more: object = {}) =>
  on.subscribe(client.id, due, { sample: true, ...more });
const save = ({ id }: Client, more: object) =>
  on.call("PUT /api/v1/clients/{id}", { params: { id }, body: { ...aClient, name: "Sample", ...more } });
const remove = (call = on.call) => call("DELETE /api/v1/samples");
const removed = (clients: number, subscriptions: number) => ({
  status: 200,
  body: { removed: { clients, subscriptions } },
});
const dashboard = async () => (await on.call("GET /api/v1/dashboard/stats")).body;
const listed = async () => ({
  clients: (await on.call("GET /api/v1/clients")).body.clients,
  subscriptions: (await on.call("GET /api/v1/subscriptions")).body.subscriptions,
});
const find = async (id: string) => (await listed()).subscriptions.find((one) => one.id === id);

/** That the counters are what the records add up to, and no subscription is without its client. */
async function expectWhole() {
  const rows = { clients: await on.rows("Clients"), subscriptions: await on.rows("Subscriptions") };
  const [stored] = (await on.rows("Settings")).filter(({ name }) => name === "counters");
  const counted = sumOf([
    ...rows.clients.map((row) => clientCounts(row as never)),
    ...rows.subscriptions.map((row) => subscriptionCounts(row as never)),
  ]);
  expect(Counters.parse(stored ?? {})).toEqual(counted);
  const ids = new Set(rows.clients.map(({ id }) => id));
  expect(rows.subscriptions.filter(({ client_id }) => !ids.has(client_id))).toEqual([]);
}

describe("while all there is are samples", () => {
  beforeAll(begin);
  afterAll(end);
  beforeEach(async () => {
    before = async () => undefined;
    await remove();
  });

  test("they count, are counted apart, and any member of staff removes them in one action", async () => {
    const sample = await sampleClient();
    await sampleSubscription(sample);
    const { stats, upcomingRenewals } = await dashboard();
    expect(stats).toMatchObject({
      totalActiveClients: 1,
      totalActiveSubscriptions: 1,
      monthlyRecurringRevenue: 149.99,
      renewalsThisWeek: 1,
      sampleRecords: 2,
      realRecords: 0,
    });
    expect(upcomingRenewals).toMatchObject([{ client_name: "Sample", sample: true }]);

    expect(await remove()).toMatchObject(removed(1, 1));
    expect(await listed()).toEqual({ clients: [], subscriptions: [] });
    expect((await dashboard()).stats).toMatchObject({
      sampleRecords: 0,
      realRecords: 0,
      totalActiveSubscriptions: 0,
    });
  });

  test("payments recorded for one go with it, so that one made again under its id begins afresh", async () => {
    const id = randomUUID();
    const client = await sampleClient();
    await sampleSubscription(client, { id });
    const params = { id };
    await on.call("POST /api/v1/subscriptions/{id}/renewals", { params, body: { period: due } });
    expect(await on.rows("Renewals")).toHaveLength(1);
    await remove();
    expect(await on.rows("Renewals")).toEqual([]);
    await sampleSubscription(await sampleClient(), { id });
    expect((await on.call("GET /api/v1/subscriptions/{id}/renewals", { params })).body.renewals).toEqual([]);
  });

  test("two seedings and two removals at once, again and again, leave nothing behind and counters exact", async () => {
    const ids = Array.from({ length: 11 }, () => randomUUID());
    const seed = async () => {
      for (const id of ids.slice(0, 5)) await sampleClient({ id });
      for (const [index, id] of ids.slice(5).entries())
        await on.subscribe(ids[index % 5] ?? "", due, { id, sample: true });
    };
    await Promise.all([seed(), seed()]);
    const both = await listed();
    expect([both.clients.length, both.subscriptions.length]).toEqual([5, 6]);
    await expectWhole();
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([seed(), remove(), seed(), remove()]);
      await expectWhole();
    }
    await remove();
    expect(await listed()).toEqual({ clients: [], subscriptions: [] });
    await expectWhole();
  });

  test("a subscription that is made between the removal of the others and of its client goes too", async () => {
    const client = await sampleClient();
    onceBefore(['"Delete"', client.id], () => sampleSubscription(client));
    expect(await remove()).toMatchObject(removed(1, 1));
    expect((await listed()).subscriptions).toEqual([]);
    await expectWhole();
  });

  test("a client that somebody tries something out with at the same instant goes all the same", async () => {
    const client = await sampleClient();
    onceBefore(['"Delete"', client.id], () => save(client, { status: "inactive" }));
    expect(await remove()).toMatchObject(removed(1, 0));
    expect((await listed()).clients).toEqual([]);
    await expectWhole();
  });

  test("what is kept for a sample client is a sample", async () => {
    expect(await on.subscribe((await sampleClient()).id, due)).toMatchObject({ sample: true });
  });

  test("a real record that comes while a member of staff removes them stops the removal", async () => {
    const kept = await sampleSubscription(await sampleClient());
    onceBefore(['"Delete"', kept.id], () => on.newClient({ name: "Real" }));
    expect(await remove()).toMatchObject({
      status: 403,
      body: { error: "There are real records by now, so only an administrator can remove the sample data." },
    });
    expect(await find(kept.id)).toBeDefined();
    await expectWhole();
  });
});

describe("beside real records", () => {
  beforeAll(begin);
  afterAll(end);

  test("samples count in no figure, and only an administrator removes them; the real ones stay", async () => {
    const sample = await sampleClient();
    await sampleSubscription(sample);
    await sampleSubscription(sample, { next_billing_date: "2026-12-20" });
    expect((await dashboard()).stats).toMatchObject({ overdueSubscriptions: 1, totalActiveClients: 1 });

    const client = await on.newClient({ name: "Real" });
    const subscription = await on.subscribe(client.id, due, { amount: 10 });
    const { stats, upcomingRenewals } = await dashboard();
    expect(stats).toEqual({
      totalActiveClients: 1,
      totalActiveSubscriptions: 1,
      renewalsThisWeek: 1,
      renewalsThisMonth: 1,
      overdueSubscriptions: 0,
      overdueAmount: 0,
      monthlyRecurringRevenue: 10,
      annualRecurringRevenue: 120,
      sampleRecords: 3,
      realRecords: 2,
    });
    expect(upcomingRenewals.map(({ id }) => id)).toEqual([subscription.id]);

    expect(await on.call("POST /api/v1/clients", { body: { ...aClient, sample: true } })).toMatchObject({
      status: 409,
      body: { error: "There are real clients or subscriptions already, so no sample data can be added." },
    });
    expect((await remove()).status).toBe(403);
    expect((await listed()).clients).toHaveLength(2);
    expect(await remove(asAdmin)).toMatchObject(removed(1, 2));
    expect(await listed()).toMatchObject({ clients: [{ name: "Real" }], subscriptions: [{ amount: 10 }] });
    expect((await dashboard()).stats).toEqual({ ...stats, sampleRecords: 0 });
    await expectWhole();
  });

  test("a real client takes no sample subscription", async () => {
    const real = await on.newClient({ name: "Real" });
    const body = { client_id: real.id, start_date: "2026-01-15", frequency: "monthly", amount: 1 };
    expect(await on.call("POST /api/v1/subscriptions", { body: { ...body, sample: true } })).toMatchObject({
      status: 400,
      body: { error: "Sample subscriptions belong to sample clients." },
    });
  });
});

describe("a sample client over which something is saved", () => {
  let sample: Client;
  beforeEach(async () => {
    await begin();
    sample = await sampleClient();
    return end;
  });

  test("stays a sample while only its status changes, and is real, with all kept for it, once details do", async () => {
    const kept = await sampleSubscription(sample);
    expect((await save(sample, { status: "inactive" })).body.client.sample).toBe(true);
    expect((await save(sample, { status: "active" })).body.client.sample).toBe(true);

    const { client } = (await save(sample, { name: "Umoja SACCO", email: "pay@umoja.example" })).body;
    expect(client).not.toHaveProperty("sample");
    expect(await find(kept.id)).not.toHaveProperty("sample");
    expect((await dashboard()).stats).toMatchObject({
      sampleRecords: 0,
      realRecords: 2,
      renewalsThisWeek: 1,
    });
    await expectWhole();

    expect(await on.sendNow()).toMatchObject({ sent: 1 });
    expect((await on.reminders()).map(({ to }) => to)).toEqual([["pay@umoja.example"]]);
    await on.product.idle();
    expect(await on.mails(/^New client: Umoja SACCO/)).toHaveLength(1);
    expect(await remove(asAdmin)).toMatchObject(removed(0, 0));
    expect(await listed()).toMatchObject({ clients: [{ id: client.id }], subscriptions: [{ id: kept.id }] });
  });

  test("takes along what somebody adds to it at the same instant", async () => {
    const [early, late] = [await sampleSubscription(sample), randomUUID()];
    onceBefore(["Umoja SACCO"], () => sampleSubscription(sample, { id: late }));
    expect((await save(sample, { name: "Umoja SACCO" })).status).toBe(200);
    for (const id of [early.id, late]) expect(await find(id)).not.toHaveProperty("sample");
    await expectWhole();
  });

  test("and what is added an instant later is real from the start", async () => {
    const id = randomUUID();
    onceBefore(['"Put"', id], () => save(sample, { name: "Umoja SACCO" }));
    const made = await on.subscribe(sample.id, due, { id });
    expect(made).not.toHaveProperty("sample");
    await expectWhole();
  });

  test("is kept by a removal that had begun, with its subscriptions", async () => {
    const kept = await sampleSubscription(sample);
    onceBefore(['"Delete"', kept.id], () => save(sample, { name: "Umoja SACCO" }));
    expect(await remove(asAdmin)).toMatchObject(removed(0, 0));
    expect(await find(kept.id)).not.toHaveProperty("sample");
    expect((await listed()).clients).toMatchObject([{ name: "Umoja SACCO" }]);
    await expectWhole();
  });

  test("keeps a subscription that was cut off before it could follow", async () => {
    const kept = await sampleSubscription(sample);
    const [row] = await on.rows("Subscriptions");
    await save(sample, { name: "Umoja SACCO" });
    const [counters] = (await on.rows("Settings")).filter(({ name }) => name === "counters");
    await on.put("Subscriptions", { ...row, version: 3 });
    const asSample = sumOf([clientCounts({ status: "active" }), subscriptionCounts(row as never)]);
    await on.put("Settings", { ...counters, ...asSample });
    await expectWhole();

    expect(await remove(asAdmin)).toMatchObject(removed(0, 0));
    expect(await find(kept.id)).not.toHaveProperty("sample");
    await expectWhole();
  });

  test("a sample subscription that moves to a real client is real; a real one moves to no sample client", async () => {
    const moving = await sampleSubscription(sample);
    const real = await on.newClient({ name: "Real" });
    await on.change(moving.id, { client_id: real.id });
    expect(await find(moving.id)).not.toHaveProperty("sample");
    const body = { ...wantedOf(await find(moving.id)), client_id: sample.id };
    expect(
      await on.call("PUT /api/v1/subscriptions/{id}", { params: { id: moving.id }, body }),
    ).toMatchObject({
      status: 409,
      body: { error: "That client is sample data. Save real details of the client first." },
    });
    await expectWhole();
  });

  test("counters of an earlier version, which did not tell samples apart, are put right at the first look", async () => {
    await sampleSubscription(sample);
    const real = await on.newClient({ name: "Real" });
    await on.subscribe(real.id, due, { amount: 10 });
    const old = {
      name: "counters",
      active_clients: 2,
      active_subscriptions: 2,
      cents_monthly: 15_999,
      real_records: 2,
      sample_records: 2,
    };
    await on.put("Settings", old);
    expect((await dashboard()).stats).toMatchObject({
      totalActiveClients: 1,
      totalActiveSubscriptions: 1,
      monthlyRecurringRevenue: 10,
    });
    await expectWhole();
    await on.put("Settings", old);
    expect(await remove(asAdmin)).toMatchObject(removed(1, 1));
    expect((await dashboard()).stats).toMatchObject({
      totalActiveClients: 1,
      totalActiveSubscriptions: 1,
      monthlyRecurringRevenue: 10,
      sampleRecords: 0,
    });
    await expectWhole();
  });
});

const wantedOf = ({ start_date, frequency, amount, status }: Record<string, unknown> = {}) => ({
  start_date,
  frequency,
  amount,
  status,
});
