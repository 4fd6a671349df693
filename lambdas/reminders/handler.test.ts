import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EmailName } from "../../shared/reminders/reminder.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { seedAccounts } from "../../test/product/seed-rows.ts";

let on: ReminderProduct;

describe("the routes for the back-office", () => {
  beforeAll(async () => {
    on = await startReminderProduct();
    await on.saveSettings();
  });
  afterAll(() => on.product.stop());

  test("the next run sends what was expected, with reasons for the skipped ones", async () => {
    const client = await on.newClient({ name: "Amani" });
    const soon = await on.subscribe(client.id, "2026-12-31");
    const tomorrow = await on.subscribe(client.id, "2027-01-01");
    const muted = await on.subscribe(client.id, "2026-12-30", { muted: true });
    const expected = async (day?: string) =>
      (await on.call("GET /api/v1/reminders/upcoming", { query: day ? { day } : {} })).body;

    // At 9:00, the next run is tomorrow's, even if today's did not run.
    expect(await expected()).toMatchObject({ day: "2026-12-25" });
    const first = await expected("2026-12-24");
    expect(first).toMatchObject({ day: "2026-12-24", sending: 1, skipping: 0 });
    expect(first.reminders).toEqual([
      expect.objectContaining({ subscription_id: muted.id, skipped: "muted" }),
      {
        charge_id: `${soon.id}#2026-12-31`,
        subscription_id: soon.id,
        client_id: client.id,
        client_name: "Amani",
        kind: "upcoming",
        period: "2026-12-31",
        frequency: "monthly",
        amount: 149.99,
        currency: "USD",
      },
    ]);
    await on.sweep();
    expect((await on.reminders()).length).toBe(first.sending);

    const next = await expected();
    expect(next).toMatchObject({ day: "2026-12-25", sending: 1, skipping: 0 });
    expect(next.reminders.map(({ subscription_id }) => subscription_id)).toContain(tomorrow.id);
    const { status } = await on.call("GET /api/v1/reminders/upcoming", { query: { day: "2027-06-01" } });
    expect(status).toBe(400);
  });

  test("the send log shows time, reader, kind and delivery status", async () => {
    const { body } = await on.call("GET /api/v1/reminders", { query: { day: "2026-12-24" } });
    const lines = body.reminders.map(({ client_name, kind, period, state, reason }) => [
      client_name,
      kind,
      period,
      state,
      reason,
    ]);
    expect(lines).toContainEqual(["Amani", "upcoming", "2026-12-31", "delivered", undefined]);
    expect(lines).toContainEqual(["Amani", "upcoming", "2026-12-30", "skipped", "muted"]);
    expect(lines).toContainEqual(["", "digest", "2026-12-24", "delivered", undefined]);
    expect(lines).toContainEqual(["", "new-client", "2026-12-24", "delivered", undefined]);
    expect(body.reminders.every(({ at }) => at.startsWith("2026-12-24T"))).toBe(true);
  });

  test("the send log has pages, each row once", async () => {
    const count = 450;
    const ids = Array.from({ length: count }, () => crypto.randomUUID());
    for (const [index, subscription_id] of ids.entries())
      await on.put("Reminders", {
        about: `${subscription_id}#2026-10-01`,
        claim: "upcoming",
        subscription_id,
        period: "2026-10-01",
        kind: "upcoming",
        state: "delivered",
        delivery_rank: 4,
        day: "2026-09-24",
        at: new Date(Date.UTC(2026, 8, 24, 4, 0, index % 7)).toISOString(),
      });
    const idsSeen: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const query = { day: "2026-09-24", ...(cursor && { cursor }) };
      const { body } = await on.call("GET /api/v1/reminders", { query });
      idsSeen.push(...body.reminders.map(({ subscription_id }) => subscription_id));
      cursor = body.cursor;
    } while (cursor);
    expect([idsSeen.length, new Set(idsSeen).size]).toEqual([count, count]);
    const bad = await on.call("GET /api/v1/reminders", { query: { cursor: "nonsense" } });
    expect([bad.status, bad.body.error]).toEqual([400, "There is no such page of this list."]);
  });

  test("the status counts the emails of the last run, and shows a missed run", async () => {
    const status = async () => (await on.call("GET /api/v1/reminders/status")).body;
    expect(await status()).toMatchObject({
      last_run: { day: "2026-12-24", queued: 1, sent: 1, skipped: 0, failed: 0 },
      missed: false,
      today: "2026-12-24",
    });
    const { last_run } = await status();
    await on.put("Settings", { ...last_run, name: "sweep", day: "2026-12-22" });
    expect(await status()).toMatchObject({ missed: true });
  });

  test.each(EmailName.options)("the preview of the email %s uses example values", async (email) => {
    const { status, body } = await on.call("GET /api/v1/emails/{email}", { params: { email } });
    expect(status).toBe(200);
    expect(body.subject.length).toBeGreaterThan(5);
    expect(body.html).toContain("</html>");
    expect(body.text).toMatch(/[Ee]xample/);
  });

  test("the service of a subscription is shown in lists and emails", async () => {
    const client = await on.newClient({ name: "Baraka", email: "baraka@client.example" });
    const service = "Loan Management System, 3 branches";
    const subscription = await on.subscribe(client.id, "2026-12-31", { service });
    const ofClient = <R extends { client_name: string }>(rows: R[]) =>
      rows.filter(({ client_name }) => client_name === "Baraka");
    const next = await on.call("GET /api/v1/reminders/upcoming", { query: { day: "2026-12-26" } });
    const dashboard = await on.call("GET /api/v1/dashboard/stats");
    await on.sweep("2026-12-26");
    const [mail] = (await on.reminders()).filter(({ to }) => to[0] === client.email);
    expect(mail?.subject).toBe(`Renewal due 31 Dec 2026: ${service}`);
    expect(mail?.text).toContain(`Your monthly subscription (${service}) renews on 31 Dec 2026, in 5 days.`);
    const [digest] = (await on.mails(/^Renewals on 26 Dec/)) ?? [];
    expect(digest?.text).toContain(`- Baraka, $149.99\n  ${service}; due 31 Dec 2026`);
    const log = await on.call("GET /api/v1/reminders", { query: { day: "2026-12-26" } });
    const shown = { client_name: "Baraka", service };
    expect([
      ofClient(next.body.reminders),
      ofClient(dashboard.body.upcomingRenewals),
      ofClient(log.body.reminders),
    ]).toEqual([
      [expect.objectContaining(shown)],
      [expect.objectContaining(shown)],
      [expect.objectContaining(shown)],
    ]);
    await on.change(subscription.id, { status: "inactive" });
  });

  test("the next run has pages, each client once and with all that is due", async () => {
    const several = await on.newClient({ name: "Several" });
    // On the first page, with more others than fit on it, who had their reminder.
    const own = [await on.subscribe(several.id, "2027-01-02"), await on.subscribe(several.id, "2027-01-07")];
    const otherIds = Array.from({ length: 505 }, () => crypto.randomUUID() as string);
    await seedAccounts(on.product, otherIds, () => ({
      next_billing_date: "2027-01-04",
      reminded_on: "2026-12-28",
    }));
    const pages: (string | undefined)[][] = [];
    let cursor: string | undefined;
    do {
      const query = { day: "2027-01-03", ...(cursor && { cursor }) };
      const { body } = await on.call("GET /api/v1/reminders/upcoming", { query });
      const listed = body.reminders.filter(({ client_id }) => client_id === several.id);
      pages.push(listed.map(({ subscription_id }) => subscription_id));
      cursor = body.cursor;
    } while (cursor);
    expect(pages).toEqual([own.map(({ id }) => id), []]);
    const place = Buffer.from(
      JSON.stringify({ owing: "real", client_id: several.id, owing_from: "2027-05-01" }),
    );
    const query = { day: "2027-01-03", cursor: place.toString("base64url") };
    expect((await on.call("GET /api/v1/reminders/upcoming", { query })).status).toBe(400);
  });
});
