import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addDays } from "../../shared/day.ts";
import {
  asAdmin,
  begin,
  dashboard,
  due,
  end,
  expectWhole,
  find,
  letAllPass,
  listed,
  on,
  onceBefore,
  remove,
  removed,
  sampleClient,
  sampleSubscription,
  save,
} from "../../test/samples.ts";
import { seedRows } from "../../test/seed-rows.ts";
import { aClient } from "../../test/staffed.ts";

describe("while all there is are samples", () => {
  beforeAll(begin);
  afterAll(end);
  beforeEach(async () => {
    letAllPass();
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

  test("of as many payments as a transaction takes with its record, and one more, none is left", async () => {
    const { id } = await sampleSubscription(await sampleClient());
    await seedRows(on.product, "Renewals", 90, (_, index) => ({
      subscription_id: id,
      period: addDays("2020-01-01", index),
    }));
    expect(await remove()).toMatchObject(removed(1, 1));
    expect(await on.rows("Renewals")).toEqual([]);
    const told = (await on.rows("Activity")).filter(({ subscription_id }) => subscription_id === id);
    const gone = told.filter(({ kind }) => kind === "sample-removed").map(({ before }) => before);
    expect(gone).toEqual(expect.arrayContaining([{ payments: 1 }, { payments: 89 }]));
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
