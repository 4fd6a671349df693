import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Product, startProduct } from "../../test/product.ts";
import { databaseOf, tableNamed } from "../../test/seed-rows.ts";

let product: Product;
afterEach(() => product?.stop());

const fields = { name: "Achieng", email: "achieng@example.co.ke", phone: "", message: "Hello" };
const send = () => product.call("POST /api/send-email", { body: fields });
const mails = async () => (await product.inbox()).filter(({ subject }) => subject === "Message from Achieng");
const faults = (body?: object) =>
  fetch(
    `${product.mail}/faults`,
    body ? { method: "PUT", body: JSON.stringify(body) } : { method: "DELETE" },
  );
const retry = () => {
  const schedule = product.schedules().find(({ expression }) => expression.includes("minutes"));
  return product.runSchedule(schedule?.name ?? "", product.now());
};
async function states() {
  const database = databaseOf(product);
  const { Items = [] } = await database.send(
    new ScanCommand({ TableName: await tableNamed(database, "Messages") }),
  );
  return Items.map(({ state }) => state);
}

beforeEach(async () => {
  product = await startProduct();
});

test("with SES down the visitor is thanked, and the message is mailed once it is back", async () => {
  await faults({ down: true });
  expect((await send()).body).toEqual({ received: true });
  expect(await states()).toEqual(["pending"]);
  await faults();
  await retry();
  await product.idle();
  expect((await mails()).length).toBe(1);
  expect(await states()).toEqual(["mailed"]);
  await retry();
  await product.idle();
  expect((await mails()).length).toBe(1);
});

test("what is answered before it could be mailed is not mailed; if that is taken back, it is", async () => {
  const { access } = await product.signIn(await product.employ("staff"));
  const asStaff = product.callerFor(access);
  await faults({ down: true });
  await send();
  const [message] = (await asStaff("GET /api/v1/messages")).body.messages;
  expect(message?.state).toBe("pending");
  const move = (box: string, seen: string) =>
    asStaff("PUT /api/v1/messages/{id}", { params: { id: message?.id ?? "" }, body: { box, seen } });
  await move("answered", "waiting");
  await faults();
  expect(await retry()).toEqual({ outcome: { queued: 0 } });
  expect([await states(), await mails()]).toEqual([["answered"], []]);
  await move("waiting", "answered");
  await expect.poll(states, { timeout: 20_000 }).toEqual(["mailed"]);
  await expectMailedOnce();
});

test("a message whose queueing failed is found and queued by the retry", async () => {
  await product.stop();
  product = await startProduct({
    template: (template) => {
      const resources = template.Resources as Record<
        string,
        { Type: string; Properties: { PolicyName?: string } }
      >;
      for (const { Type, Properties } of Object.values(resources)) {
        if (Type !== "AWS::IAM::Policy" || !Properties.PolicyName?.startsWith("ApiMessages")) continue;
        Object.assign(
          Properties,
          JSON.parse(JSON.stringify(Properties).replaceAll("sqs:SendMessage", "sqs:ListQueues")),
        );
      }
      return template;
    },
  });
  expect((await send()).body).toEqual({ received: true });
  await product.idle();
  expect([await states(), await mails()]).toEqual([["pending"], []]);
  await retry();
  await product.idle();
  expect((await mails()).length).toBe(1);
});

/** Lets the retry run until the message is mailed; the queue itself would show it again only after minutes. */
const retryUntilMailed = () =>
  expect
    .poll(
      async () => {
        await retry();
        return states();
      },
      { timeout: 60_000, interval: 300 },
    )
    .toEqual(["mailed"]);

/** What is mailed is never queued again, and so never mailed again. */
async function expectMailedOnce() {
  expect(await retry()).toEqual({ outcome: { queued: 0 } });
  expect((await mails()).length).toBe(1);
}

test("SES asking to slow down gets the message later, once", async () => {
  await faults({ throttle: 2 });
  expect((await send()).body).toEqual({ received: true });
  await retryUntilMailed();
  await expectMailedOnce();
});

test("a message that was mailed though the answer got lost is not mailed again", async () => {
  await faults({ acceptThenDrop: 1 });
  expect((await send()).body).toEqual({ received: true });
  await expect.poll(states, { timeout: 20_000 }).toEqual(["mailed"]);
  await expectMailedOnce();
});

test("a mailer killed in the middle of its work loses no message, and mails it once", async () => {
  await product.stop();
  product = await startProduct({
    template: (template) =>
      JSON.parse(JSON.stringify(template).replace('"LEASE_SECONDS":"60"', '"LEASE_SECONDS":"8"')),
  });
  await faults({ delayMs: 60_000 });
  expect((await send()).body).toEqual({ received: true });
  const mailer = () => product.calls().find(({ action }) => action === "ses:SendEmail")?.functionId;
  await expect.poll(mailer, { timeout: 60_000 }).toBeDefined();
  expect(await product.kill(mailer() ?? "")).toBe(1);
  await faults();
  await retryUntilMailed();
  await expectMailedOnce();
});
