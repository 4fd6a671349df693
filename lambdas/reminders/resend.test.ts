import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { payPeriods } from "../../test/product/pay-periods.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;

describe("sending a reminder by hand", () => {
  beforeAll(async () => {
    on = await startReminderProduct();
  });
  afterAll(() => on.product.stop());
  const resend = (id: string, once?: "day") =>
    on.call("POST /api/v1/subscriptions/{id}/reminders", {
      params: { id },
      query: { ...(once && { once }) },
    });

  test("sends another email with its own record, one for each minute", async () => {
    const client = await on.newClient();
    const { id } = await on.subscribe(client.id, "2026-12-31", { muted: true });
    const { status, body } = await resend(id);
    expect(status).toBe(201);
    expect(body.reminder).toMatchObject({
      subscription_id: id,
      client_id: client.id,
      kind: "upcoming",
      period: "2026-12-31",
      resend: true,
    });
    await on.change(id, { muted: false });
    // The client had their email of the day.
    expect(await on.sendNow()).toMatchObject({ sent: 0, skipped: 1 });
    await Promise.all([resend(id), resend(id)]);
    await on.product.idle();
    const minutes = new Set((await on.sendLog(id)).map(({ entry }) => entry));
    // One of them is the skipped one of the schedule.
    expect((await on.reminders()).length).toBe(minutes.size - 1);
    expect(minutes.size).toBeLessThanOrEqual(3);
  });

  test("once a day sends one email a day, and the daily run sends no other", async () => {
    const client = await on.newClient({ email: "daily@client.example" });
    const { id } = await on.subscribe(client.id, "2026-12-30");
    const [first, ...otherAnswers] = await Promise.all([resend(id, "day"), resend(id, "day")]);
    await on.product.idle();
    expect((await resend(id, "day")).body.reminder.at).toBe(first?.body.reminder.at);
    expect(otherAnswers.map(({ status }) => status)).toEqual([201]);
    expect(await on.sendNow()).toMatchObject({ sent: 0 });
    expect((await on.sendLog(id)).map(({ entry }) => entry)).toEqual([
      "2026-12-30#upcoming#resend#2026-12-24",
    ]);

    const otherSubscription = await on.subscribe(client.id, "2026-12-29");
    expect(await on.sendNow()).toMatchObject({ sent: 0, failed: 0 });
    expect((await resend(otherSubscription.id, "day")).body.reminder).toMatchObject({ state: "skipped" });
    expect((await on.reminders()).filter(({ to }) => to[0] === client.email)).toHaveLength(1);
  });

  test("once a day for several subscriptions of a client sends one email with all of them", async () => {
    const client = await on.newClient({ email: "several@client.example" });
    const all = [
      await on.subscribe(client.id, "2026-12-20"),
      await on.subscribe(client.id, "2026-12-28"),
      await on.subscribe(client.id, "2026-12-28", { muted: true }),
    ];
    for (const { id } of all.slice(0, 2)) expect((await resend(id, "day")).body.reminder.resend).toBe(true);
    await on.product.idle();
    const emails = async () => (await on.reminders()).filter(({ to }) => to[0] === client.email);
    expect((await emails()).map(({ subject }) => subject)).toEqual(["Payment overdue: $299.98"]);
    expect(await on.sendLog(all[2]?.id ?? "")).toEqual([]);
    expect(await on.sendNow()).toMatchObject({ sent: 0, failed: 0 });
    expect((await emails()).length).toBe(1);
  });

  test("is refused for an inactive, free or missing subscription", async () => {
    const client = await on.newClient();
    const paused = await on.subscribe(client.id, "2026-12-31", { status: "paused" });
    const free = await on.subscribe(client.id, "2026-12-31", { amount: 0 });
    expect((await resend(paused.id)).status).toBe(409);
    expect((await resend(free.id)).body.error).toBe("A free subscription has no reminders.");
    expect((await resend(crypto.randomUUID())).status).toBe(404);
  });

  test("sends nothing to an inactive client, with the reason", async () => {
    const client = await on.newClient({ email: "gone@example.com" });
    const { id } = await on.subscribe(client.id, "2026-12-31");
    await on.deactivate(client);
    expect((await resend(id)).body.reminder).toMatchObject({
      state: "skipped",
      reason: "the client is inactive",
    });
  });

  test("lets credit pay first: what it covers is not asked for, of what it covers in part the rest is", async () => {
    const client = await on.newClient({ email: "credit@client.example" });
    const { id } = await on.subscribe(client.id, "2027-01-20", { amount: 100 });
    const emails = async () => (await on.reminders()).filter(({ to }) => to[0] === client.email);
    await on.call("POST /api/v1/clients/{id}/payments", {
      params: { id: client.id },
      body: { id: crypto.randomUUID(), amount: 260, reference: "ahead", credit: true },
    });
    expect((await resend(id)).body.reminder).toMatchObject({ period: "2027-02-20", state: "skipped" });
    expect(await emails()).toEqual([]);
    expect((await resend(id, "day")).body.reminder).toMatchObject({
      period: "2027-03-20",
      state: expect.stringMatching(/^(sent|delivered)$/),
    });
    await on.product.idle();
    expect((await emails()).map(({ text }) => text)).toEqual([expect.stringContaining("$40.00")]);
  });

  test("the emails about one debt are one thread until all is paid, and say that they are automatic", async () => {
    const client = await on.newClient({ email: "thread@client.example" });
    const subscribe = (period: string) =>
      on.subscribe(client.id, period, { frequency: "yearly", amount: 100 });
    const [first, second] = [await subscribe("2026-12-10"), await subscribe("2026-12-20")];
    const threadAfter = async (id: string) => {
      expect((await resend(id)).status).toBe(201);
      await on.product.idle();
      const [last] = (await on.reminders()).filter(({ to }) => to[0] === client.email);
      expect(last?.headers).toMatchObject({
        "auto-submitted": "auto-generated",
        "in-reply-to": last?.headers?.references,
      });
      return last?.headers?.references;
    };
    const pay = async (id: string, period: string) => payPeriods(on.call, id, { period });
    const thread = await threadAfter(first.id);
    expect(thread).toMatch(/^<2026-12-10\.[\da-f-]{36}@.+>$/);
    await pay(first.id, "2026-12-10");
    expect(await threadAfter(second.id)).toBe(thread);
    await pay(second.id, "2026-12-20");
    const next = await subscribe("2026-12-28");
    expect(await threadAfter(next.id)).toMatch(/^<2026-12-28\./);
  });
});
