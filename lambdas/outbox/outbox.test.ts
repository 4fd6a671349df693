import { createHash, randomUUID } from "node:crypto";
import { ListQueuesCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { importsOf } from "../../test/product/importing.ts";
import { type AwsCall, endInterception, intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings({ send_receipts: true });
  await on.product.idle();
});
afterAll(() => on?.product.stop());
afterEach(async () => {
  endInterception(on.product);
  await on.sweepOutbox();
  expect(await on.rows("Outbox"), "everything is done").toEqual([]);
});

let people = 0;
/** A client who owes 149.99, and what reached them. */
async function owingClient() {
  people += 1;
  const client = await on.newClient({ name: `Client ${people}`, email: `outbox${people}@client.example` });
  await on.subscribe(client.id, "2026-12-17");
  await on.product.idle();
  const params = { id: client.id };
  return {
    ...client,
    pay: (id: string) => on.call("POST /api/v1/clients/{id}/payments", { params, body: { id, amount: 1 } }),
    payments: async () => (await on.call("GET /api/v1/clients/{id}/account", { params })).body.payments,
    receipts: async () =>
      (await on.mails(/^Payment received/)).filter(({ to }) => to.includes(client.email)).length,
  };
}

const isQueued = ({ operation }: AwsCall) => operation === "SendMessageBatch";
/** Functions are cut off from AWS once they have stored something. */
function cutAfterCommit() {
  let isStored = false;
  intercept(on.product, async ({ operation, from }, pass) => {
    if (from === undefined) return pass();
    if (isStored) return undefined;
    const response = await pass();
    isStored ||= operation === "TransactWriteItems";
    return response;
  });
}
const entriesOf = async () => (await on.rows("Outbox")).map(({ job }) => (job as { email?: string }).email);

test("what follows a change is stored with it: a function that is cut off right after sends it all the same", async () => {
  const client = await owingClient();
  cutAfterCommit();
  expect((await client.pay(randomUUID())).status).toBe(201);
  expect(await entriesOf()).toEqual(["receipt"]);
  expect(await client.receipts()).toBe(0);
  endInterception(on.product);
  await on.sweepOutbox();
  expect(await client.receipts()).toBe(1);
});

test("what follows a change that is not stored is not stored either", async () => {
  const client = await owingClient();
  intercept(on.product, async (call, pass) =>
    call.operation === "TransactWriteItems" && call.from !== undefined ? undefined : pass(),
  );
  expect((await client.pay(randomUUID())).status).toBe(500);
  expect(await entriesOf()).toEqual([]);
  expect(await client.payments()).toEqual([]);
});

test("an entry whose message comes twice is done once", async () => {
  const client = await owingClient();
  let bodies: string[] = [];
  const entriesWhenSent: unknown[] = [];
  intercept(on.product, async (call, pass) => {
    if (call.operation === "SendRawEmail") entriesWhenSent.push(await entriesOf());
    if (isQueued(call))
      bodies = JSON.parse(call.body).Entries.map(({ MessageBody }: { MessageBody: string }) => MessageBody);
    return pass();
  });
  await client.pay(randomUUID());
  await on.product.idle();
  expect(await client.receipts()).toBe(1);
  expect(bodies).toHaveLength(1);
  expect(entriesWhenSent, "kept until it is done").toEqual([["receipt"]]);
  const { QueueUrls = [] } = await on.sqs.send(new ListQueuesCommand({}));
  const QueueUrl = QueueUrls.find((url) => url.includes("/RemindersEmails"));
  for (const MessageBody of bodies) await on.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  await on.product.idle();
  expect(await client.receipts()).toBe(1);
});

test("an entry whose sender is cut off between sending and removing it is sent once, and removed", async () => {
  const client = await owingClient();
  let failures = 0;
  intercept(on.product, async ({ operation, body }, pass) => {
    if (operation !== "DeleteItem" || !body.includes("Outbox")) return pass();
    failures += 1;
    return undefined;
  });
  await client.pay(randomUUID());
  await on.product.idle();
  endInterception(on.product);
  expect(failures).toBeGreaterThan(0);
  expect(await client.receipts()).toBe(1);
  expect(await entriesOf()).toEqual(["receipt"]);
  await on.sweepOutbox();
  expect(await client.receipts()).toBe(1);
  expect(await entriesOf()).toEqual([]);
});

test("the sweep leaves alone what is not late, and queues again what was given up only half a day later", async () => {
  const client = await owingClient();
  intercept(on.product, async (call, pass) => (isQueued(call) ? undefined : pass()));
  await client.pay(randomUUID());
  endInterception(on.product);
  await on.product.runSchedule(localSchedule("outbox-sweep"), on.product.now());
  await on.product.idle();
  expect([await client.receipts(), await entriesOf()]).toEqual([0, ["receipt"]]);
  // The message is lost again.
  intercept(on.product, async (call, pass) => {
    if (call.operation !== "SendMessageBatch") return pass();
    const { Entries } = JSON.parse(call.body) as { Entries: { Id: string; MessageBody: string }[] };
    const Successful = Entries.map(({ Id, MessageBody }) => ({
      Id,
      MessageId: Id,
      MD5OfMessageBody: createHash("md5").update(MessageBody).digest("hex"),
    }));
    return Response.json({ Successful, Failed: [] });
  });
  await on.sweepOutbox();
  endInterception(on.product);
  await on.sweepOutbox();
  expect([await client.receipts(), await entriesOf()]).toEqual([0, ["receipt"]]);
  await on.product.runSchedule(localSchedule("outbox-sweep"), on.product.now() + 14 * 3_600_000);
  await on.product.idle();
  expect([await client.receipts(), await entriesOf()]).toEqual([1, []]);
});

test("a new client whose announcement could not be queued is announced by the sweep, once", async () => {
  const announced = async (name: string) =>
    (await on.mails(/^New client/)).filter(({ text }) => text?.includes(name)).length;
  const body = { id: randomUUID(), name: "Unqueued Traders", email: "unqueued@client.example" };
  cutAfterCommit();
  await on.call("POST /api/v1/clients", { body });
  intercept(on.product, async (call, pass) => (isQueued(call) ? undefined : pass()));
  expect((await on.call("POST /api/v1/clients", { body })).status).toBe(201);
  endInterception(on.product);
  expect(await announced(body.name)).toBe(0);
  await on.sweepOutbox();
  expect(await announced(body.name)).toBe(1);
});

test("an import whose message was lost is started by the sweep", async () => {
  const imports = importsOf(on);
  const { id } = await imports.preview(
    "clients",
    ["name", "email"],
    [["Imported", "imported@client.example"]],
  );
  cutAfterCommit();
  expect((await on.call("POST /api/v1/imports/{id}/run", { params: { id }, body: {} })).status).toBe(200);
  endInterception(on.product);
  expect((await imports.get(id)).counts.done).toBe(0);
  await on.sweepOutbox();
  expect((await imports.get(id)).counts.done).toBe(1);
});

test("an account whose charges did not fit into one transaction is continued by the sweep", async () => {
  const client = await on.newClient({ name: "Many", email: "many@client.example" });
  await on.subscribe(client.id, "2023-12-17");
  const params = { id: client.id };
  const open = async () =>
    (await on.call("GET /api/v1/clients/{id}/account", { params })).body.charges.filter(
      ({ state, due }) => state === "open" && due < "2026-12-24",
    ).length;
  expect(await open()).toBe(37);
  intercept(on.product, async (call, pass) => (isQueued(call) ? undefined : pass()));
  const body = { id: randomUUID(), amount: 37 * 149.99 };
  expect((await on.call("POST /api/v1/clients/{id}/payments", { params, body })).status).toBe(201);
  endInterception(on.product);
  expect(await open()).toBeGreaterThan(0);
  await on.sweepOutbox();
  expect(await open()).toBe(0);
});
