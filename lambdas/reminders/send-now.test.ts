import { afterAll, beforeAll, describe, expect, test } from "vitest";
import {
  type ReminderProduct,
  shortTimeouts,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";
import { aClient } from "../../test/product/staffed.ts";

let on: ReminderProduct;
const begin = async () => {
  on = await startReminderProduct();
};
const end = () => on.product.stop();
const zeroCounts = { sent: 0, skipped: 0, failed: 0, queued: 0 };
/** The rows of reminders to clients, without emails to the company. */
const sendLog = async () =>
  (await on.sendLog()).filter(({ kind }) => kind === "upcoming" || kind === "overdue");

describe("each client gets one email", () => {
  beforeAll(begin);
  afterAll(end);

  test("overdue and within 7 days, and no others", async () => {
    const client = await on.newClient();
    await on.subscribe(client.id, "2026-12-31");
    await on.subscribe(client.id, "2026-12-24");
    await on.subscribe(client.id, "2026-12-20");
    await on.subscribe(client.id, "2027-01-01");
    await on.subscribe(client.id, "2026-12-25", { status: "paused" });
    await on.subscribe(client.id, "2026-12-25", { amount: 0 });
    expect(await on.sendNow()).toEqual({ ...zeroCounts, sent: 1 });

    const emails = await on.reminders();
    expect(emails.map(({ subject }) => subject)).toEqual(["Payment overdue: $449.97"]);
    expect(emails.every(({ to }) => to[0] === aClient.email)).toBe(true);
    expect(emails[0]?.text?.match(/(?<=Due: ).*/g)).toEqual([
      "20 Dec 2026 · 20 Dec 2026 to 19 Jan 2027",
      "24 Dec 2026 · 24 Dec 2026 to 23 Jan 2027",
      "31 Dec 2026 · 31 Dec 2026 to 30 Jan 2027",
    ]);
    await on.product.idle();
    expect((await sendLog()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  });

  test("pressing the button again, twice at once, and the daily run send nothing more", async () => {
    const pressed = await Promise.all([on.sendNow(), on.sendNow()]);
    expect(pressed).toEqual([zeroCounts, zeroCounts]);
    expect(await on.sweep()).toEqual({ outcome: { queued: 0 } });
    expect((await on.reminders()).length).toBe(1);
  });

  test("the next email goes out with the next charge of the schedule, once, and names all that is due", async () => {
    expect(await on.sweep("2026-12-25")).toEqual({ outcome: { queued: 1 } });
    expect(await on.sweep("2026-12-25")).toEqual({ outcome: { queued: 0 } });
    const subjects = (await on.reminders()).map(({ subject }) => subject);
    expect(subjects.sort()).toEqual(["Payment overdue: $449.97", "Payment overdue: $599.96"]);
    await on.product.idle();
    expect((await sendLog()).map(({ period, claim, state }) => `${period}#${claim} ${state}`).sort()).toEqual(
      [
        "2026-12-20#overdue delivered",
        "2026-12-24#overdue delivered",
        "2026-12-24#upcoming delivered",
        "2026-12-31#upcoming delivered",
        "2027-01-01#upcoming delivered",
      ],
    );
  });
});

describe("credit", () => {
  beforeAll(async () => {
    await begin();
    // Charges due within 7 days take credit at once; these are reminded of earlier.
    await on.saveSettings({ remind_before: [30] });
  });
  afterAll(end);

  test.each(["the button", "the daily run"])(
    "pays the charges of the schedule before %s reminds",
    async (by) => {
      const client = await on.newClient({ email: `${by.replaceAll(" ", "-")}@client.example` });
      await on.call("POST /api/v1/clients/{id}/payments", {
        params: { id: client.id },
        body: { id: crypto.randomUUID(), amount: 100, currency: "USD", reference: by, credit: true },
      });
      const { open, paid } = await on.subscribe(client.id, "2027-01-10", { amount: 160 });
      expect([open, paid]).toEqual([undefined, undefined]);
      await (by === "the button" ? on.sendNow() : on.sweep());
      const subjects = (await on.reminders()).filter(({ to }) => to[0] === client.email);
      expect(subjects.map(({ text }) => text?.includes("$60.00"))).toEqual([true]);
    },
  );
});

test("credit pays what is due within the week, also if nobody is reminded before the due day", async () => {
  await begin();
  await on.saveSettings({ remind_before: [] });
  const { id } = await on.newClient({ email: "no-reminder@client.example" });
  const params = { id };
  const body = { amount: 100, currency: "USD", reference: "A", credit: true } as const;
  await on.call("POST /api/v1/clients/{id}/payments", { params, body: { id: crypto.randomUUID(), ...body } });
  await on.subscribe(id, "2027-01-10", { amount: 160 });
  const paid = async () =>
    (await on.call("GET /api/v1/clients/{id}/account", { params })).body.charges.map((charge) => charge.paid);
  await on.sweep("2027-01-02");
  expect(await paid()).toEqual([0]);
  await on.sweep("2027-01-03");
  expect(await paid()).toEqual([100]);
  await end();
});

describe("the button and the daily run at the same moment", () => {
  beforeAll(async () => {
    // On a busy machine SES may respond after a shorter lease ends.
    on = await startReminderProduct({ template: shortTimeouts({ lease: 6 }) });
  });
  afterAll(end);

  test("send each reminder once", async () => {
    for (let day = 10; day < 30; day += 1) {
      const client = await on.newClient({ email: `client${day}@client.example` });
      await on.subscribe(client.id, `2026-12-${day}`);
      if (day % 2 === 0) await on.subscribe(client.id, `2026-12-${day + 1}`);
    }
    const [first, second] = await Promise.all([on.sendNow(), on.sendNow(), on.fire()]);
    await on.product.idle();
    const readers = (await on.reminders()).map(({ to }) => to[0]);
    expect([readers.length, new Set(readers).size]).toEqual([20, 20]);
    expect((await sendLog()).map(({ state }) => state)).toEqual(Array(30).fill("delivered"));
    expect([first.failed, second.failed]).toEqual([0, 0]);
  });
});

describe("the send log has each skipped or failed reminder with its reason", () => {
  beforeAll(begin);
  afterAll(end);

  test("a sample is skipped, and what an inactive client owes is on hold", async () => {
    const sample = await on.newClient({ sample: true, name: "Sample" });
    await on.subscribe(sample.id, "2026-12-26", { sample: true });
    const leaving = await on.newClient();
    await on.subscribe(leaving.id, "2026-12-26");
    await on.deactivate(leaving);
    expect(await on.sendNow()).toEqual({ ...zeroCounts, skipped: 1 });
    expect((await sendLog()).map(({ reason }) => reason)).toEqual(["sample data"]);
    expect(await on.reminders()).toEqual([]);
  });

  test("a kind that is switched off is skipped, and sent when it is on again", async () => {
    const client = await on.newClient();
    await on.subscribe(client.id, "2026-12-27");
    await on.saveSettings({ notify_renewals: false });
    expect(await on.sendNow()).toMatchObject({ sent: 0 });
    await on.saveSettings({ notify_renewals: true });
    expect(await on.sendNow()).toMatchObject({ sent: 1 });
  });

  test("a muted subscription is skipped, and gets its reminder when it is not muted", async () => {
    const client = await on.newClient();
    const { id } = await on.subscribe(client.id, "2026-12-27", { muted: true });
    expect(await on.sendNow()).toMatchObject({ sent: 0 });
    expect(await on.sendLog(id)).toMatchObject([{ state: "skipped", reason: "muted" }]);
    await on.change(id, { amount: 20 });
    expect(await on.sendNow()).toMatchObject({ sent: 0 });
    await on.change(id, { muted: false });
    expect(await on.sendNow()).toMatchObject({ sent: 1 });
  });

  test("a reminder that SES refuses fails with its reason, and is tried again next time", async () => {
    const client = await on.newClient({ email: "refused@example.com" });
    await on.subscribe(client.id, "2026-12-28");
    await on.faults({ refuse: ["refused@example.com"] });
    expect(await on.sendNow()).toMatchObject({ sent: 0, failed: 1, queued: 0 });
    expect((await sendLog()).filter(({ state }) => state === "failed")).toMatchObject([
      { reason: "MessageRejected" },
    ]);
    await on.faults();
    expect(await on.sendNow()).toMatchObject({ sent: 1, failed: 0 });
  });

  test("a reminder that cannot be sent now is queued and sent later", async () => {
    const client = await on.newClient({ email: "patient@example.com" });
    await on.subscribe(client.id, "2026-12-28");
    await on.faults({ down: true });
    expect(await on.sendNow()).toMatchObject({ sent: 0, failed: 0, queued: 1 });
    await on.faults();
    await on.product.idle();
    expect((await on.reminders()).filter(({ to }) => to[0] === client.email).length).toBe(1);
  });
});
