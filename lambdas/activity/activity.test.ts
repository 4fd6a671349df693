import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retention } from "../../shared/retention.ts";
import { type AwsCall, intercept } from "../../test/interception.ts";
import { type Reminding, startReminding } from "../../test/reminding.ts";
import { aClient } from "../../test/staffed.ts";

let on: Reminding;
let asAdmin: Reminding["call"];
let instead: (call: AwsCall) => Response | undefined = () => undefined;

beforeAll(async () => {
  on = await startReminding();
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.employ("admin"))).access);
  intercept(on.product, async (call, pass) => {
    return instead(call) ?? pass();
  });
});
afterAll(() => on?.product.stop());

const recordsOf = async (subject: string) =>
  (await on.rows("Activity"))
    .filter((row) => row.subject === subject)
    .sort((a, b) => (String(a.at) < String(b.at) ? -1 : 1));

describe("whoever changes a record leaves who, when, before and after", () => {
  test("at a client, its subscriptions and its payments: once each, however often it is asked for", async () => {
    const id = crypto.randomUUID();
    const add = () => on.call("POST /api/v1/clients", { body: { ...aClient, id } });
    await Promise.all([add(), add()]);
    const change = (body: object) =>
      on.call("PUT /api/v1/clients/{id}", { params: { id }, body: { ...aClient, ...body } });
    await asAdmin("PUT /api/v1/clients/{id}", { params: { id }, body: { ...aClient, phone: "0711 222333" } });
    expect((await change({ name: "Late", version: 1 })).status).toBe(409);
    expect((await change({})).status).toBe(200);

    const { id: sold } = await on.subscribe(id, "2026-12-31", { service: "Ledger" });
    await on.change(sold, { amount: 200, status: "paused" });
    const params = { id: sold };
    const body = { period: "2026-12-31", reference: "SFT6QX1Z9K" };
    const pay = () => on.call("POST /api/v1/subscriptions/{id}/renewals", { params, body });
    await Promise.all([pay(), pay()]);
    const undo = () =>
      on.call("DELETE /api/v1/subscriptions/{id}/renewals/{period}", {
        params: { ...params, period: "2026-12-31" },
      });
    await undo();
    expect((await undo()).status).toBe(404);

    const said = (await recordsOf(id)).map(({ kind, name, before = {}, after = {}, subscription_id }) => [
      kind,
      name,
      before,
      after,
      subscription_id,
    ]);
    const [staff, admin] = ["Person 1", "Person 2"];
    const paid = { period: "2026-12-31", paid_on: "2026-12-24", amount: 200, reference: body.reference };
    expect(said).toEqual([
      ["client-added", staff, {}, { ...aClient, status: "active" }, undefined],
      ["client-changed", admin, {}, { phone: "0711 222333" }, undefined],
      [
        "subscription-added",
        staff,
        {},
        {
          ...{ service: "Ledger", amount: 149.99, frequency: "monthly", status: "active" },
          ...{ start_date: "2026-01-15", next_billing_date: "2026-12-31", billing_anchor: "2026-12-31" },
        },
        sold,
      ],
      [
        "subscription-changed",
        staff,
        { amount: 149.99, status: "active" },
        { amount: 200, status: "paused" },
        sold,
      ],
      ["payment-recorded", staff, {}, { ...paid, next_billing_date: "2027-01-31" }, sold],
      [
        "payment-undone",
        staff,
        { ...paid, next_billing_date: "2027-01-31" },
        { next_billing_date: "2026-12-31" },
        sold,
      ],
    ]);
  });

  test("at the settings, and goes by itself after 24 months", async () => {
    await on.saveSettings({ company_name: "Mwamba" });
    await on.saveSettings({ company_name: "Mwamba", notify_system: false });
    await on.saveSettings({ company_name: "Mwamba", notify_system: false });
    const [first, second, ...more] = await recordsOf("settings");
    expect([first, second, more]).toMatchObject([
      { kind: "settings-changed", before: {}, after: { company_name: "Mwamba" } },
      { before: { notify_system: true }, after: { notify_system: false }, name: "Person 1" },
      [],
    ]);
    const at = Date.parse(String(first?.at).split("#", 1)[0] ?? "") / 1_000;
    expect(
      Math.abs(Number(first?.expires_at) - at - retention.activity.usual * (365 / 12) * 86_400),
    ).toBeLessThan(1);
  });

  test("and the system leaves its own, when mail to an address came back", async () => {
    const client = await on.newClient({ email: "bounce@simulator.amazonses.com" });
    await on.subscribe(client.id, "2026-12-31");
    await on.sweep();
    // Events say the second they happened in: it may stand before what was added in the same second.
    const found = (await recordsOf(client.id)).filter(({ by }) => by === "system");
    expect(found).toMatchObject([
      { kind: "client-changed", name: "The system", after: { mail_problem: "bounced" } },
    ]);
  });
});

test("an erasure takes the person out of every record, and is finished when it was cut off", async () => {
  const client = await on.newClient({ name: "Njeri Wambui", email: "njeri@wambui.example" });
  await on.call("PUT /api/v1/clients/{id}", {
    params: { id: client.id },
    body: { name: "Njeri Kamau", email: "njeri@wambui.example", version: 1 },
  });
  await on.subscribe(client.id, "2027-01-15", { amount: 77 });
  const erase = () =>
    asAdmin("POST /api/v1/clients/{id}/erasure", { params: { id: client.id }, body: { version: 2 } });
  instead = ({ operation, body }) =>
    operation === "UpdateItem" && body.includes("#before")
      ? new Response(JSON.stringify({ __type: "com.amazon.coral.validate#ValidationException" }), {
          status: 400,
        })
      : undefined;
  expect((await erase()).status).toBe(500);
  expect(JSON.stringify(await recordsOf(client.id))).toContain("Njeri");
  instead = () => undefined;
  expect((await erase()).status).toBe(200);
  const left = await recordsOf(client.id);
  expect(JSON.stringify(left)).not.toMatch(/njeri/i);
  expect(left.map(({ kind, name }) => [kind, name])).toEqual([
    ["client-added", "Person 1"],
    ["client-changed", "Person 1"],
    ["subscription-added", "Person 1"],
    ["client-erased", "Person 2"],
  ]);
  expect(left[2]).toMatchObject({ after: { amount: 77 } });
});
