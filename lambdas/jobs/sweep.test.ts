import { randomUUID } from "node:crypto";
import { ReceiveMessageCommand } from "@aws-sdk/client-sqs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type AwsCall, intercept } from "../../test/product/interception.ts";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";
import { seedAccounts, seededAccount, seedRows } from "../../test/product/seed-rows.ts";
import { withoutQueueConsumers } from "../../test/product/without-queue-consumers.ts";

let on: ReminderProduct;

describe("a run over several pages", () => {
  const due = 1_200;
  let ids: string[];
  let _clientId: string;
  let interceptor: (call: AwsCall, pass: () => Promise<Response>) => Promise<Response | undefined> = (
    _,
    pass,
  ) => pass();

  beforeAll(async () => {
    on = await startReminderProduct({
      template: (template) => shortTimeouts()(withoutQueueConsumers(template)),
    });
    _clientId = (await on.newClient()).id;
    // One email for each client.
    const seed = (count: number, next_billing_date: string) =>
      seedAccounts(on.product, Array.from({ length: count }, randomUUID), () => ({ next_billing_date }));
    ids = (await seed(due, "2026-12-29")).map(({ id }) => id);
    await seed(600, "2027-01-15");
    intercept(on.product, (call, pass) => interceptor(call, pass));
  });
  afterAll(() => on.product.stop());

  /** Empties the queue. Returns the subscriptions of its reminders and the number of digests. */
  async function drain() {
    const QueueUrl = await on.emailQueue();
    const queued = { subscriptions: [] as string[], digests: 0 };
    for (;;) {
      const { Messages = [] } = await on.sqs.send(
        new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: 10, VisibilityTimeout: 3_600 }),
      );
      if (Messages.length === 0) return queued;
      for (const { Body } of Messages) {
        const job = JSON.parse(Body ?? "");
        if (job.email === "reminder")
          queued.subscriptions.push(...job.due.map(({ about }: { about: string }) => about.split("#")[0]));
        if (job.email === "digest") queued.digests += 1;
      }
    }
  }

  test("reads only due subscriptions, and queues each once, with one digest", async () => {
    let read = 0;
    interceptor = async ({ from, operation }, pass) => {
      const answer = await pass();
      if (!from?.startsWith("RemindersSweep") || !/Query|Scan|Get/.test(operation)) return answer;
      const body = await answer.text();
      const { ScannedCount, Item } = JSON.parse(body);
      read += ScannedCount ?? (Item ? 1 : 0);
      return new Response(body, { status: answer.status, headers: answer.headers });
    };
    expect(await on.fire()).toEqual({ outcome: { queued: due } });
    expect(read / due).toBeLessThanOrEqual(1.05);
    const { subscriptions, digests } = await drain();
    expect(subscriptions.sort()).toEqual([...ids].sort());
    expect(digests).toBe(1);
  });

  test("continues after an interruption, and skips no subscription", async () => {
    let pages = 0;
    const continued: boolean[] = [];
    interceptor = async ({ from, operation, body }, pass) => {
      if (!from?.startsWith("RemindersSweep") || operation !== "Query") return pass();
      if (!body.includes("by-owing") || !body.includes(`"real"`)) return pass();
      pages += 1;
      continued.push(body.includes("ExclusiveStartKey"));
      if (pages !== 3) return pass();
      await on.product.kill(from);
      return undefined;
    };
    const fired = await on.fire("2026-12-25");
    // Only the interrupted page is read again.
    expect(fired).toEqual({ outcome: { queued: due } });
    expect(continued).toEqual([false, true, true, true]);
    const { subscriptions } = await drain();
    expect(new Set(subscriptions)).toEqual(new Set(ids));
    expect(subscriptions.length).toBe(due);
  });

  test("moves the passed dates of free subscriptions, each once, even if one cannot be written", async () => {
    const passed = 120;
    const account = (next_billing_date: string, more: object = {}) => {
      const of = { id: randomUUID(), client_id: randomUUID(), start_date: "2026-01-31", amount_cents: 0 };
      const row = { ...of, billing_anchor: "2026-01-31", next_billing_date, ...more };
      return seededAccount(of.client_id, [row], next_billing_date);
    };
    const seed = async (accounts: ReturnType<typeof account>[]): Promise<string[]> => {
      await seedRows(on.product, "Accounts", accounts.length, (_, index) => accounts[index]?.account ?? {});
      const rows = accounts.flatMap(({ subscriptions }) => subscriptions);
      await seedRows(on.product, "Subscriptions", rows.length, (_, index) => rows[index] ?? {});
      return rows.map(({ id }) => id);
    };
    const accounts = Array.from({ length: passed }, () => account("2026-09-30"));
    const free = await seed(accounts);
    const [today, paused] = await seed([account("2026-12-25"), account("2026-09-30", { status: "paused" })]);
    const broken = free[0] ?? "";
    let refused = 0;
    interceptor = async ({ from, operation, body }, pass) => {
      if (!from?.startsWith("RemindersSweep") || operation !== "TransactWriteItems") return pass();
      if (!body.includes(broken)) return pass();
      refused += 1;
      return Response.json(
        { __type: "ValidationException", message: "Refused by the test." },
        { status: 400 },
      );
    };
    const dates = async () => {
      const rows = new Map((await on.rows("Subscriptions")).map((row) => [row.id, row]));
      return (id: string | undefined) => [rows.get(id)?.next_billing_date, rows.get(id)?.version];
    };
    expect(await on.fire("2026-12-25")).toEqual({ outcome: { queued: due } });
    // Together with others, then by itself.
    expect(refused).toBe(2);
    const first = await dates();
    expect(new Set(free.slice(1).map((id) => String(first(id))))).toEqual(new Set(["2026-12-31,2"]));
    expect([first(broken), first(today), first(paused)]).toEqual([
      ["2026-09-30", 1],
      ["2026-12-25", 1],
      ["2026-09-30", 1],
    ]);
    interceptor = (_, pass) => pass();
    await Promise.all([on.fire("2026-12-25"), on.fire("2026-12-25")]);
    const second = await dates();
    expect(new Set(free.map((id) => String(second(id))))).toEqual(new Set(["2026-12-31,2"]));
    const entries = (await on.rows("Activity")).filter(({ kind }) => kind === "subscription-changed");
    expect(entries.map(({ subscription_id }) => subscription_id).sort()).toEqual([...free].sort());
    const accountOf = (id: unknown) =>
      accounts.find(({ subscriptions: [subscription] }) => subscription?.id === id)?.account.client_id;
    expect(entries[0]).toMatchObject({
      subject: accountOf(entries[0]?.subscription_id),
      by: "system",
      name: "The system",
      before: { next_billing_date: "2026-09-30" },
      after: { next_billing_date: "2026-12-31" },
    });
    const { reminders } = (await on.call("GET /api/v1/reminders/upcoming")).body;
    const listed = new Set(reminders.map(({ subscription_id }) => subscription_id));
    expect(free.some((id) => listed.has(id))).toBe(false);
  });

  test("the status shows when it ran and how many it queued", async () => {
    const { body } = await on.call("GET /api/v1/reminders/status");
    expect(body).toMatchObject({
      last_run: {
        day: "2026-12-25",
        started_at: "2026-12-25T04:00:00.000Z",
        finished_at: expect.stringMatching(/^2026-12-25T04:00/),
        queued: due,
        sent: 0,
      },
      missed: false,
    });
  });
});
