import { ListQueuesCommand, SendMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { JOB_ATTEMPTS } from "../../shared/job-queue.ts";
import { importsOf } from "../../test/product/importing.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let imports: ReturnType<typeof importsOf>;
beforeAll(async () => {
  on = await startReminderProduct({
    // An interrupted job is tried again soon.
    template(template) {
      for (const [id, { Properties }] of Object.entries(template.Resources))
        if (id.startsWith("BillingQueue") && Properties && "VisibilityTimeout" in Properties)
          Properties.VisibilityTimeout = 4;
      return shortTimeouts()(template);
    },
  });
  imports = importsOf(on);
});
afterAll(() => on?.product.stop());
afterEach(() => endInterception(on.product));

const columns = ["name", "email", "phone"];
const clients = async () => (await on.call("GET /api/v1/clients")).body.clients;

/** Cuts the job off from AWS once it has made this number of these calls, until it gave up. */
async function interruptedAfter(
  operation: string,
  calls: number,
  start: () => Promise<unknown>,
): Promise<void> {
  let writes = 0;
  let cut = 0;
  intercept(on.product, async (call, pass) => {
    const isJob = call.from?.startsWith("BillingBillingJob") === true;
    if (isJob && writes >= calls) {
      cut += 1;
      return undefined;
    }
    const response = await pass();
    if (isJob && call.operation === operation) writes += 1;
    return response;
  });
  await start();
  // The SDK's own attempts.
  await expect.poll(() => cut, { timeout: 60_000 }).toBeGreaterThanOrEqual(3);
  endInterception(on.product);
  await on.product.idle();
}

test.each([
  ["after the first transaction, before its rows say so", "TransactWriteItems", 1],
  ["after rows said so, before the progress is saved", "PutItem", 30],
  ["before anything is written", "Query", 1],
] as const)(
  "an import that is cut off %s is continued and writes nothing twice",
  async (about, operation, n) => {
    const tag = about.replaceAll(/\W/g, "").toLowerCase();
    const before = (await clients()).length;
    const rows = Array.from({ length: 30 }, (_, at) => [
      `${tag} ${at}`,
      `${tag}@c${at}.example`,
      `0700 1${n}10${at}`,
    ]);
    const { id } = await imports.preview("clients", columns, rows);
    const params = { id };
    await interruptedAfter(operation, n, () =>
      on.call("POST /api/v1/imports/{id}/run", { params, body: {} }),
    );
    expect((await imports.get(id)).counts).toMatchObject({ new: 30, done: 30, wrong: 0 });
    expect(await clients()).toHaveLength(before + 30);
    expect((await on.call("GET /api/v1/dashboard/stats")).body.stats.totalActiveClients).toBe(before + 30);
    expect((await on.rows("Activity")).filter(({ import_id }) => import_id === id)).toHaveLength(1);

    await interruptedAfter("TransactWriteItems", 1, () => on.call("DELETE /api/v1/imports/{id}", { params }));
    expect((await imports.get(id)).counts).toMatchObject({ undone: 30, left: 0 });
    expect(await clients()).toHaveLength(before);
  },
);

test("two starts at the same moment import each row once", async () => {
  const rows = Array.from({ length: 30 }, (_, at) => [`Both ${at}`, `both@c${at}.example`, ""]);
  const { id } = await imports.preview("clients", columns, rows);
  const start = () => on.call("POST /api/v1/imports/{id}/run", { params: { id }, body: {} });
  const statuses = (await Promise.all([start(), start(), start()])).map(({ status }) => status);
  expect(statuses).toContain(200);
  await on.product.idle();
  expect((await imports.get(id)).counts).toMatchObject({ new: 30, done: 30 });
  expect((await clients()).filter(({ name }) => name.startsWith("Both"))).toHaveLength(30);
  expect((await on.rows("Activity")).filter(({ import_id }) => import_id === id)).toHaveLength(1);
});

test("an import that fails five times says so, and is continued where it stopped", async () => {
  const before = (await clients()).length;
  const rows = Array.from({ length: 120 }, (_, at) => [`Fail ${at}`, `fail@c${at}.example`, ""]);
  const { id } = await imports.preview("clients", columns, rows);
  let stored = 0;
  intercept(on.product, async ({ from, operation }, pass) => {
    if (!from?.startsWith("BillingBillingJob") || operation !== "TransactWriteItems") return pass();
    stored += 1;
    return stored <= 3
      ? pass()
      : Response.json({ __type: "#ValidationException", message: "broken" }, { status: 400 });
  });
  await on.call("POST /api/v1/imports/{id}/run", { params: { id }, body: {} });
  await expect.poll(async () => (await imports.get(id)).state, { timeout: 90_000 }).toBe("failed");
  endInterception(on.product);
  const clientsAdded = (await clients()).length - before;
  expect(clientsAdded).toBeGreaterThan(0);
  expect(clientsAdded).toBeLessThan(120);
  expect(await imports.run(id)).toMatchObject({ state: "done", counts: { new: 120, wrong: 0 } });
  expect(await clients()).toHaveLength(before + 120);
});

test("an import whose last attempt is killed is not left running", async () => {
  const rows = Array.from({ length: 10 }, (_, at) => [`Kill ${at}`, `kill@c${at}.example`, ""]);
  const { id } = await imports.preview("clients", columns, rows);
  let attempts = 0;
  let isKilled = false;
  intercept(on.product, async ({ from, operation, body }, pass) => {
    if (!from?.startsWith("BillingBillingJob")) return pass();
    if (operation === "GetItem" && body.includes("about")) {
      attempts += 1;
      isKilled = attempts > JOB_ATTEMPTS;
    }
    isKilled ||= operation === "TransactWriteItems";
    return isKilled ? undefined : pass();
  });
  await on.call("POST /api/v1/imports/{id}/run", { params: { id }, body: {} });
  await expect.poll(() => attempts, { timeout: 120_000 }).toBeGreaterThan(JOB_ATTEMPTS);
  await on.product.idle();
  endInterception(on.product);
  expect(await imports.get(id)).toMatchObject({ state: "failed" });
  expect(await imports.run(id)).toMatchObject({ state: "done", counts: { new: 10, done: 10 } });
});

/** Starts a job that the queue takes and never delivers, and lets this time pass. */
async function startUndelivered(
  id: string,
  route: "POST /api/v1/imports/{id}/run" | "DELETE /api/v1/imports/{id}",
  minutes: number,
) {
  intercept(on.product, async ({ operation }, pass) =>
    operation === "SendMessageBatch" ? Response.json({ Successful: [], Failed: [] }) : pass(),
  );
  await on.call(route, { params: { id }, body: {} });
  endInterception(on.product);
  const about = (await on.rows("Imports")).find((row) => row.id === id && row.row === "about");
  const saved_at = new Date(Date.parse(String(about?.saved_at)) - minutes * 60_000).toISOString();
  await on.put("Imports", { ...about, saved_at });
}

test("an import that none of its attempts could finish or fail is not left running, and neither is its undoing", async () => {
  const rows = Array.from({ length: 10 }, (_, at) => [`Silent ${at}`, `silent@c${at}.example`, ""]);
  const { id } = await imports.preview("clients", columns, rows);
  await startUndelivered(id, "POST /api/v1/imports/{id}/run", 59);
  expect(await imports.get(id)).toMatchObject({ state: "running" });
  await startUndelivered(id, "POST /api/v1/imports/{id}/run", 61);
  expect(await imports.get(id)).toMatchObject({ state: "failed" });
  expect(await imports.run(id)).toMatchObject({ state: "done", counts: { new: 10, done: 10 } });

  await startUndelivered(id, "DELETE /api/v1/imports/{id}", 61);
  expect(await imports.get(id)).toMatchObject({ state: "failed" });
  expect(await imports.undo(id)).toMatchObject({ state: "undone", counts: { undone: 10, left: 0 } });
});

test("an import that seems to have stopped goes on when the queue delivers its job late", async () => {
  const { id } = await imports.preview("clients", columns, [["Late", "late@c0.example", ""]]);
  await startUndelivered(id, "POST /api/v1/imports/{id}/run", 61);
  expect(await imports.get(id)).toMatchObject({ state: "failed" });
  const { QueueUrls = [] } = await on.sqs.send(new ListQueuesCommand({}));
  const QueueUrl = QueueUrls.find((url) => url.includes("BillingQueue"));
  const MessageBody = JSON.stringify({ work: "import", id, at: new Date().toISOString() });
  await on.sqs.send(new SendMessageCommand({ QueueUrl, MessageBody }));
  await on.product.idle();
  expect(await imports.get(id)).toMatchObject({ state: "done", counts: { new: 1 } });
});

test("an import goes on when the answer to a saved progress is lost", async () => {
  const rows = Array.from({ length: 120 }, (_, at) => [`Lost ${at}`, `lost@c${at}.example`, ""]);
  const { id } = await imports.preview("clients", columns, rows);
  const lost = new Set<string>();
  intercept(on.product, async ({ from, operation, body }, pass) => {
    const isProgress =
      from?.startsWith("BillingBillingJob") && operation === "PutItem" && body.includes('"about"');
    const response = await pass();
    if (!isProgress || lost.has(body)) return response;
    lost.add(body);
    return undefined;
  });
  await on.call("POST /api/v1/imports/{id}/run", { params: { id }, body: {} });
  await on.product.idle();
  endInterception(on.product);
  expect(lost.size).toBe(3);
  expect(await imports.get(id)).toMatchObject({ state: "done", counts: { new: 120, done: 120 } });
});

test("a correction that is cut off and sent again is counted once", async () => {
  const { id } = await imports.preview("clients", columns, [
    ["Once", "nobody", ""],
    ["Good", "good@once.example", ""],
  ]);
  const correct = () =>
    on.call("POST /api/v1/imports/{id}/rows", {
      params: { id },
      body: { from: 1, rows: [["Once", "once@once.example", ""]] },
    });
  let saved = 0;
  intercept(on.product, async ({ from, operation, body }, pass) => {
    const isAbout = from?.startsWith("ApiImports") && operation === "PutItem" && body.includes('"about"');
    if (isAbout) saved += 1;
    return isAbout && saved > 1
      ? Response.json({ __type: "#ValidationException", message: "cut off" }, { status: 400 })
      : pass();
  });
  expect((await correct()).status).toBe(500);
  endInterception(on.product);
  const { status, body } = await correct();
  expect([status, body.rows.map(({ action }) => action)]).toEqual([200, ["new"]]);
  expect(body.import.counts).toMatchObject({ rows: 2, new: 2, wrong: 0 });
});

test("what does not fit is refused, and a part that is sent again replaces its rows", async () => {
  const refused = async (body: object) => (await on.call("POST /api/v1/imports", { body })).body.error;
  expect(await refused({ kind: "clients", name: "x", columns: ["name"] })).toBe(
    "Columns are missing: email.",
  );
  expect(await refused({ kind: "clients", name: "x", columns: ["name", "email", "colour"] })).toContain(
    "There is no field “colour”.",
  );
  const id = crypto.randomUUID();
  const body = { id, kind: "clients", name: "x", columns };
  const created = await on.call("POST /api/v1/imports", { body });
  expect((await on.call("POST /api/v1/imports", { body })).body).toEqual(created.body);
  expect((await on.call("POST /api/v1/imports", { body: { ...body, name: "y" } })).status).toBe(409);
  const params = { id };
  const send = (rows: string[][], from?: number) =>
    on.call("POST /api/v1/imports/{id}/rows", { params, body: { rows, ...(from && { from }) } });
  expect((await send([["A", "a@again.example", ""]], 3)).body.error).toBe("Row 1 comes first.");
  const first = await send([["A", "a@again.example", ""]], 1);
  const second = await send([["A", "a@again.example", ""]], 1);
  expect(second.body).toEqual(first.body);
  expect((await send([["B", "nobody", ""]], 1)).body.import.counts).toMatchObject({
    rows: 1,
    new: 0,
    wrong: 1,
  });
  expect((await send([["A", "a@again.example", ""]])).body.import.counts).toMatchObject({ rows: 2, new: 1 });
  expect((await send(Array.from({ length: 501 }, () => ["A"]))).body.error).toBe(
    "Send at most 500 rows at once.",
  );
  expect((await imports.run(id)).counts).toMatchObject({ new: 1, wrong: 1 });
  expect((await send([["C", "c@again.example", ""]])).status).toBe(409);
  expect((await on.call("POST /api/v1/imports/{id}/run", { params, body: {} })).body.error).toBe(
    "This import is done already.",
  );
});
