import { beforeAll, describe, expect, test } from "vitest";
import { MAX_SERVICE_LENGTH } from "../../shared/subscriptions/subscription.ts";
import { type AwsCall, intercept } from "../../test/product/interception.ts";
import { aClient } from "../../test/product/staffed.ts";
import { subscriptionCalls } from "../../test/product/subscription-calls.ts";

const calls = subscriptionCalls({ start_date: "2026-01-31", frequency: "monthly", amount: 149.99 });
const { on: running, client: owner, wanted, change, pay } = calls;
const create = async (more: object = {}) => (await calls.create(more)).body.subscription;
let between: (call: AwsCall) => Promise<void> = async () => {};
beforeAll(() =>
  intercept(running.product, async (call, pass) => {
    await between(call);
    return pass();
  }),
);
const changeClient = (id: string, body: object) =>
  running.asStaff("PUT /api/v1/clients/{id}", { params: { id }, body: { ...aClient, ...body } });
const inactiveClient = "That client is inactive. Make the client active first, or choose another.";
const erasedClient = "That client was erased and can have no new subscription.";
async function goneClients() {
  const createClient = async (status: string) =>
    (await running.asStaff("POST /api/v1/clients", { body: { ...aClient, status } })).body.client;
  const erased = await createClient("active");
  await running.asAdmin("POST /api/v1/clients/{id}/erasure", {
    params: { id: erased.id },
    body: { version: erased.version },
  });
  return { inactive: await createClient("inactive"), erased };
}
const find = async (id: string) =>
  (await running.asStaff("GET /api/v1/subscriptions")).body.subscriptions.find(
    (subscription) => subscription.id === id,
  );

describe("creating a subscription", () => {
  test("computes the next billing date: the first occurrence that is today or later", async () => {
    const { status, body } = await running.asStaff("POST /api/v1/subscriptions", {
      body: { client_id: owner.id, ...wanted },
    });
    expect(status).toBe(201);
    expect(body.subscription).toMatchObject({
      ...wanted,
      client_id: owner.id,
      status: "active",
      next_billing_date: "2026-12-31",
      billing_anchor: "2026-01-31",
      version: 1,
    });
  });

  test("takes a typed date that is already unpaid as the new anchor", async () => {
    const subscription = await create({ next_billing_date: "2026-12-20" });
    expect(subscription).toMatchObject({ next_billing_date: "2026-12-20", billing_anchor: "2026-12-20" });
  });

  test("keeps money exact to the cent", async () => {
    for (const amount of [0, 0.07, 19.99, 1999.99, 99_999_999.99]) {
      const { id } = await create({ amount });
      expect((await find(id))?.amount).toBe(amount);
    }
  });

  test("has a service of one line, which a save without it keeps", async () => {
    const { id, service } = await create({ service: " Payroll\u2028and\u00a0leave " });
    expect(service).toBe("Payroll and leave");
    expect((await change(id, {})).body.subscription.service).toBe("Payroll and leave");
    expect((await change(id, { service: "Ledger" })).body.subscription.service).toBe("Ledger");
    expect(await change(id, { service: "x".repeat(MAX_SERVICE_LENGTH + 1) })).toMatchObject({
      status: 400,
      body: { error: `The service is too long (at most ${MAX_SERVICE_LENGTH} characters).` },
    });
    expect((await change(id, { service: "" })).body.subscription).not.toHaveProperty("service");
    expect(await find(id)).not.toHaveProperty("service");
  });

  test("for a client that does not exist is refused, and nothing is stored", async () => {
    const before = (await running.asStaff("GET /api/v1/subscriptions")).body.subscriptions.length;
    const { status, body } = await running.asStaff("POST /api/v1/subscriptions", {
      body: { ...wanted, client_id: crypto.randomUUID() },
    });
    expect([status, body.error]).toEqual([400, "That client does not exist."]);
    expect((await running.asStaff("GET /api/v1/subscriptions")).body.subscriptions.length).toBe(before);
  });

  test("for a client that is inactive or erased is refused in a sentence, and nothing is stored", async () => {
    const { inactive, erased } = await goneClients();
    const before = (await running.asStaff("GET /api/v1/subscriptions")).body.subscriptions.length;
    for (const [client_id, error] of [
      [inactive.id, inactiveClient],
      [erased.id, erasedClient],
    ]) {
      const answer = await running.asStaff("POST /api/v1/subscriptions", { body: { ...wanted, client_id } });
      expect([answer.status, answer.body.error]).toEqual([400, error]);
    }
    expect((await running.asStaff("GET /api/v1/subscriptions")).body.subscriptions.length).toBe(before);
  });

  test("while its client becomes inactive never stores one for an inactive client", async () => {
    const client = (await running.asStaff("POST /api/v1/clients", { body: aClient })).body.client;
    // Somebody makes the client inactive between the read and the write.
    between = async ({ operation, body }) => {
      if (operation !== "TransactWriteItems" || !body.includes("ConditionCheck")) return;
      between = async () => {};
      await changeClient(client.id, { status: "inactive" });
    };
    const { status, body } = await running.asStaff("POST /api/v1/subscriptions", {
      body: { ...wanted, client_id: client.id },
    });
    expect([status, body.error]).toEqual([400, inactiveClient]);
  });

  test("the list has today's date of the business", async () => {
    expect((await running.asStaff("GET /api/v1/subscriptions")).body.today).toBe("2026-12-24");
  });
});

describe("changing a subscription", () => {
  test("a change of amount or status does not change the billing date", async () => {
    const { id } = await create({ next_billing_date: "2026-11-30" });
    const { body } = await change(id, { amount: 5, status: "paused" });
    expect(body.subscription).toMatchObject({ amount: 5, status: "paused", next_billing_date: "2026-11-30" });
    expect((await change(id, { status: "active" })).body.subscription.next_billing_date).toBe("2026-11-30");
  });

  test("a change of amount never undoes a renewal", async () => {
    const { id } = await create();
    await pay(id, { period: "2026-12-31" });
    expect((await change(id, { amount: 1 })).body.subscription.next_billing_date).toBe("2027-01-31");
  });

  test("a new start date restarts the schedule", async () => {
    const { id } = await create();
    expect((await change(id, { start_date: "2026-02-10" })).body.subscription).toMatchObject({
      start_date: "2026-02-10",
      next_billing_date: "2027-01-10",
    });
  });

  test("a new frequency keeps what is paid up to, once there are renewals", async () => {
    const renewed = await create();
    await pay(renewed.id, { period: "2026-12-31" });
    expect((await change(renewed.id, { frequency: "yearly" })).body.subscription).toMatchObject({
      next_billing_date: "2027-01-31",
      billing_anchor: "2027-01-31",
    });
    const unrenewed = await create();
    expect((await change(unrenewed.id, { frequency: "yearly" })).body.subscription.next_billing_date).toBe(
      "2027-01-31",
    );
  });

  test("does not change absent fields", async () => {
    const { id } = await create({ status: "paused", muted: true });
    const { body } = await change(id, { amount: 7 });
    expect(body.subscription).toMatchObject({ status: "paused", muted: true, amount: 7 });
  });

  test("another kind of VAT reaches its charges, and is in the activity", async () => {
    const { id } = await create({ next_billing_date: "2026-11-30", vat: "zero" });
    const vats = async () =>
      (await running.asStaff("GET /api/v1/clients/{id}/account", { params: { id: owner.id } })).body.charges
        .filter(({ subscription_id }) => subscription_id === id)
        .map(({ vat }) => vat);
    expect(await vats()).toEqual(["zero", "zero"]);
    expect((await change(id, { vat: "exempt" })).body.subscription.vat).toBe("exempt");
    expect(await vats()).toEqual(["exempt", "exempt"]);
    expect((await change(id, { amount: 7 })).body.subscription.vat).toBe("exempt");
    const { entries } = (
      await running.asStaff("GET /api/v1/clients/{id}/timeline", { params: { id: owner.id }, query: {} })
    ).body;
    expect(entries).toContainEqual(
      expect.objectContaining({
        what: "subscription-changed",
        before: { vat: "zero" },
        after: { vat: "exempt" },
      }),
    );
    const refused = await change(id, { vat: "16" });
    expect([refused.status, refused.body.error]).toEqual([400, "The VAT must be standard, zero or exempt."]);
  });

  test("to an inactive or erased client is refused; a subscription of such a client can still be edited", async () => {
    const { inactive, erased } = await goneClients();
    const { id } = await create();
    for (const [client_id, error] of [
      [inactive.id, inactiveClient],
      [erased.id, erasedClient],
    ]) {
      const answer = await change(id, { client_id });
      expect([answer.status, answer.body.error]).toEqual([400, error]);
    }
    expect((await find(id))?.client_id).toBe(owner.id);

    const leaving = (await running.asStaff("POST /api/v1/clients", { body: aClient })).body.client;
    expect((await change(id, { client_id: leaving.id })).status).toBe(200);
    await changeClient(leaving.id, { status: "inactive" });
    const { body } = await change(id, { client_id: leaving.id, amount: 3, status: "active" });
    expect(body.subscription).toMatchObject({ client_id: leaving.id, amount: 3 });
  });

  test("while its new client becomes inactive is refused", async () => {
    const client = (await running.asStaff("POST /api/v1/clients", { body: aClient })).body.client;
    const { id } = await create();
    between = async ({ operation, body }) => {
      if (operation !== "TransactWriteItems" || !body.includes(id)) return;
      between = async () => {};
      await changeClient(client.id, { status: "inactive" });
    };
    const { status, body } = await change(id, { client_id: client.id });
    expect([status, body.error]).toEqual([400, inactiveClient]);
    expect((await find(id))?.client_id).toBe(owner.id);
  });

  test("is refused with 409 if somebody else has changed it", async () => {
    const { id, version } = await create();
    expect((await change(id, { amount: 1, version })).status).toBe(200);
    const { status, body } = await change(id, { amount: 2, version });
    expect([status, body.error]).toEqual([
      409,
      "Somebody else changed this subscription in the meantime. Reload and try again.",
    ]);
    expect((await find(id))?.amount).toBe(1);
  });

  test("of an unknown subscription is a 404, to an unknown client a 400", async () => {
    expect((await change(crypto.randomUUID(), {})).status).toBe(404);
    const { id } = await create();
    expect((await change(id, { client_id: crypto.randomUUID() })).body.error).toBe(
      "That client does not exist.",
    );
    expect((await find(id))?.client_id).toBe(owner.id);
  });
});
