import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { retention } from "../../shared/retention.ts";
import { type AwsCall, intercept } from "../../test/product/interception.ts";
import { paidPeriods, payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { aClient } from "../../test/product/staffed.ts";

let on: ReminderProduct;
let asAdmin: ReminderProduct["call"];
let respondInstead: (call: AwsCall) => Response | undefined = () => undefined;

beforeAll(async () => {
  on = await startReminderProduct();
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.createStaff("admin"))).access);
  intercept(on.product, async (call, pass) => {
    return respondInstead(call) ?? pass();
  });
});
afterAll(() => on?.product.stop());

const recordsOf = async (subject: string) =>
  (await on.rows("Activity"))
    .filter((row) => row.subject === subject)
    .sort((a, b) => (String(a.at) < String(b.at) ? -1 : 1));

describe("a change leaves a record of who, when, before and after", () => {
  test("changes of clients, subscriptions and payments are recorded once, also when requests are repeated", async () => {
    const id = crypto.randomUUID();
    const add = () => on.call("POST /api/v1/clients", { body: { ...aClient, id } });
    await Promise.all([add(), add()]);
    const change = (body: object) =>
      on.call("PUT /api/v1/clients/{id}", { params: { id }, body: { ...aClient, ...body } });
    await asAdmin("PUT /api/v1/clients/{id}", { params: { id }, body: { ...aClient, phone: "0711 222333" } });
    expect((await change({ name: "Late", version: 1 })).status).toBe(409);
    expect((await change({})).status).toBe(200);

    const { id: subscription_id } = await on.subscribe(id, "2026-12-31", { service: "Ledger" });
    await on.change(subscription_id, { amount: 200, status: "paused" });
    const body = { period: "2026-12-31", reference: "SFT6QX1Z9K" };
    const pay = () => payPeriods(on.call, subscription_id, body);
    await Promise.all([pay(), pay()]);
    const [payment] = await paidPeriods(on.call, subscription_id);
    const undo = () => on.call("DELETE /api/v1/payments/{id}", { params: { id: payment?.id ?? "" } });
    await undo();
    expect((await undo()).status).toBe(404);

    const recorded = (await recordsOf(id)).map(({ kind, name, before = {}, after = {}, subscription_id }) => [
      kind,
      name,
      before,
      after,
      subscription_id,
    ]);
    const [staff, admin] = ["Person 1", "Person 2"];
    const paid = { period: "2026-12-31", paid_on: "2026-12-24", amount: 200, reference: body.reference };
    expect(recorded).toEqual([
      ["client-added", staff, {}, { ...aClient, status: "active" }, undefined],
      ["client-changed", admin, {}, { phone: "0711 222333" }, undefined],
      [
        "subscription-added",
        staff,
        {},
        {
          service: "Ledger",
          amount: 149.99,
          frequency: "monthly",
          status: "active",
          start_date: "2026-01-15",
          next_billing_date: "2026-12-31",
          billing_anchor: "2026-12-31",
        },
        subscription_id,
      ],
      [
        "subscription-changed",
        staff,
        { amount: 149.99, status: "active" },
        { amount: 200, status: "paused" },
        subscription_id,
      ],
      ["payment-recorded", staff, {}, { ...paid, next_billing_date: "2027-01-31" }, subscription_id],
      ["payment-undone", staff, { ...paid, next_billing_date: "2027-01-31" }, {}, subscription_id],
    ]);
  });

  test("changes of the settings are recorded, and the records expire after 24 months", async () => {
    await on.saveSettings({ company_name: "Mwamba" });
    await on.saveSettings({ company_name: "Mwamba", notify_system: false });
    await on.saveSettings({ company_name: "Mwamba", notify_system: false });
    const [first, second, ...more] = await recordsOf("settings");
    expect([first, second, more]).toMatchObject([
      { kind: "settings-changed", before: {}, after: { company_name: "Mwamba" } },
      { before: { notify_system: true }, after: { notify_system: false }, name: "Person 3" },
      [],
    ]);
    const at = Date.parse(String(first?.at).split("#", 1)[0] ?? "") / 1_000;
    expect(
      Math.abs(Number(first?.expires_at) - at - retention.activity.defaultMonths * (365 / 12) * 86_400),
    ).toBeLessThan(1);
  });

  test("a bounced email is recorded as a change by the system", async () => {
    const client = await on.newClient({ email: "bounce@simulator.amazonses.com" });
    await on.subscribe(client.id, "2026-12-31");
    await on.sweep();
    // SES events have whole seconds, so this may sort before other records of the same second.
    const records = (await recordsOf(client.id)).filter(({ by }) => by === "system");
    expect(records).toMatchObject([
      { kind: "client-changed", name: "The system", after: { mail_problem: "bounced" } },
    ]);
  });
});

test("an erasure removes personal data from all records; after a failure, repeating it completes it", async () => {
  const client = await on.newClient({ name: "Njeri Wambui", email: "njeri@wambui.example" });
  await on.call("PUT /api/v1/clients/{id}", {
    params: { id: client.id },
    body: { name: "Njeri Kamau", email: "njeri@wambui.example", version: 1 },
  });
  await on.subscribe(client.id, "2027-01-15", { amount: 77 });
  const erase = () =>
    asAdmin("POST /api/v1/clients/{id}/erasure", { params: { id: client.id }, body: { version: 2 } });
  respondInstead = ({ operation, body }) =>
    operation === "UpdateItem" && body.includes("#before")
      ? new Response(JSON.stringify({ __type: "com.amazon.coral.validate#ValidationException" }), {
          status: 400,
        })
      : undefined;
  expect((await erase()).status).toBe(500);
  expect(JSON.stringify(await recordsOf(client.id))).toContain("Njeri");
  respondInstead = () => undefined;
  expect((await erase()).status).toBe(200);
  const remaining = await recordsOf(client.id);
  expect(JSON.stringify(remaining)).not.toMatch(/njeri/i);
  expect(remaining.map(({ kind, name }) => [kind, name])).toEqual([
    ["client-added", "Person 1"],
    ["client-changed", "Person 1"],
    ["subscription-added", "Person 1"],
    ["client-erased", "Person 2"],
  ]);
  expect(remaining[2]).toMatchObject({ after: { amount: 77 } });
});
