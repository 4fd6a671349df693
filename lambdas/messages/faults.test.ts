import { randomUUID } from "node:crypto";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterEach, beforeEach, expect, test } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { intercept } from "../../test/product/interception.ts";
import { type Product, startProduct } from "../../test/product/product.ts";
import { databaseOf, tableNamed } from "../../test/product/seed-rows.ts";

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
  return product.runSchedule(localSchedule("outbox-sweep"), product.now());
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

test("while SES is down a message is accepted, and it is mailed when SES is back", async () => {
  await faults({ down: true });
  expect((await send()).body).toMatchObject({ received: true });
  expect(await states()).toEqual(["pending"]);
  await faults();
  await retryUntilMailed();
  await expectMailedOnce();
});

test("a message that is sent twice is accepted, although staff move it at that moment", async () => {
  const body = { ...fields, id: randomUUID() };
  let refused = 0;
  intercept(product, (call, pass) => {
    if (call.operation !== "PutItem" || !call.body.includes(body.id) || refused === 2) return pass();
    refused += 1;
    const __type = "com.amazonaws.dynamodb.v20120810#TransactionConflictException";
    return Promise.resolve(Response.json({ __type, message: "Transaction is ongoing" }, { status: 400 }));
  });
  for (let times = 0; times < 2; times += 1)
    expect((await product.call("POST /api/send-email", { body })).status).toBe(200);
  expect(refused).toBe(2);
  await product.idle();
  await expectMailedOnce();
});

test("a message answered before it was mailed is not mailed, unless the answer is undone", async () => {
  const { access } = await product.signIn(await product.createStaff("staff"));
  const asStaff = product.callerFor(access);
  // The sender reads nothing before the message is answered: a message it has read already is mailed.
  let isAnswered = false;
  const early: string[] = [];
  intercept(product, ({ from, operation }, pass) => {
    if (isAnswered || !from?.startsWith("MessagesMessageSend")) return pass();
    early.push(operation);
    return Promise.resolve(undefined);
  });
  await send();
  const [message] = (await asStaff("GET /api/v1/messages")).body.messages;
  expect(message?.state).toBe("pending");
  const move = (box: string, seen: string) =>
    asStaff("PUT /api/v1/messages/{id}", { params: { id: message?.id ?? "" }, body: { box, seen } });
  await move("answered", "waiting");
  await expect.poll(() => early.length, { timeout: 20_000 }).toBeGreaterThan(0);
  isAnswered = true;
  expect(await retry()).toEqual({ outcome: { queued: 0 } });
  expect([await states(), await mails()]).toEqual([["answered"], []]);
  await move("waiting", "answered");
  await expect.poll(states, { timeout: 20_000 }).toEqual(["mailed"]);
  await expectMailedOnce();
});

test("a message is stored first, and mailed even if no secret can be read and counting fails", async () => {
  const calls: string[] = [];
  intercept(product, async ({ from, operation, body }, pass) => {
    if (!from?.startsWith("ApiMessages")) return pass();
    const { TableName = "" } = body.startsWith("{") ? JSON.parse(body) : {};
    if (operation === "GetSecretValue") return undefined;
    calls.push(`${operation} ${/[A-Z][a-z]+/.exec(TableName.replace("Data", ""))?.[0]}`);
    if (!TableName.includes("Limits")) return pass();
    return Response.json(
      { __type: "com.amazonaws.dynamodb.v20120810#ResourceNotFoundException", message: "No such table" },
      { status: 400, headers: { "content-type": "application/x-amz-json-1.0" } },
    );
  });
  expect(await send()).toMatchObject({ status: 200, body: { received: true } });
  await product.idle();
  expect(calls[0]).toBe("PutItem Messages");
  expect(calls.filter((call) => call === "UpdateItem Limits").length).toBeGreaterThan(0);
  expect([await states(), (await mails()).length]).toEqual([["mailed"], 1]);
});

test("a table of counts that does not respond delays a message only for seconds", async () => {
  intercept(product, async ({ body }, pass) => {
    if (body.includes('"TableName":"DataLimits')) await new Promise((resolve) => setTimeout(resolve, 20_000));
    return pass();
  });
  const began = performance.now();
  expect(await send()).toMatchObject({ status: 200, body: { received: true } });
  expect(performance.now() - began).toBeLessThan(12_000);
  await expect.poll(states, { timeout: 20_000 }).toEqual(["mailed"]);
});

test("the retry finds and queues a message that could not be queued", async () => {
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
  expect((await send()).body).toMatchObject({ received: true });
  await product.idle();
  expect([await states(), await mails()]).toEqual([["pending"], []]);
  await retry();
  await product.idle();
  expect((await mails()).length).toBe(1);
});

/** Runs the retry until the message is mailed; the queue itself would return it only after minutes. */
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

/** The retry queues no mailed message, so it is mailed once. */
async function expectMailedOnce() {
  expect(await retry()).toEqual({ outcome: { queued: 0 } });
  expect((await mails()).length).toBe(1);
}

test("a message that SES throttles is mailed later, once", async () => {
  await faults({ throttle: 2 });
  expect((await send()).body).toMatchObject({ received: true });
  await retryUntilMailed();
  await expectMailedOnce();
});

test("a message is not mailed again after the response of SES was lost", async () => {
  await faults({ acceptThenDrop: 1 });
  expect((await send()).body).toMatchObject({ received: true });
  await expect.poll(states, { timeout: 20_000 }).toEqual(["mailed"]);
  await expectMailedOnce();
});

test("a sender killed while it mails loses no message, and the message is mailed once", async () => {
  await product.stop();
  product = await startProduct({
    template: (template) =>
      JSON.parse(JSON.stringify(template).replace('"LEASE_SECONDS":"60"', '"LEASE_SECONDS":"8"')),
  });
  await faults({ delayMs: 60_000 });
  expect((await send()).body).toMatchObject({ received: true });
  const mailer = () => product.calls().find(({ action }) => action === "ses:SendRawEmail")?.functionId;
  await expect.poll(mailer, { timeout: 60_000 }).toBeDefined();
  expect(await product.kill(mailer() ?? "")).toBe(1);
  await faults();
  await retryUntilMailed();
  await expectMailedOnce();
});
