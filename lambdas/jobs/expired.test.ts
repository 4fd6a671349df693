import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, expect, test } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on?.product.stop());

async function daily() {
  return on.product.runSchedule(localSchedule("retention"), on.product.now());
}

test("a promise that was not kept is removed after the time in Settings", async () => {
  const account = (client_id: string, promised_until: string) =>
    on.put("Accounts", {
      client_id,
      promised_until,
      promised_on: "2024-10-01",
      version: 3,
      in_debt: "real",
      subscription_ids: [],
      credit_ids: [],
    });
  await account("old", "2024-11-01");
  await account("new", "2025-01-15");
  await daily();
  const promises = (await on.rows("Accounts")).flatMap(
    ({ client_id, promised_until, promised_on, version }) =>
      ["old", "new"].includes(String(client_id)) ? [[client_id, promised_until, promised_on, version]] : [],
  );
  expect(promises.sort()).toEqual([
    ["new", "2025-01-15", "2024-10-01", 3],
    ["old", undefined, undefined, 4],
  ]);
});

test("no reminder is repeated after its line in the send log expired, because the subscription has a mark", async () => {
  const { id } = await on.subscribe((await on.newClient()).id, "2026-12-01", { frequency: "yearly" });
  const sent = async () => (await on.sendLog(id)).length;
  await on.sweep();
  expect(await sent()).toBe(1);
  const [line] = await on.sendLog(id);
  const database = databaseOf(on.product);
  const Key = { about: line?.about, claim: line?.claim };
  await database.send(new DeleteCommand({ TableName: await tableNamed(database, "Reminders"), Key }));
  // Before its next period, and without repeats.
  await on.saveSettings({ repeat_overdue_days: 0 });
  await on.sweep("2027-11-01");
  expect(await sent()).toBe(0);
});
