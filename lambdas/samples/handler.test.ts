import { expect, test } from "vitest";
import { aClient, staffedProduct } from "../../e2e/staffed.ts";

const running = staffedProduct();
const sampleClient = { ...aClient, name: "Sample", sample: true };
const subscription = { start_date: "2026-01-15", frequency: "monthly", amount: 149.99 };

test("samples can be made, are counted apart, and are removed in one action by an administrator only", async () => {
  const { client } = (await running.asStaff("POST /api/v1/clients", { body: sampleClient })).body;
  expect(client.sample).toBe(true);
  const made = await running.asStaff("POST /api/v1/subscriptions", {
    body: { ...subscription, client_id: client.id, sample: true },
  });
  expect(made.body.subscription.sample).toBe(true);
  const counted = (await running.asStaff("GET /api/v1/dashboard/stats")).body.stats;
  expect(counted).toMatchObject({ sampleRecords: 2, realRecords: 0, totalActiveSubscriptions: 1 });

  expect(await running.asStaff("DELETE /api/v1/samples")).toMatchObject({
    status: 403,
    body: { error: "Only an administrator can do this." },
  });
  const { status, body } = await running.asAdmin("DELETE /api/v1/samples");
  expect([status, body]).toEqual([200, { removed: { clients: 1, subscriptions: 1 } }]);
  expect((await running.asStaff("GET /api/v1/clients")).body.clients).toEqual([]);
  const empty = (await running.asStaff("GET /api/v1/dashboard/stats")).body.stats;
  expect(empty).toMatchObject({ sampleRecords: 0, realRecords: 0, totalActiveSubscriptions: 0 });
});

test("what is kept for a sample client is a sample, and a real client takes no sample subscription", async () => {
  const sample = (await running.asStaff("POST /api/v1/clients", { body: sampleClient })).body.client;
  const kept = await running.asStaff("POST /api/v1/subscriptions", {
    body: { ...subscription, client_id: sample.id },
  });
  expect(kept.body.subscription.sample).toBe(true);
  const real = (await running.asStaff("POST /api/v1/clients", { body: aClient })).body.client;
  expect(
    await running.asStaff("POST /api/v1/subscriptions", {
      body: { ...subscription, client_id: real.id, sample: true },
    }),
  ).toMatchObject({ status: 400, body: { error: "Sample subscriptions belong to sample clients." } });
});

test("once a real record exists, no sample can be added, and removal leaves the real ones alone", async () => {
  const { status, body } = await running.asStaff("POST /api/v1/clients", { body: sampleClient });
  expect([status, body.error]).toEqual([
    409,
    "There are real clients or subscriptions already, so no sample data can be added.",
  ]);
  await running.asAdmin("DELETE /api/v1/samples");
  const { clients } = (await running.asStaff("GET /api/v1/clients")).body;
  expect(clients.map(({ name }) => name)).toEqual([aClient.name]);
});
