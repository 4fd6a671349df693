import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { EmailName, testsAnHour } from "../../shared/reminders.ts";
import type { Person } from "../../test/product.ts";
import { type Reminding, startReminding } from "../../test/reminding.ts";
import { aClient } from "../../test/staffed.ts";

let on: Reminding;
const begin = async () => {
  on = await startReminding();
};
const end = () => on.product.stop();
const nothing = { sent: 0, skipped: 0, failed: 0, queued: 0 };
/** Of reminders to clients, without the emails to the company. */
const ledger = async () =>
  (await on.ledger()).filter(({ kind }) => kind === "upcoming" || kind === "overdue");

describe("what is due is reminded of once", () => {
  beforeAll(begin);
  afterAll(end);

  test("upcoming within 7 days and overdue get their emails, others none", async () => {
    const client = await on.newClient();
    await on.subscribe(client.id, "2026-12-31");
    await on.subscribe(client.id, "2026-12-24");
    await on.subscribe(client.id, "2026-12-20");
    await on.subscribe(client.id, "2027-01-01");
    await on.subscribe(client.id, "2026-12-25", { status: "paused" });
    await on.subscribe(client.id, "2026-12-25", { amount: 0 });
    expect(await on.sendNow()).toEqual({ ...nothing, sent: 3 });

    const emails = await on.reminders();
    expect(emails.map(({ subject }) => subject).sort()).toEqual([
      "Payment overdue since 20 Dec 2026: Accounts",
      "Renewal due 24 Dec 2026: Accounts",
      "Renewal due 31 Dec 2026: Accounts",
    ]);
    expect(emails.every(({ to }) => to[0] === aClient.email)).toBe(true);
    expect(emails[0]?.text).toContain("$149.99");
    await on.product.idle();
    expect((await ledger()).map(({ state }) => state)).toEqual(["delivered", "delivered", "delivered"]);
  });

  test("the button again, twice at once, and the daily run after it send nothing more", async () => {
    const pressed = await Promise.all([on.sendNow(), on.sendNow()]);
    expect(pressed).toEqual([nothing, nothing]);
    expect(await on.sweep()).toEqual({ outcome: { queued: 0 } });
    expect((await on.reminders()).length).toBe(3);
  });

  test("the day after it was due, the latest kind goes out, once", async () => {
    expect(await on.sweep("2026-12-25")).toEqual({ outcome: { queued: 2 } });
    expect(await on.sweep("2026-12-25")).toEqual({ outcome: { queued: 0 } });
    const subjects = (await on.reminders()).map(({ subject }) => subject);
    expect(subjects.length).toBe(5);
    expect(subjects).toContain("Payment overdue since 24 Dec 2026: Accounts");
    expect(subjects).toContain("Renewal due 1 Jan 2027: Accounts");
  });
});

describe("the button and the daily run at the same moment", () => {
  beforeAll(begin);
  afterAll(end);

  test("send each reminder once between them", async () => {
    const client = await on.newClient();
    for (let day = 10; day < 30; day += 1) await on.subscribe(client.id, `2026-12-${day}`);
    const [one, other] = await Promise.all([on.sendNow(), on.sendNow(), on.fire()]);
    await on.product.idle();
    expect((await on.reminders()).length).toBe(20);
    expect([one.failed, other.failed]).toEqual([0, 0]);
  });
});

describe("who gets none, and why, stands in the ledger", () => {
  beforeAll(begin);
  afterAll(end);

  test("an inactive client and a sample are skipped", async () => {
    const sample = await on.newClient({ sample: true, name: "Sample" });
    await on.subscribe(sample.id, "2026-12-26");
    const leaving = await on.newClient();
    await on.subscribe(leaving.id, "2026-12-26");
    await on.leave(leaving);
    expect(await on.sendNow()).toEqual({ ...nothing, skipped: 2 });
    expect((await ledger()).map(({ reason }) => reason).sort()).toEqual([
      "sample data",
      "the client is inactive",
    ]);
    expect(await on.reminders()).toEqual([]);
  });

  test("a kind that is switched off is skipped, and sent once it is on again", async () => {
    const client = await on.newClient();
    await on.subscribe(client.id, "2026-12-27");
    await on.saveSettings({ notify_renewals: false });
    expect(await on.sendNow()).toMatchObject({ sent: 0 });
    await on.saveSettings({ notify_renewals: true });
    expect(await on.sendNow()).toMatchObject({ sent: 1 });
  });

  test("a muted subscription is skipped, and reminded of once it is not", async () => {
    const client = await on.newClient();
    const { id } = await on.subscribe(client.id, "2026-12-27", { muted: true });
    expect(await on.sendNow()).toMatchObject({ sent: 0 });
    expect(await on.ledger(id)).toMatchObject([{ state: "skipped", reason: "muted" }]);
    await on.change(id, { amount: 20 });
    expect(await on.sendNow()).toMatchObject({ sent: 0 });
    await on.change(id, { muted: false });
    expect(await on.sendNow()).toMatchObject({ sent: 1 });
  });

  test("one that SES refuses fails with its reason, and is tried again next time", async () => {
    const client = await on.newClient({ email: "refused@example.com" });
    await on.subscribe(client.id, "2026-12-28");
    await on.faults({ refuse: ["refused@example.com"] });
    expect(await on.sendNow()).toMatchObject({ sent: 0, failed: 1, queued: 0 });
    expect((await ledger()).filter(({ state }) => state === "failed")).toMatchObject([
      { reason: "MessageRejected" },
    ]);
    await on.faults();
    expect(await on.sendNow()).toMatchObject({ sent: 1, failed: 0 });
  });

  test("what cannot be sent at the moment is left to the unattended sender, which goes on by itself", async () => {
    const client = await on.newClient({ email: "patient@example.com" });
    await on.subscribe(client.id, "2026-12-28");
    await on.faults({ down: true });
    expect(await on.sendNow()).toMatchObject({ sent: 0, failed: 0, queued: 1 });
    await on.faults();
    await on.product.idle();
    expect((await on.reminders()).filter(({ to }) => to[0] === client.email).length).toBe(1);
  });
});

describe("sending one again by choice", () => {
  beforeAll(begin);
  afterAll(end);
  const resend = (id: string) => on.call("POST /api/v1/subscriptions/{id}/reminders", { params: { id } });

  test("is a second mail recorded as one, and within a minute the same choice", async () => {
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
    expect(await on.sendNow()).toMatchObject({ sent: 1 });
    await Promise.all([resend(id), resend(id)]);
    await on.product.idle();
    const minutes = new Set((await on.ledger(id)).map(({ period_kind }) => period_kind));
    expect((await on.reminders()).length).toBe(minutes.size);
    expect(minutes.size).toBeLessThanOrEqual(3);
  });

  test("is refused for what is not active, is free, or does not exist", async () => {
    const client = await on.newClient();
    const paused = await on.subscribe(client.id, "2026-12-31", { status: "paused" });
    const free = await on.subscribe(client.id, "2026-12-31", { amount: 0 });
    expect((await resend(paused.id)).status).toBe(409);
    expect((await resend(free.id)).body.error).toBe("A free subscription has nothing to be reminded of.");
    expect((await resend(crypto.randomUUID())).status).toBe(404);
  });

  test("to a client who is inactive sends nothing and says why", async () => {
    const client = await on.newClient({ email: "gone@example.com" });
    const { id } = await on.subscribe(client.id, "2026-12-31");
    await on.leave(client);
    expect((await resend(id)).body.reminder).toMatchObject({
      state: "skipped",
      reason: "the client is inactive",
    });
  });
});

describe("what the back-office shows", () => {
  beforeAll(async () => {
    await begin();
    await on.saveSettings();
  });
  afterAll(end);

  test("who would get mail is who then gets it, and why others do not", async () => {
    const client = await on.newClient({ name: "Amani" });
    const soon = await on.subscribe(client.id, "2026-12-31");
    const tomorrow = await on.subscribe(client.id, "2027-01-01");
    const muted = await on.subscribe(client.id, "2026-12-30", { muted: true });
    const expected = async (day?: string) =>
      (await on.call("GET /api/v1/reminders/upcoming", { query: day ? { day } : {} })).body;

    // It is nine o'clock: today's run, at seven, is past, whether it took place or not.
    expect(await expected()).toMatchObject({ day: "2026-12-25" });
    const first = await expected("2026-12-24");
    expect(first).toMatchObject({ day: "2026-12-24", sending: 1, skipping: 1 });
    expect(first.reminders).toEqual([
      expect.objectContaining({ subscription_id: muted.id, skipped: "muted" }),
      {
        subscription_id: soon.id,
        client_id: client.id,
        client_name: "Amani",
        kind: "upcoming",
        period: "2026-12-31",
        frequency: "monthly",
        amount: 149.99,
      },
    ]);
    await on.sweep();
    expect((await on.reminders()).length).toBe(first.sending);

    const next = await expected();
    expect(next).toMatchObject({ day: "2026-12-25", sending: 1, skipping: 1 });
    expect(next.reminders.map(({ subscription_id }) => subscription_id)).toContain(tomorrow.id);
    const { status } = await on.call("GET /api/v1/reminders/upcoming", { query: { day: "2027-06-01" } });
    expect(status).toBe(400);
  });

  test("the send log says when, to whom, what, and its delivery status", async () => {
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

  test("the send log comes in pages, each line once", async () => {
    const many = 450;
    for (let index = 0; index < many; index += 1)
      await on.put("Reminders", {
        subscription_id: crypto.randomUUID(),
        period_kind: "2026-10-01#upcoming",
        ...{ period: "2026-10-01", kind: "upcoming", state: "delivered", fate_rank: 4 },
        ...{ day: "2026-09-24", at: new Date(Date.UTC(2026, 8, 24, 4, 0, index % 7)).toISOString() },
      });
    const seen: (string | undefined)[] = [];
    let cursor: string | undefined;
    do {
      const query = { day: "2026-09-24", ...(cursor && { cursor }) };
      const { body } = await on.call("GET /api/v1/reminders", { query });
      seen.push(...body.reminders.map(({ subscription_id }) => subscription_id));
      cursor = body.cursor;
    } while (cursor);
    expect([seen.length, new Set(seen).size]).toEqual([many, many]);
    const bad = await on.call("GET /api/v1/reminders", { query: { cursor: "nonsense" } });
    expect([bad.status, bad.body.error]).toEqual([400, "There is no such page of this log."]);
  });

  test("the heartbeat counts what the last run sent, and tells when a run was missed", async () => {
    const status = async () => (await on.call("GET /api/v1/reminders/status")).body;
    expect(await status()).toMatchObject({
      last_run: { day: "2026-12-24", queued: 2, sent: 1, skipped: 1, failed: 0 },
      missed: false,
      today: "2026-12-24",
    });
    const { last_run } = await status();
    await on.put("Settings", { ...last_run, name: "sweep", day: "2026-12-22" });
    expect(await status()).toMatchObject({ missed: true });
  });

  test.each(EmailName.options)(
    "the email %s can be looked at, with values that are plainly examples",
    async (email) => {
      const { status, body } = await on.call("GET /api/v1/emails/{email}", { params: { email } });
      expect(status).toBe(200);
      expect(body.subject.length).toBeGreaterThan(5);
      expect(body.html).toContain("</html>");
      expect(body.text).toMatch(/[Ee]xample/);
    },
  );
});

describe("an email is mailed as a test to whoever asks, and to nobody else", () => {
  let person: Person;
  let token: string;
  let send: (more?: object) => ReturnType<Reminding["call"]>;
  const tests = () => on.mails(/^Test: /);
  const lines = async () =>
    (await on.call("GET /api/v1/reminders", { query: { day: "2026-12-24" } })).body.reminders.filter(
      ({ kind }) => kind === "test",
    );
  const attributes = (Username: string, ...named: [Name: string, Value: string][]) =>
    on.product.userPool("AdminUpdateUserAttributes", {
      UserPoolId: on.product.userPoolId,
      Username,
      UserAttributes: named.map(([Name, Value]) => ({ Name, Value })),
    });
  const sender =
    (access: string) =>
    (more: object = {}) =>
      on.product.call("POST /api/v1/emails/{email}/test", { params: { email: "overdue" }, ...more }, access);

  beforeAll(async () => {
    await begin();
    person = await on.product.employ("staff");
    token = (await on.product.signIn(person)).access;
    send = sender(token);
  });
  afterAll(end);

  test("whatever the call, or the settings, say of whom to write to", async () => {
    await on.saveSettings({ notification_email: "victim@bank.example" });
    const asked = await Promise.all([
      send(),
      send({ body: { to: "victim@bank.example" } }),
      send({ body: "no JSON" }),
    ]);
    for (const { status, body } of asked)
      expect([status, body]).toEqual([200, { sent: true, to: person.email }]);
    await on.product.idle();
    expect((await tests()).map(({ subject, to }) => [subject.slice(0, 21), to])).toEqual(
      asked.map(() => ["Test: Payment overdue", [person.email]]),
    );
  });

  test("it stands in the send log, with whom it went to and its delivery status", async () => {
    const seen = await lines();
    expect(seen.map(({ state, reader, client_name }) => [state, reader, client_name])).toEqual(
      [1, 2, 3].map(() => ["delivered", "Person 2", ""]),
    );
  });

  test("what cannot be sent at the moment goes out by itself, once; what is refused is told at once", async () => {
    await on.faults({ down: true });
    expect((await send()).status).toBe(200);
    await on.faults();
    await on.product.idle();
    expect((await tests()).length).toBe(4);
    expect((await lines()).map(({ state }) => state)).toEqual([1, 2, 3, 4].map(() => "delivered"));

    await on.faults({ refuse: [person.email] });
    const { status, body } = await send();
    expect([status, body.error]).toEqual([502, "The mail service refused the test. The send log says why."]);
    await on.faults();
    expect((await lines()).filter(({ state }) => state === "failed")).toMatchObject([
      { reason: "MessageRejected", reader: "Person 2" },
    ]);
  });

  test("so many in an hour, counted once for all functions and for each person alone", async () => {
    const before = (await tests()).length;
    // Threads come and go, and each would begin to count anew.
    const asked = [];
    for (const _ of Array(testsAnHour)) {
      asked.push(await send());
      if (asked.length % 5 === 0) on.product.reload();
    }
    const refused = asked.filter(({ status }) => status === 429);
    expect(refused.length).toBe(5);
    expect(refused.at(-1)?.body.error).toMatch(
      /^That was 20 tests within an hour\. You can send the next one in \d+ minutes?\.$/,
    );
    await on.product.idle();
    expect((await tests()).length - before).toBe(testsAnHour - 5);
    const [row, ...more] = await on.rows("Limits");
    expect(more).toEqual([]);
    const inAnHour = on.product.now() / 1_000 + 3_600;
    expect(row).toMatchObject({ count: testsAnHour, expires_at: expect.any(Number) });
    expect(Math.abs(Number(row?.expires_at) - inAnHour)).toBeLessThanOrEqual(3_600);
    expect(JSON.stringify(row)).not.toContain(person.email);

    const other = await on.product.employ("staff");
    expect((await sender((await on.product.signIn(other)).access)()).status).toBe(200);
  });

  test("an address that was never confirmed, or a token that was ended, gets nothing", async () => {
    const before = (await tests()).length;
    const third = await on.product.employ("staff");
    const sendThird = sender((await on.product.signIn(third)).access);
    await attributes(third.email, ["email_verified", "false"]);
    const unconfirmed = await sendThird();
    expect([unconfirmed.status, unconfirmed.body.error]).toEqual([
      409,
      "A test goes to your own address, and yours was never confirmed. Ask an administrator to invite you again.",
    ]);
    await on.product.userPool("AdminUserGlobalSignOut", {
      UserPoolId: on.product.userPoolId,
      Username: third.email,
    });
    expect((await sendThird()).status).toBe(401);
    expect((await tests()).length).toBe(before);
  });
});

describe("a new client", () => {
  beforeAll(async () => {
    await begin();
    await on.saveSettings();
  });
  afterAll(end);
  const announced = () => on.mails(/^New client: /);

  test("is announced to the company once, unless it is a sample or that is switched off", async () => {
    await on.newClient({ sample: true, name: "Sample" });
    await on.newClient({ name: "Baraka" });
    await on.product.idle();
    expect((await announced()).map(({ subject, to }) => [subject, to[0]])).toEqual([
      ["New client: Baraka", "office@mwamba.example"],
    ]);
    await on.saveSettings({ notify_new_clients: false });
    await on.newClient({ name: "Chui" });
    await on.product.idle();
    expect((await announced()).length).toBe(1);
  });
});
