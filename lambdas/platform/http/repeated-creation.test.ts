import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payPeriods } from "../../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../../test/product/reminder-product.ts";
import { aClient } from "../../../test/product/staffed.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterAll(() => on?.product.stop());

const counted = async () => {
  const { realRecords, totalActiveClients, monthlyRecurringRevenue } = (
    await on.call("GET /api/v1/dashboard/stats")
  ).body.stats;
  return { realRecords, totalActiveClients, monthlyRecurringRevenue };
};

describe("creating a client with an id of the browser", () => {
  const body = { ...aClient, name: "Named Once" };
  const post = (more: object) => on.call("POST /api/v1/clients", { body: { ...body, ...more } });
  const clients = async () => (await on.call("GET /api/v1/clients")).body.clients;

  test("uses that id; a repetition creates, counts and announces nothing more", async () => {
    const [id, before] = [randomUUID(), await counted()];
    const first = await post({ id });
    expect([first.status, first.body.client.id]).toEqual([201, id]);
    const repeated = await post({ id, name: "  Named Once " });
    expect([repeated.status, repeated.body]).toEqual([201, first.body]);
    expect((await clients()).filter((client) => client.id === id)).toEqual([first.body.client]);
    expect(await counted()).toMatchObject({ realRecords: before.realRecords + 1 });
    await on.product.idle();
    expect(await on.mails(/^New client: Named Once/)).toHaveLength(1);
  });

  test("twenty concurrent requests create one record, and all return it", async () => {
    const [id, before] = [randomUUID(), await counted()];
    const answers = await Promise.all(Array.from({ length: 20 }, () => post({ id })));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(201));
    for (const { body } of answers) expect(body).toEqual(answers[0]?.body);
    expect(await counted()).toMatchObject({ realRecords: before.realRecords + 1 });
  });

  test("other content is a 409, and changes nothing", async () => {
    const id = randomUUID();
    const { client } = (await post({ id })).body;
    const refused = await post({ id, phone: "0712 000 000" });
    expect([refused.status, refused.body]).toEqual([
      409,
      { error: "This client was stored by an earlier attempt, with other content." },
    ]);
    expect((await clients()).find((listed) => listed.id === id)).toEqual(client);
  });

  test("after an edit, the first content still returns 201, with the client as it is now", async () => {
    const id = randomUUID();
    await post({ id });
    const edited = (
      await on.call("PUT /api/v1/clients/{id}", { params: { id }, body: { ...body, name: "Renamed" } })
    ).body.client;
    expect(await post({ id })).toMatchObject({ status: 201, body: { client: edited } });
    expect(await post({ id, name: "Renamed" })).toMatchObject({ status: 409 });
    expect((await clients()).find((listed) => listed.id === id)).toEqual(edited);
  });

  test("the request's digest is never returned, and is removed when the client is erased", async () => {
    const id = randomUUID();
    const stored = async () => (await on.rows("Clients")).find((row) => row.id === id);
    const answers = [await post({ id }), await post({ id })];
    expect(await stored()).toHaveProperty("made_from");
    const change = { params: { id }, body: { ...body, name: "Other" } };
    const { client } = (await on.call("PUT /api/v1/clients/{id}", change)).body;
    expect(await stored()).toHaveProperty("made_from");
    expect(JSON.stringify([answers, client, await clients()])).not.toContain("made_from");

    const admin = on.product.callerFor(
      (await on.product.signIn(await on.product.createStaff("admin"))).access,
    );
    const erase = { params: { id }, body: { version: client.version } };
    expect((await admin("POST /api/v1/clients/{id}/erasure", erase)).status).toBe(200);
    expect(await stored()).not.toHaveProperty("made_from");
    expect((await post({ id })).status).toBe(409);
  });

  test("an invalid id is refused", async () => {
    expect(await post({ id: "client-1" })).toMatchObject({
      status: 400,
      body: { error: "That is not a valid id." },
    });
  });
});

describe("creating a subscription with an id of the browser", () => {
  const terms = { start_date: "2026-01-31", frequency: "monthly", amount: 149.99 };
  const post = (body: object) => on.call("POST /api/v1/subscriptions", { body: { ...terms, ...body } });
  const count = async (id: string) =>
    (await on.call("GET /api/v1/subscriptions")).body.subscriptions.filter(
      (subscription) => subscription.id === id,
    ).length;

  test("concurrent repetitions create and count one record", async () => {
    const client_id = (await on.newClient()).id;
    const [id, before] = [randomUUID(), await counted()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => post({ id, client_id })));
    expect(answers.map(({ status, body }) => [status, body.subscription.id])).toEqual(
      Array(10).fill([201, id]),
    );
    expect(JSON.stringify(answers)).not.toContain("made_from");
    expect(await count(id)).toBe(1);
    expect(await counted()).toMatchObject({
      realRecords: before.realRecords + 1,
      monthlyRecurringRevenue: Math.round((before.monthlyRecurringRevenue + 149.99) * 100) / 100,
    });
  });

  test("after a renewal, the first content returns the date as it is now; other content is a 409", async () => {
    const client_id = (await on.newClient()).id;
    const id = randomUUID();
    const { next_billing_date: period } = (await post({ id, client_id })).body.subscription;
    const paid = await payPeriods(on.call, id, { period });
    expect((await post({ id, client_id })).body.subscription).toEqual(paid.body.subscription);
    expect(await post({ id, client_id, amount: 15 })).toMatchObject({
      status: 409,
      body: { error: "This subscription was stored by an earlier attempt, with other content." },
    });
    expect(await count(id)).toBe(1);
  });
});
