import { ListTablesCommand } from "@aws-sdk/client-dynamodb";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { expect, test } from "vitest";
import { messageRoutes } from "../../shared/messages/message.ts";
import { intercept, throttled } from "./interception.ts";
import { startProduct } from "./product.ts";
import { databaseOf } from "./seed-rows.ts";
import { aClient } from "./staffed.ts";

test("a released product is reused, and empty", async () => {
  const first = await startProduct();
  const person = await first.createStaff("admin");
  const asAdmin = first.callerFor((await first.signIn(person)).access);
  expect((await asAdmin("POST /api/v1/clients", { body: aClient })).status).toBe(201);
  const message = { name: "Achieng", email: "achieng@example.co.ke", phone: "", message: "Hello" };
  await fetch(`${first.mail}/faults`, { method: "PUT", body: JSON.stringify({ down: true }) });
  await first.call("POST /api/send-email", { body: message });
  const { maxCalls } = messageRoutes["POST /api/send-email"].limit;
  for (let calls = 0; calls < maxCalls; calls += 1) await first.call("POST /api/send-email", { body: "{" });
  expect((await first.call("POST /api/send-email", { body: message })).status).toBe(429);
  intercept(first, async () => throttled());
  await first.stop();

  const second = await startProduct();
  expect(second.site).toBe(first.site);
  expect(second.calls()).toEqual([]);
  expect(await second.inbox()).toEqual([]);
  const database = databaseOf(second);
  const { TableNames = [] } = await database.send(new ListTablesCommand({}));
  expect(TableNames.length).toBeGreaterThan(5);
  for (const TableName of TableNames)
    expect((await database.send(new ScanCommand({ TableName }))).Items, TableName).toEqual([]);
  await expect(second.signIn(person)).rejects.toThrow("User does not exist.");
  // The interception has ended, the sender is not refused any more, and the mail is sent.
  expect((await second.call("POST /api/send-email", { body: message })).body).toMatchObject({
    received: true,
  });
  await second.idle();
  expect((await second.inbox()).map(({ subject }) => subject)).toEqual(["Message from Achieng"]);
  await second.stop();
});

test("two products at a time are two stacks, and one with its own options is not reused", async () => {
  const [first, second] = [await startProduct(), await startProduct()];
  expect(second.site).not.toBe(first.site);
  await Promise.all([first.stop(), second.stop()]);
  const later = await startProduct({ now: "2026-12-31T09:00" });
  expect([first.site, second.site]).not.toContain(later.site);
  await later.stop();
});
