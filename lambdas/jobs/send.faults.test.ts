import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { throttled } from "../../test/product/interception.ts";
import { shortTimeouts } from "../../test/product/reminder-product.ts";
import { type Sending, startSending } from "../../test/product/sending.ts";

let on: Sending;
/** Reuses the running product, except with a different number of attempts. */
const begin = async (attempts?: number) => {
  on = await startSending(attempts === undefined ? {} : { template: shortTimeouts({ attempts }) });
};
const end = () => on.product.stop();

describe("when SES fails", () => {
  beforeAll(() => begin());
  afterAll(end);

  test("throttling delays emails and loses none", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => on.someoneDue()));
    await on.faults({ throttle: 8 });
    await on.sweep();
    for (const someone of all) expect((await on.mailsTo(someone)).length).toBe(1);
  });

  test("a refused address fails with the reason, and the others get their emails", async () => {
    const [refused, fine] = [await on.someoneDue(), await on.someoneDue()];
    await on.faults({ refuse: [refused.client.email] });
    await on.sweep();
    expect(await on.entries(refused)).toEqual([["2026-12-31#upcoming", "failed", "MessageRejected"]]);
    expect((await on.mailsTo(fine)).length).toBe(1);
    await on.faults();
    await on.sweep("2026-12-25");
    expect((await on.mailsTo(refused)).length).toBe(1);
  });

  test("a connection cut after an email was accepted sends no second one", async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => on.someoneDue()));
    await on.faults({ acceptThenDrop: 4 });
    await on.sweep("2026-12-25");
    for (const someone of all) {
      expect((await on.mailsTo(someone)).length).toBe(1);
      expect(await on.entries(someone)).toEqual([["2026-12-31#upcoming", "delivered", undefined]]);
    }
  });

  test("emails are sent automatically after an outage of SES", async () => {
    const all = await Promise.all(Array.from({ length: 3 }, () => on.someoneDue()));
    await on.faults({ down: true });
    await on.fire("2026-12-25");
    for (const someone of all)
      await expect
        .poll(() => on.entries(someone))
        .toEqual([["2026-12-31#upcoming", "waiting", "ServiceUnavailable"]]);
    await on.faults();
    await on.product.idle();
    for (const someone of all) expect((await on.mailsTo(someone)).length).toBe(1);
  });

  test.each([
    ["a paused account", { paused: true }, "2026-12-25"],
    ["a quota of 24 hours that is used up", { dayUsedUp: true }, "2026-12-26"],
  ])(
    "%s keeps emails waiting and notifies the company once; they are sent afterwards",
    async (_, fault, day) => {
      const pauseNotices = async () => (await on.mails(/^Email sending was paused$/)).length;
      const noticesBefore = await pauseNotices();
      const all = await Promise.all(Array.from({ length: 4 }, () => on.someoneDue()));
      const status = async () => (await on.call("GET /api/v1/reminders/status")).body;
      await on.product.idle();
      await on.faults(fault);
      await on.fire(day);
      await expect.poll(status).toMatchObject({ paused: { reason: "sending is paused" } });
      for (const someone of all)
        await expect
          .poll(() => on.entries(someone))
          .toEqual([["2026-12-31#upcoming", "waiting", "sending is paused"]]);
      await on.faults();
      await on.product.idle();
      for (const someone of all) expect((await on.mailsTo(someone)).length).toBe(1);
      expect(await pauseNotices()).toBe(noticesBefore + 1);
      expect((await status()).paused).toBeUndefined();
    },
  );
});

describe("a slow sender", () => {
  beforeAll(() => begin());
  afterAll(end);

  test("sends no email after its lease", async () => {
    const someone = await on.someoneDue();
    // Wait for the notice about the new client.
    await on.product.idle();
    let leaseUntil = 0;
    let isHeld = false;
    const sendingBegan = Promise.withResolvers<void>();
    const handedOver: { at: number; leaseUntil: number }[] = [];
    on.answerTo = async ({ from, operation, body }) => {
      if (!from?.startsWith("RemindersSend")) return undefined;
      if (
        operation === "UpdateItem" &&
        body.includes(":new_lease_until") &&
        body.includes(someone.subscription.id)
      ) {
        // Delay the next attempt until the test has seen the waiting state.
        if (isHeld) await sendingBegan.promise;
        leaseUntil = Date.parse(JSON.parse(body).ExpressionAttributeValues[":new_lease_until"].S);
      }
      // Respond so late that SES might answer after the lease.
      if (operation === "GetItem" && body.includes(someone.client.id) && leaseUntil > 0 && !isHeld) {
        isHeld = true;
        await wait(leaseUntil - Date.now() - 500);
      }
      if (operation === "SendRawEmail" && body.includes(encodeURIComponent(someone.client.email)))
        handedOver.push({ at: Date.now(), leaseUntil });
      return undefined;
    };
    await on.fire();
    await expect
      .poll(() => on.entries(someone))
      .toEqual([["2026-12-31#upcoming", "waiting", "it took too long"]]);
    expect(handedOver).toEqual([]);
    sendingBegan.resolve();
    await on.product.idle();
    expect((await on.mailsTo(someone)).length).toBe(1);
    expect(handedOver.map(({ at, leaseUntil }) => at < leaseUntil)).toEqual([true]);
  });
});

describe("when SES stays down", () => {
  beforeAll(() => begin(3));
  afterAll(end);

  test("emails are given up with a notice, and the next daily run sends them once", async () => {
    const all = await Promise.all(Array.from({ length: 3 }, () => on.someoneDue()));
    await on.faults({ down: true });
    await on.sweep();
    for (const someone of all)
      expect(await on.entries(someone)).toEqual([
        ["2026-12-31#upcoming", "failed", "given up after 3 attempts: ServiceUnavailable"],
      ]);
    expect(await on.deadLetters()).toBeGreaterThanOrEqual(3);
    await on.faults();
    await on.sweep("2026-12-25");
    for (const someone of all) expect((await on.mailsTo(someone)).length).toBe(1);
  });
});

describe("when the database throttles", () => {
  beforeAll(() => begin());
  afterAll(end);

  test("no email is lost or sent twice", async () => {
    const all = await Promise.all(Array.from({ length: 6 }, () => on.someoneDue()));
    let calls = 0;
    on.answerTo = async ({ from, operation }) => {
      if (!from?.startsWith("Reminders") || !/Item|Query/.test(operation)) return undefined;
      calls += 1;
      // More failures in a row than the SDK retries.
      return calls < 60 && calls % 8 < 4 ? throttled() : undefined;
    };
    await on.sweep();
    for (const someone of all) {
      expect((await on.mailsTo(someone)).length).toBe(1);
      expect(await on.entries(someone)).toEqual([["2026-12-31#upcoming", "delivered", undefined]]);
    }
    expect(calls).toBeGreaterThan(30);
  });
});

describe("while the account is in the SES sandbox", () => {
  beforeAll(() => begin());
  afterAll(end);

  test("emails reach verified recipients, and others fail with the reason", async () => {
    const [verified, unverified] = [await on.someoneDue(), await on.someoneDue()];
    await on.faults({ sandbox: [verified.client.email, "office@mwamba.example"] });
    await on.sweep();
    expect((await on.mailsTo(verified)).length).toBe(1);
    expect(await on.mailsTo(unverified)).toEqual([]);
    expect(await on.entries(unverified)).toEqual([["2026-12-31#upcoming", "failed", "MessageRejected"]]);
    await on.faults();
  });
});
