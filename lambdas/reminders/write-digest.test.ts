import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { intercept } from "../../test/product/interception.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";
import { seedRows } from "../../test/product/seed-rows.ts";

let on: ReminderProduct;

describe("the digest", () => {
  beforeAll(async () => {
    on = await startReminderProduct();
    await on.saveSettings();
  });
  afterAll(() => on.product.stop());

  test("is sent once a day with due subscriptions and failures, however often the run starts", async () => {
    const client = await on.newClient({ name: "Baraka <Ltd>", email: "refused@client.example" });
    await on.subscribe(client.id, "2026-12-31", { amount: 100 });
    await on.subscribe(client.id, "2026-12-20", { amount: 50.5 });
    await on.subscribe(client.id, "2026-12-29", { amount: 0 });
    await on.faults({ refuse: ["refused@client.example"] });
    await Promise.all([on.sweep(), on.sweep()]);
    await on.sweep();
    const [first, ...more] = await on.mails(/^Renewals on 24 Dec 2026/);
    expect(more).toEqual([]);
    expect(first?.to).toEqual(["office@mwamba.example"]);
    expect(first?.subject).toContain("1 overdue, 1 due within 7 days");
    expect(first?.text).toContain("$100.00");
    expect(first?.html).toContain("Baraka &lt;Ltd&gt;");

    // An email to the company that bounced.
    await seedRows(on.product, "Reminders", 1, (id) => ({
      about: "company",
      claim: `new-client#2026-12-24#${id}`,
      period: "2026-12-24",
      kind: "new-client",
      state: "bounced",
      reason: "Permanent, General",
      delivery_rank: 5,
      day: "2026-12-24",
      at: "2026-12-24T09:00:00.000Z",
    }));
    await on.sweep("2026-12-25");
    const [second] = await on.mails(/^Renewals on 25 Dec 2026/);
    expect(second?.text).toContain("- Email to the company\n  It came back: the address does not exist");
    // One reminder with two charges, and the email to the company.
    expect(second?.subject).toContain("2 emails not delivered");
    expect(second?.text).toContain("It could not be sent: the mail service refused it");
  });

  test("is sent once, with the right sums, after a run is killed just before queueing it", async () => {
    let killed = false;
    intercept(on.product, async ({ from, body }, pass) => {
      if (killed || !from?.startsWith("RemindersSweep") || !body.includes('\\"digest\\"')) return pass();
      killed = true;
      await on.product.kill(from);
      return undefined;
    });
    await on.sweep("2026-12-26");
    expect(killed).toBe(true);
    const digests = await on.mails(/^Renewals on 26 Dec 2026/);
    expect(digests.map(({ subject }) => subject)).toEqual([
      expect.stringContaining("1 overdue, 1 due within 7 days"),
    ]);
  });

  test("omits what is switched off, and is not sent when it is empty", async () => {
    await on.faults();
    await on.saveSettings({ notify_overdue: false, notify_system: false });
    await on.sweep("2026-12-27");
    const [digest] = await on.mails(/^Renewals on 27 Dec 2026/);
    expect(digest?.subject).toBe("Renewals on 27 Dec 2026: 1 due within 7 days");

    await on.saveSettings({ notify_renewals: false, notify_overdue: false, notify_system: false });
    await on.sweep("2026-12-28");
    expect(await on.mails(/^Renewals on 28 Dec 2026/)).toEqual([]);
    const lines = (await on.sendLog("company")).filter(({ period }) => period === "2026-12-28");
    expect(lines).toMatchObject([{ kind: "digest", state: "skipped", reason: "nothing to tell" }]);

    // A failed digest alone is no reason for another digest.
    await on.saveSettings({ notify_renewals: false, notify_overdue: false, notify_system: true });
    await seedRows(on.product, "Reminders", 1, (id) => ({
      about: "company",
      claim: `digest#2026-12-27#${id}`,
      period: "2026-12-27",
      kind: "digest",
      state: "failed",
      reason: "refused",
      delivery_rank: 0,
      day: "2026-12-28",
      at: "2026-12-28T09:00:00.000Z",
    }));
    await on.sweep("2026-12-29");
    expect(await on.mails(/^Renewals on 29 Dec 2026/)).toEqual([]);
  });

  test("names clients who get no reminder", async () => {
    await on.saveSettings({ notify_renewals: true, notify_overdue: true, notify_system: true });
    const named = async (name: string, more: object, muted = false) => {
      const client = await on.newClient({ name, email: "accounts@client.example" });
      await on.subscribe(client.id, "2027-01-05", { muted });
      if (Object.keys(more).length > 0)
        await on.call("PUT /api/v1/clients/{id}", {
          params: { id: client.id },
          body: { name, email: client.email, ...more },
        });
    };
    await named("Written Ltd", {});
    await named("Muted Ltd", {}, true);
    await named("Inactive Ltd", { status: "inactive" });
    await on.sweep("2026-12-30");
    const [digest] = await on.mails(/^Renewals on 30 Dec 2026/);
    expect(digest?.text).toContain("- Written Ltd, $149.99\n  due 5 Jan 2027\n");
    expect(digest?.text).toContain("- Muted Ltd, $149.99\n  due 5 Jan 2027; no reminder: it is muted\n");
    expect(digest?.text).toContain("None goes to Muted Ltd, for the reason given above");
    // Its charge is on hold.
    expect(digest?.text).not.toContain("Inactive Ltd");
    expect(digest?.text).toContain(`${on.product.site}/admin/subscriptions?due=due-soon`);
    const reminded = (await on.reminders()).filter(({ subject }) => subject.includes("5 Jan 2027"));
    expect(reminded.map(({ text }) => text?.split("\n")[0])).toEqual(["Dear Written Ltd,"]);
  });

  test("counts the messages marked as spam since the last digest, with a link", async () => {
    const message = { name: "Robot", email: "robot@spam.example", message: "Buy now", state: "spam" };
    const received = (received_at: string, more: object = {}) =>
      seedRows(on.product, "Messages", 1, (id) => ({
        ...message,
        id,
        received_at,
        day: "2026-12-30",
        ...more,
      }));
    await received("2026-12-30T03:59:59.000Z");
    await received("2026-12-30T04:00:01.000Z");
    await received("2026-12-31T03:59:59.000Z");
    await received("2026-12-30T10:00:00.000Z", { state: "pending" });
    const moved = { at: "2026-12-30T11:00:00.000Z", by: "staff-id", name: "Grace" };
    await received("2026-12-30T10:00:00.000Z", { moved });
    await on.sweep("2026-12-31");
    const [digest] = await on.mails(/^Renewals on 31 Dec 2026/);
    expect(digest?.subject).toContain("2 messages marked as spam");
    expect(digest?.text).toContain(`${on.product.site}/admin/messages?box=spam`);

    // After a day without a run, the next digest covers both days.
    await received("2026-12-31T05:00:00.000Z");
    await received("2027-01-02T03:00:00.000Z");
    await on.sweep("2027-01-02");
    const [next] = await on.mails(/^Renewals on 2 Jan 2027/);
    expect(next?.subject).toContain("2 messages marked as spam");
    await on.saveSettings({ notify_system: false });
    await received("2027-01-02T05:00:00.000Z");
    await on.sweep("2027-01-03");
    const [silent] = await on.mails(/^Renewals on 3 Jan 2027/);
    expect(silent?.text ?? "").not.toContain("spam");
  });
});
