import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ofPeriod } from "../../shared/billing/account.ts";
import type { Client } from "../../shared/clients/client.ts";
import { addDays } from "../../shared/day.ts";
import { sampleClients, sampleSubscriptions } from "../../shared/samples/records.ts";
import { paidPeriods, payPeriods } from "../../test/product/pay-periods.ts";
import {
  asAdmin,
  begin,
  clearOnceBefore,
  dashboard,
  due,
  end,
  expectConsistent,
  find,
  listed,
  on,
  onceBefore,
  remove,
  removed,
  sampleClient,
  sampleSubscription,
  save,
} from "../../test/product/samples.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import { aClient } from "../../test/product/staffed.ts";
import { chargeRow } from "../ledger/rows.ts";

describe("while there are only samples", () => {
  beforeAll(begin);
  afterAll(end);
  beforeEach(async () => {
    clearOnceBefore();
    await remove();
  });

  test("they count, also separately, and any member of staff can remove them in one action", async () => {
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
    const body = { amount: 500, credit: true, reference: "A" };
    await on.call("POST /api/v1/clients/{id}/payments", {
      params: { id: sample.id },
      body: { id: crypto.randomUUID(), ...body },
    });
    const sums = { currency: "USD", overdue: 0, due_soon: 0, on_hold: 0, ages: [0, 0, 0, 0] };
    expect((await dashboard()).owed).toEqual([{ ...sums, credit: 350.01 }]);

    const since = new Date().toISOString();
    expect(await remove()).toMatchObject(removed(1, 1));
    expect(await listed()).toEqual({ clients: [], subscriptions: [] });
    // Nothing can say which rows were removed since, so open lists are loaded again.
    for (const list of ["GET /api/v1/clients", "GET /api/v1/subscriptions"] as const)
      expect((await on.call(list, { query: { since } })).body).toMatchObject({ reload: true });
    expect((await dashboard()).stats).toMatchObject({
      sampleRecords: 0,
      realRecords: 0,
      totalActiveSubscriptions: 0,
    });
  });

  test("a payment that is undone is gone", async () => {
    const sample = await sampleClient();
    await sampleSubscription(sample);
    const id = randomUUID();
    const body = { id, amount: 149.99 };
    await on.call("POST /api/v1/clients/{id}/payments", { params: { id: sample.id }, body });
    expect((await on.call("DELETE /api/v1/payments/{id}", { params: { id } })).status).toBe(200);
    expect((await on.rows("Payments")).map((row) => row.id)).not.toContain(id);
    await expectConsistent();
  });

  test("what stayed with a client when its subscription went to another one is removed too", async () => {
    const [former, next] = [await sampleClient(), await sampleClient()];
    const { id, start_date, frequency, amount } = await on.subscribe(former.id, "2026-10-26", {
      sample: true,
    });
    const paid = { id: crypto.randomUUID(), amount: 200 };
    await on.call("POST /api/v1/clients/{id}/payments", { params: { id: former.id }, body: paid });
    const body = { client_id: next.id, start_date, frequency, amount };
    expect((await on.call("PUT /api/v1/subscriptions/{id}", { params: { id }, body })).status).toBe(200);
    expect((await on.rows("Charges")).map(({ client_id }) => client_id === former.id)).toContain(true);
    expect(await remove()).toMatchObject(removed(2, 1));
    const rowsLeft = [await on.rows("Charges"), await on.rows("Payments"), await accountRows()];
    expect(rowsLeft).toEqual([[], [], []]);
  });

  test("a subscription's payments are removed too, so a new one with its id starts without payments", async () => {
    const id = randomUUID();
    const client = await sampleClient();
    await sampleSubscription(client, { id });
    const params = { id };
    await payPeriods(on.call, params.id, { period: due });
    expect([await on.rows("Payments"), await on.rows("Charges")].map(({ length }) => length)).toEqual([1, 2]);
    await remove();
    expect(await accountRows()).toEqual([]);
    await sampleSubscription(await sampleClient(), { id });
    expect(await paidPeriods(on.call, params.id)).toEqual([]);
  });

  test("all payments are removed, also one more than a transaction takes", async () => {
    const { id, client_id } = await sampleSubscription(await sampleClient());
    await seedPaidCharges(id, client_id, 90);
    expect([await on.rows("Payments"), await on.rows("Charges")].map(({ length }) => length)).toEqual([
      90, 91,
    ]);
    expect(await remove()).toMatchObject(removed(1, 1));
    expect(await accountRows()).toEqual([]);
    const entries = (await on.rows("Activity")).filter(({ subscription_id }) => subscription_id === id);
    const removedWith = entries.filter(({ kind }) => kind === "sample-removed").map(({ before }) => before);
    expect(removedWith).toEqual(
      expect.arrayContaining([{ payments: 40 }, { payments: 40 }, { payments: 10 }]),
    );
  });

  test("what a client paid without a charge is removed too, also while it is paid", async () => {
    const { id } = await sampleClient();
    const pay = () =>
      on.call("POST /api/v1/clients/{id}/payments", {
        params: { id },
        body: { id: randomUUID(), amount: 70, currency: "USD", credit: true, reference: "" },
      });
    await pay();
    onceBefore(['"Delete"', id], pay);
    expect(await remove()).toMatchObject(removed(1, 0));
    expect(await accountRows()).toEqual([]);
    await expectConsistent();
  });

  test("concurrent seedings and removals leave nothing behind, and exact counters", async () => {
    const ids = Array.from({ length: 11 }, () => randomUUID());
    const seed = async () => {
      for (const id of ids.slice(0, 5)) await sampleClient({ id });
      for (const [index, id] of ids.slice(5).entries())
        await on.subscribe(ids[index % 5] ?? "", due, { id, sample: true });
    };
    await Promise.all([seed(), seed()]);
    const sampleLists = await listed();
    expect([sampleLists.clients.length, sampleLists.subscriptions.length]).toEqual([5, 6]);
    await expectConsistent();
    for (let round = 0; round < 4; round += 1) {
      await Promise.all([seed(), remove(), seed(), remove()]);
      await expectConsistent();
    }
    await remove();
    expect(await listed()).toEqual({ clients: [], subscriptions: [] });
    await expectConsistent();
  });

  test("a subscription that is created between the removal of the others and of its client is removed", async () => {
    const client = await sampleClient();
    onceBefore(['"Delete"', client.id], () => sampleSubscription(client));
    expect(await remove()).toMatchObject(removed(1, 1));
    expect((await listed()).subscriptions).toEqual([]);
    await expectConsistent();
  });

  test("a subscription that is created while its client's account is read is removed", async () => {
    const client = await sampleClient();
    await sampleSubscription(client);
    const charges = ["DataCharges", '"client_id = :client"', client.id];
    onceBefore(charges, () => sampleSubscription(client), "Query");
    expect(await remove()).toMatchObject(removed(1, 2));
    expect(await accountRows()).toEqual([]);
    await expectConsistent();
  });

  test("a subscription that is removed and created again meanwhile, with its client, leaves no charge behind", async () => {
    const client = await sampleClient();
    const { id } = await sampleSubscription(client);
    const createAgain = async () => {
      await sampleClient({ id: client.id });
      await sampleSubscription(client, { id });
    };
    const removeAll = async () => {
      await remove();
      onceBefore(['"Delete"', id], createAgain);
    };
    onceBefore(["DataCharges", '"client_id = :client"', client.id], removeAll, "Query");
    await remove();
    expect(await accountRows()).toEqual([]);
    await expectConsistent();
  });

  test("a client that somebody changes at the same time is removed", async () => {
    const client = await sampleClient();
    onceBefore(['"Delete"', client.id], () => save(client, { status: "inactive" }));
    expect(await remove()).toMatchObject(removed(1, 0));
    expect((await listed()).clients).toEqual([]);
    await expectConsistent();
  });

  test("a client that is removed and created again while somebody saves it stays as it was created", async () => {
    const sample = await sampleClient();
    onceBefore(['"Put"', sample.id], async () => {
      await remove();
      await sampleClient({ id: sample.id });
    });
    expect((await save(sample, { status: "inactive" })).status).toBe(409);
    expect((await listed()).clients).toMatchObject([{ status: "active", version: 1 }]);
    await expectConsistent();
  });

  test("those that somebody edited or paid are named before their removal, and not those of an earlier seeding", async () => {
    const changed = async () => (await on.call("GET /api/v1/samples")).body.changed;
    const seed = async () => {
      for (const [index, client] of sampleClients.entries())
        await sampleClient({ id: client.id, name: `Sample ${index}` });
      for (const { id, client } of sampleSubscriptions)
        await on.subscribe(sampleClients.find(({ email }) => email === client)?.id ?? "", due, {
          id,
          sample: true,
        });
    };
    const [edited, paid, priced, added] = sampleClients.map(({ id }) => ({ id }));
    if (!edited || !paid || !priced || !added) throw new Error("There are five sample clients.");
    await seed();
    expect(await changed()).toEqual([]);

    await save(edited as Client, { name: "Umoja SACCO" });
    await on.call("POST /api/v1/clients/{id}/payments", {
      params: paid,
      body: { id: randomUUID(), amount: 149.99, reference: "A" },
    });
    await on.change(sampleSubscriptions[3]?.id ?? "", { amount: 7 });
    await sampleSubscription(added as Client);
    expect((await changed()).map(({ name }) => name).sort()).toEqual([
      "Sample 1",
      "Sample 2",
      "Sample 3",
      "Umoja SACCO",
    ]);
    expect(await remove()).toMatchObject(removed(5, 7));
    await seed();
    expect(await changed()).toEqual([]);
  });

  test("a real record that is created meanwhile stops the removal by a member of staff", async () => {
    const keptSubscription = await sampleSubscription(await sampleClient());
    onceBefore(['"Delete"', keptSubscription.id], () => on.newClient({ name: "Real" }));
    expect(await remove()).toMatchObject({
      status: 403,
      body: { error: "There are real records now, so only an administrator can remove the sample data." },
    });
    expect(await find(keptSubscription.id)).toBeDefined();
    await expectConsistent();
  });
});

const accountRows = async () => (await Promise.all(["Accounts", "Charges", "Payments"].map(on.rows))).flat();

/** Charges before those of the subscription, each with its own payment. */
async function seedPaidCharges(subscription_id: string, client_id: string, count: number) {
  const periodAt = (index: number) => addDays("2020-01-01", index);
  const placeAt = (index: number) => ofPeriod(subscription_id, periodAt(index));
  const payments = await seedRows(on.product, "Payments", count, (id, index) => ({
    id,
    client_id,
    paid_on: "2026-12-01",
    cents: 100,
    currency: "USD",
    reference: "",
    source: "hand",
    recorded_at: "2026-12-01T09:00:00.000Z",
    state: "recorded",
    allocations: [{ charge_id: placeAt(index).id, cents: 100 }],
  }));
  await seedRows(on.product, "Charges", count, (_, index) =>
    chargeRow(
      client_id,
      {
        ...placeAt(index),
        currency: "USD",
        cents: 100,
        paid_cents: 100,
        paid_by: payments.slice(index, index + 1),
      },
      { sample: true },
    ),
  );
}

describe("with real records", () => {
  beforeAll(begin);
  afterAll(end);

  test("samples count in no figure, and only an administrator can remove them; real records stay", async () => {
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
      dueSoonAmount: 10,
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
    await expectConsistent();
  });
});

describe("a sample stays a sample", () => {
  beforeEach(async () => {
    await begin();
    return end;
  });

  test("it stays one whatever is saved over it, gets no email, and is removed with the samples", async () => {
    const sample = await sampleClient();
    const subscription = await sampleSubscription(sample);
    await on.newClient({ name: "Real" });
    const { client } = (await save(sample, { name: "Umoja SACCO", email: "pay@umoja.example" })).body;
    expect(client).toMatchObject({ name: "Umoja SACCO", sample: true });
    await on.change(subscription.id, { amount: 500, next_billing_date: "2026-12-30" });
    expect(await find(subscription.id)).toMatchObject({ amount: 500, sample: true });
    await on.call("POST /api/v1/clients/{id}/payments", {
      params: { id: sample.id },
      body: { id: randomUUID(), amount: 570, credit: true, reference: "A" },
    });
    const { stats, owed, received } = await dashboard();
    expect(stats).toMatchObject({ sampleRecords: 2, realRecords: 1, totalActiveClients: 1 });
    expect([owed, received?.at(-1)]).toMatchObject([[], { payments: 0 }]);
    await expectConsistent();

    expect(await on.sendNow()).toMatchObject({ sent: 0 });
    await on.product.idle();
    expect(await on.mails(/^New client: Umoja SACCO/)).toEqual([]);
    expect(await remove(asAdmin)).toMatchObject(removed(1, 1));
    expect(await listed()).toMatchObject({ clients: [{ name: "Real" }], subscriptions: [] });
    await expectConsistent();
  });

  test("its subscription cannot move to a real client, nor a real one to it; the other kind cannot be added", async () => {
    const sample = await sampleClient();
    const otherSample = await sampleClient({ email: "other@sample.example" });
    const moving = await sampleSubscription(sample);
    await on.change(moving.id, { client_id: otherSample.id });
    expect(await find(moving.id)).toMatchObject({ client_id: otherSample.id, sample: true });
    const real = await on.newClient({ name: "Real" });
    const subscription = await on.subscribe(real.id, due);
    await expectConsistent();

    const body = { start_date: "2026-01-15", frequency: "monthly", amount: 1 } as const;
    const move = (id: string, client_id: string) =>
      on.call("PUT /api/v1/subscriptions/{id}", { params: { id }, body: { ...body, client_id } });
    const add = (client_id: string, more: object = {}) =>
      on.call("POST /api/v1/subscriptions", { body: { ...body, client_id, ...more } });
    const sampleRefused = {
      status: 409,
      body: {
        error:
          "This subscription is sample data, so it can only belong to a sample client. Add a new subscription for the real client.",
      },
    };
    const realRefused = {
      status: 409,
      body: {
        error: "That client is sample data, so it cannot have a real subscription. Choose a real client.",
      },
    };
    expect(await move(moving.id, real.id)).toMatchObject(sampleRefused);
    expect(await add(real.id, { sample: true })).toMatchObject(sampleRefused);
    expect(await move(subscription.id, sample.id)).toMatchObject(realRefused);
    expect(await add(sample.id)).toMatchObject(realRefused);
    expect(await find(moving.id)).toMatchObject({ client_id: otherSample.id, sample: true });
    expect(await find(subscription.id)).toMatchObject({ client_id: real.id });
    await expectConsistent();
  });
});
