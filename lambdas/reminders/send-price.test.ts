import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { endInterception, intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

// "Today" is 24 December 2026.

let on: ReminderProduct;
beforeAll(async () => {
  on = await startReminderProduct();
  await on.saveSettings();
});
afterAll(() => on.product.stop());

const FROM = "2027-02-01";

async function subscribed({
  amounts = [100],
  ...more
}: {
  amounts?: number[];
  [field: string]: unknown;
} = {}) {
  const client = await on.newClient({ email: `${crypto.randomUUID()}@client.example`, ...more });
  const ids: string[] = [];
  for (const [at, amount] of amounts.entries())
    ids.push((await on.subscribe(client.id, "2026-12-28", { amount, service: `Service ${at + 1}` })).id);
  return { client, ids };
}
const rise = (id: string, ids: readonly string[]) =>
  on.call("POST /api/v1/subscriptions/prices", { body: { id, ids, percent: 7, from: FROM, notify: true } });
const takeBack = (id: string) => on.call("DELETE /api/v1/subscriptions/prices/{id}", { params: { id } });
const mailsTo = async ({ email }: { email: string }) => {
  await on.product.idle();
  return (await on.product.inbox()).filter(
    ({ to, subject }) => to[0] === email && /price|[Bb]ei/i.test(subject),
  );
};
const stored = async (id: string) =>
  (await on.call("GET /api/v1/subscriptions")).body.subscriptions.find((row) => row.id === id);
const lines = async (change: string) => (await on.rows("Reminders")).filter(({ about }) => about === change);

describe("the notice of new prices", () => {
  test("is one email with all subscriptions of the client, however often the change is sent", async () => {
    const { client, ids } = await subscribed({ amounts: [100, 149.99], muted: true });
    const id = crypto.randomUUID();
    await Promise.all([rise(id, ids), rise(id, ids)]);
    await rise(id, ids);
    const mails = await mailsTo(client);
    expect(mails.map(({ subject }) => subject)).toEqual(["Your price from 1 Feb 2027"]);
    for (const text of ["Service 1", "Now: $100.00 · From 1 Feb 2027: $107.00", "From 1 Feb 2027: $160.49"])
      expect(mails[0]?.text).toContain(text);
    expect(await stored(ids[0] as string)).toMatchObject({
      next_price: { amount: 107, change: id, told_on: "2026-12-24" },
      version: 2,
    });
    const replaced = await on.change(ids[0] as string, { next_price: { amount: 90, from: FROM } });
    expect([replaced.status, replaced.body.error]).toEqual([
      400,
      expect.stringMatching(/was told about \$107\.00/),
    ]);
    const { body } = await on.call("GET /api/v1/clients/{id}/timeline", { params: { id: client.id } });
    expect(JSON.stringify(body)).toContain('"email":"price"');
  });

  test("adds no subscription after the client was told", async () => {
    const { ids } = await subscribed({ amounts: [100, 200] });
    const [first = "", second = ""] = ids;
    const id = crypto.randomUUID();
    await rise(id, [first]);
    await on.product.idle();
    const { body } = await rise(id, ids);
    expect(body.rows.map(({ why }) => why)).toEqual([
      undefined,
      expect.stringMatching(/told about this change already/),
    ]);
    expect((await stored(second))?.next_price).toBeUndefined();
  });

  test.each([["no valid address"], ["the client is inactive"], ["the client was erased"]])(
    "is not sent: %s",
    async (reason) => {
      const { client, ids } = await subscribed();
      const id = crypto.randomUUID();
      if (reason === "no valid address") {
        const row = (await on.rows("Clients")).find((stored) => stored.id === client.id);
        await on.put("Clients", { ...row, email: "nobody@office" });
      }
      if (reason === "the client is inactive") await on.deactivate(client);
      await endInterceptionAfter(async () => {
        await rise(id, ids);
        if (reason !== "the client was erased") return;
        const admin = on.product.callerFor(
          (await on.product.signIn(await on.product.createStaff("admin"))).access,
        );
        const erased = await admin("POST /api/v1/clients/{id}/erasure", {
          params: { id: client.id },
          body: { version: client.version },
        });
        expect(erased.status).toBe(200);
      });
      await on.sweepOutbox();
      expect(await lines(id)).toMatchObject([
        {
          state: "skipped",
          reason: expect.stringMatching(reason === "the client was erased" ? /./ : reason),
        },
      ]);
      expect((await stored(ids[0] as string))?.next_price?.told_on).toBeUndefined();
    },
  );

  test("is not sent if the change is taken back before", async () => {
    const { client, ids } = await subscribed();
    const id = crypto.randomUUID();
    await endInterceptionAfter(async () => {
      await rise(id, ids);
      await takeBack(id);
    });
    await on.sweepOutbox();
    expect(await mailsTo(client)).toEqual([]);
    expect(await lines(id)).toMatchObject([{ state: "skipped", reason: "the price was withdrawn" }]);
  });
});

describe("the withdrawal of prices that the client was told about", () => {
  test("is one email, in the language of the client", async () => {
    const { client, ids } = await subscribed({ amounts: [100, 200], language: "sw" });
    const id = crypto.randomUUID();
    await rise(id, ids);
    expect((await mailsTo(client)).map(({ subject }) => subject)).toEqual(["Bei yako kuanzia 1 Feb 2027"]);
    await takeBack(id);
    await takeBack(id);
    const mails = await mailsTo(client);
    expect(mails.map(({ subject }) => subject).sort()).toEqual([
      "Bei yako haibadiliki: mabadiliko ya 1 Feb 2027 yameondolewa",
      "Bei yako kuanzia 1 Feb 2027",
    ]);
  });

  test.each([
    ["withdrawn", { next_price: null }],
    ["made inactive", { status: "inactive" }],
  ])("goes out when one subscription is %s, and names it alone", async (_, change) => {
    const { client, ids } = await subscribed({ amounts: [100, 200] });
    const id = crypto.randomUUID();
    await rise(id, ids);
    await on.product.idle();
    expect((await on.change(ids[0] as string, change)).status).toBe(200);
    const [mail] = (await mailsTo(client)).filter(({ subject }) => subject.includes("withdrawn"));
    expect(mail?.subject).toBe("Your price stays: the change from 1 Feb 2027 is withdrawn");
    expect(mail?.text).toContain("Service 1");
    expect(mail?.text).not.toContain("Service 2");
    // The other one is withdrawn later, and has its own email.
    await takeBack(id);
    const all = (await mailsTo(client)).filter(({ subject }) => subject.includes("withdrawn"));
    expect(all.map(({ text }) => [text?.includes("Service 1"), text?.includes("Service 2")]).sort()).toEqual([
      [false, true],
      [true, false],
    ]);
  });
});

/** Nothing is queued meanwhile: the sweep of the outbox finds it. */
async function endInterceptionAfter(work: () => Promise<void>) {
  intercept(on.product, async ({ operation }, pass) =>
    operation.startsWith("SendMessage") ? undefined : pass(),
  );
  try {
    await work();
  } finally {
    endInterception(on.product);
  }
}
