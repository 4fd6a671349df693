import { createHash, randomUUID } from "node:crypto";
import { SendMessageCommand } from "@aws-sdk/client-sqs";
import { DeleteCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { localSchedule } from "../../infra/stack-names.ts";
import { databaseOf, tableNamed } from "../../test/product/database.ts";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { paperRow } from "../../test/product/paper-rows.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { seedRows } from "../../test/product/seed-rows.ts";
import type { PaperRow } from "../ledger/paper-row.ts";

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
});
afterAll(() => on.product.stop());
beforeEach(async () => {
  const database = databaseOf(on.product);
  const TableName = await tableNamed(database, "Papers");
  for (const { id } of await on.rows("Papers"))
    await database.send(new DeleteCommand({ TableName, Key: { id } }));
});
afterEach(() => endInterception(on.product));

const write = (papers: PaperRow[]) =>
  seedRows(on.product, "Papers", papers.length, (_, at) => papers[at] ?? {});
const numbers = async () =>
  (await on.rows("Papers")).flatMap(({ number }) => (number === undefined ? [] : [String(number)])).sort();
const numbered = (...expected: string[]) =>
  vi.waitFor(async () => expect(await numbers()).toEqual(expected), { timeout: 20_000, interval: 100 });

/** What a function sends that wrote papers. */
const wake = async (MessageDeduplicationId: string) =>
  on.sqs.send(
    new SendMessageCommand({
      QueueUrl: await on.numbersQueue(),
      MessageBody: "{}",
      MessageGroupId: "papers",
      MessageDeduplicationId,
    }),
  );

/** A paper that was written some minutes ago. */
function waitingPaper(minutes: number): PaperRow {
  const written_at = new Date(Date.now() - 60_000 * minutes).toISOString();
  return paperRow(1, { written_at, written: `${written_at}#000` });
}

const sweep = () => on.product.runSchedule(localSchedule("outbox-sweep"), on.product.now());

test("a message numbers all papers; messages of the same second are one, and a repeated one changes nothing", async () => {
  let runs = 0;
  intercept(on.product, async ({ from, operation }, pass) => {
    runs += Number(from?.startsWith("InvoicingNumberPapers") === true && operation === "GetItem");
    return pass();
  });
  await write([paperRow(1), paperRow(2, { kind: "credit_note" }), paperRow(3)]);
  for (let times = 0; times < 3; times += 1) await wake("one second");
  await numbered("CRN-2026-000001", "INV-2026-000001", "INV-2026-000002");
  await wake("another second");
  await vi.waitFor(() => expect(runs).toBe(2), { timeout: 20_000, interval: 100 });
  await on.product.idle();
  expect([runs, await numbers()]).toEqual([2, ["CRN-2026-000001", "INV-2026-000001", "INV-2026-000002"]]);
});

test("the transaction that writes an invoice wakes the numberer", async () => {
  await on.saveSettings({ invoices_from: "2026-12-01" });
  const { id } = await on.newClient();
  const body = { id: randomUUID(), service: "Installation", amount: 116, currency: "KES" };
  const { status } = await on.call("POST /api/v1/clients/{id}/charges", { params: { id }, body });
  expect(status).toBe(201);
  await numbered("INV-2026-000001");
});

test("the sweep of the outbox wakes it for a paper that waits, and fails when one waits for long", async () => {
  await write([waitingPaper(2)]);
  await sweep();
  await numbered("INV-2026-000001");
  await write([waitingPaper(30)]);
  // The numberer does not run.
  const MD5OfMessageBody = createHash("md5").update("{}").digest("hex");
  intercept(on.product, async ({ operation }, pass) =>
    operation === "SendMessage" ? Response.json({ MessageId: randomUUID(), MD5OfMessageBody }) : pass(),
  );
  expect(await sweep()).toMatchObject({
    error: expect.stringMatching(/A paper that was written at .+ has no number\./),
  });
  endInterception(on.product);
  // Its second attempt finds the paper numbered.
  expect(await sweep()).toEqual({ outcome: { queued: 0 } });
  await numbered("INV-2026-000001", "INV-2026-000002");
});

test("the daily run wakes it, too", async () => {
  await write([waitingPaper(0)]);
  await on.sweep();
  await numbered("INV-2026-000001");
});
