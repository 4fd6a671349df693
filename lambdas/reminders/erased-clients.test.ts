import { afterAll, beforeAll, expect, test } from "vitest";
import type { Client } from "../../shared/clients/client.ts";
import { intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let asAdmin: ReminderProduct["call"];
beforeAll(async () => {
  on = await startReminderProduct();
  asAdmin = on.product.callerFor((await on.product.signIn(await on.product.createStaff("admin"))).access);
  await on.saveSettings();
});
afterAll(() => on?.product.stop());

const erase = ({ id, version }: Client) =>
  asAdmin("POST /api/v1/clients/{id}/erasure", { params: { id }, body: { version } });
const stored = async ({ id }: Client) => (await on.rows("Clients")).find((row) => row.id === id);

test("no email goes to an erased client, neither from the daily run, nor the button, nor a single reminder", async () => {
  const client = await on.newClient({ name: "Njeri Wambui", email: "nobody@reminded.example" });
  const { id } = await on.subscribe(client.id, "2026-12-28");
  await erase(client);
  await on.sweep();
  await on.sendNow();
  const resent = await on.call("POST /api/v1/subscriptions/{id}/reminders", { params: { id } });
  expect(resent.body.reminder).toMatchObject({ state: "skipped", reason: "the client is inactive" });
  expect((await on.sendLog(id)).map(({ state, reason }) => [state, reason])).toEqual([
    ["skipped", "the client is inactive"],
  ]);
  // The erasure waives the open charges, and the client gets no reminder.
  const charges = (await on.rows("Charges")).filter((row) => row.client_id === client.id);
  expect(charges.map(({ state, waived_cents }) => [state, waived_cents])).toEqual([["waived", 14_999]]);
  expect((await on.reminders()).filter(({ to }) => to[0] === client.email)).toEqual([]);
});

test("a reminder that is being sent goes out; the send log keeps no address, and no data returns", async () => {
  const client = await on.newClient({ name: "Njeri Wambui", email: "bounce@simulator.amazonses.com" });
  const { id } = await on.subscribe(client.id, "2026-12-29");
  let erased = false;
  intercept(on.product, async ({ operation, body }, pass) => {
    // The email about a new client has the address too, in its text.
    const isReminder =
      operation === "SendRawEmail" && body.includes("Destinations.member.1=bounce%40simulator");
    if (isReminder && !erased) {
      erased = true;
      await erase(client);
    }
    return pass();
  });
  await on.sweep();
  expect((await on.reminders()).filter(({ to }) => to[0] === client.email)).toHaveLength(1);
  const lines = await on.sendLog();
  expect(lines.find((line) => line.subscription_id === id)).toMatchObject({ state: "bounced" });
  expect(JSON.stringify(lines)).not.toContain("@");
  expect(await stored(client)).not.toHaveProperty("mail_problem");
  expect(await stored(client)).toMatchObject({ email: "", version: 2 });
});

test("erasing a client removes the mail problems of the address too", async () => {
  const client = await on.newClient({ name: "Njeri Wambui", email: "bounce@simulator.amazonses.com" });
  const { id } = await on.subscribe(client.id, "2026-12-30", { service: "Till of Njeri" });
  await on.sweep();
  const bouncing = (await stored(client)) as Client;
  expect(bouncing.mail_problem).toMatchObject({ kind: "bounced" });
  expect((await on.sendLog(id))[0]?.service).toBe("Till of Njeri");
  await erase(bouncing);
  expect(await stored(client)).not.toHaveProperty("mail_problem");
  expect((await on.sendLog(id))[0]).not.toHaveProperty("service");
});
