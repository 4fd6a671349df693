import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import type { Client } from "../../shared/clients/client.ts";
import {
  asAdmin,
  begin,
  dashboard,
  due,
  end,
  expectConsistent,
  find,
  listed,
  on,
  onceBefore,
  putCounters,
  remove,
  removed,
  sampleClient,
  sampleSubscription,
  save,
} from "../../test/samples.ts";
import { seedRows } from "../../test/seed-rows.ts";
import { clientCounts, subscriptionCounts, sumOf } from "../platform/dynamo/counters.ts";

describe("saving a sample client", () => {
  let sample: Client;
  beforeEach(async () => {
    await begin();
    sample = await sampleClient();
    return end;
  });

  test("one that is removed and created again in between stays as it was created", async () => {
    onceBefore(['"Put"', sample.id], async () => {
      await remove();
      await sampleClient({ id: sample.id });
    });
    expect((await save(sample, { status: "inactive" })).status).toBe(409);
    expect((await listed()).clients).toMatchObject([{ status: "active", version: 1 }]);
    await expectConsistent();
  });

  test("it stays a sample when only its status changes; with new details, it and its subscriptions are converted", async () => {
    const kept = await sampleSubscription(sample);
    await pay(kept.id);
    expect((await dashboard()).received?.at(-1)).toMatchObject({ payments: 1 });
    await expectConsistent();
    expect((await save(sample, { status: "inactive" })).body.client.sample).toBe(true);
    expect((await save(sample, { status: "active" })).body.client.sample).toBe(true);

    const { client } = (await save(sample, { name: "Umoja SACCO", email: "pay@umoja.example" })).body;
    expect(client).not.toHaveProperty("sample");
    expect(await find(kept.id)).not.toHaveProperty("sample");
    const { stats, received } = await dashboard();
    expect(stats).toMatchObject({ sampleRecords: 0, realRecords: 2, renewalsThisWeek: 0 });
    expect(received?.at(-1)).toMatchObject({ payments: 1 });
    await expectConsistent();

    await on.change(kept.id, { next_billing_date: "2026-12-30" });
    expect(await on.sendNow()).toMatchObject({ sent: 1 });
    expect((await on.reminders()).map(({ to }) => to)).toEqual([["pay@umoja.example"]]);
    await on.product.idle();
    expect(await on.mails(/^New client: Umoja SACCO/)).toHaveLength(1);
    expect(await remove(asAdmin)).toMatchObject(removed(0, 0));
    expect(await listed()).toMatchObject({ clients: [{ id: client.id }], subscriptions: [{ id: kept.id }] });
  });

  test("a subscription that is added at the same time becomes real too", async () => {
    const [early, late] = [await sampleSubscription(sample), randomUUID()];
    onceBefore(["Umoja SACCO"], () => sampleSubscription(sample, { id: late }));
    expect((await save(sample, { name: "Umoja SACCO" })).status).toBe(200);
    for (const id of [early.id, late]) expect(await find(id)).not.toHaveProperty("sample");
    await expectConsistent();
  });

  test("its credit is in the sums once it is real, also without a subscription", async () => {
    const params = { id: sample.id };
    const body = { amount: 70, currency: "USD", credit: true, reference: "A" } as const;
    await on.call("POST /api/v1/clients/{id}/payments", {
      params,
      body: { id: crypto.randomUUID(), ...body },
    });
    await on.newClient({ name: "Real" });
    expect((await dashboard()).owed).toEqual([]);
    await save(sample, { name: "Umoja SACCO" });
    expect((await dashboard()).owed).toMatchObject([{ currency: "USD", credit: 70 }]);
  });

  test("a subscription that is added just after is real from the start", async () => {
    const id = randomUUID();
    onceBefore(['"Put"', id], () => save(sample, { name: "Umoja SACCO" }));
    const made = await on.subscribe(sample.id, due, { id });
    expect(made).not.toHaveProperty("sample");
    await expectConsistent();
  });

  test("a removal of samples that has begun keeps the real client and its subscriptions", async () => {
    const kept = await sampleSubscription(sample);
    onceBefore(['"Delete"', kept.id], () => save(sample, { name: "Umoja SACCO" }));
    expect(await remove(asAdmin)).toMatchObject(removed(0, 0));
    expect(await find(kept.id)).not.toHaveProperty("sample");
    expect((await listed()).clients).toMatchObject([{ name: "Umoja SACCO" }]);
    await expectConsistent();
  });

  test("a removal keeps and converts a subscription that a failed conversion left behind", async () => {
    const kept = await sampleSubscription(sample);
    const [row] = await on.rows("Subscriptions");
    await save(sample, { name: "Umoja SACCO" });
    await on.put("Subscriptions", { ...row, version: 3 });
    const asSample = sumOf([clientCounts({ status: "active" }), subscriptionCounts(row as never)]);
    await putCounters(asSample);
    await expectConsistent();

    expect(await remove(asAdmin)).toMatchObject(removed(0, 0));
    expect(await find(kept.id)).not.toHaveProperty("sample");
    await expectConsistent();
  });

  test("with more subscriptions than one transaction takes, each has an activity record", async () => {
    const client = await sampleClient();
    const { id: one } = await sampleSubscription(client);
    const [row] = (await on.rows("Subscriptions")).filter(({ id }) => id === one);
    await seedRows(on.product, "Subscriptions", 50, (id) => ({ ...row, id }));
    expect((await save(client, { name: "Real, and many" })).status).toBe(200);
    const kept = (await listed()).subscriptions.filter(({ client_id }) => client_id === client.id);
    expect(kept.filter(({ sample }) => sample)).toEqual([]);
    const records = (await on.rows("Activity")).filter(
      ({ subject, kind }) => subject === client.id && kind === "subscription-changed",
    );
    expect(records.map(({ before }) => before)).toEqual(kept.map(() => ({ sample: true })));
  });

  test("a sample subscription becomes real when it moves to a real client; a real one cannot move to a sample client", async () => {
    const moving = await sampleSubscription(sample);
    await pay(moving.id);
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
    await expectConsistent();
  });
});

const pay = (id: string) =>
  on.call("POST /api/v1/subscriptions/{id}/renewals", {
    params: { id },
    body: { id: crypto.randomUUID(), period: due },
  });

const wantedOf = ({ start_date, frequency, amount, status }: Record<string, unknown> = {}) => ({
  start_date,
  frequency,
  amount,
  status,
});
