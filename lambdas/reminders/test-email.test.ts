import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { MAX_TESTS_PER_HOUR } from "../../shared/reminders/reminder.ts";
import type { Person } from "../../test/product/product.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;

describe("a test email goes only to the person who requests it", () => {
  let person: Person;
  let token: string;
  let send: (more?: object) => ReturnType<ReminderProduct["call"]>;
  const tests = () => on.mails(/^Test: /);
  const ofDigest = { params: { email: "digest" as const } };
  const lines = async () =>
    (await on.call("GET /api/v1/reminders", { query: { day: "2026-12-24" } })).body.reminders.filter(
      ({ kind }) => kind === "test",
    );
  const sender =
    (access: string) =>
    (more: object = {}) =>
      on.product.call("POST /api/v1/emails/{email}/test", { params: { email: "overdue" }, ...more }, access);

  beforeAll(async () => {
    on = await startReminderProduct();
    person = await on.product.createStaff("staff");
    token = (await on.product.signIn(person)).access;
    send = sender(token);
  });
  afterAll(() => on.product.stop());

  test("whatever address the request or the settings have", async () => {
    await on.saveSettings({ notification_email: "victim@bank.example" });
    const answers = await Promise.all([
      send(),
      send({ body: { to: "victim@bank.example" } }),
      send({ body: "no JSON" }),
    ]);
    for (const { status, body } of answers)
      expect([status, body]).toEqual([200, { sent: true, to: person.email }]);
    await on.product.idle();
    expect((await tests()).map(({ subject, to }) => [subject.slice(0, 21), to])).toEqual(
      answers.map(() => ["Test: Payment overdue", [person.email]]),
    );
  });

  test("the send log has it with its reader and delivery status", async () => {
    const entries = await lines();
    expect(entries.map(({ state, reader, client_name }) => [state, reader, client_name])).toEqual(
      [1, 2, 3].map(() => ["delivered", "Person 2", ""]),
    );
  });

  test("a test that cannot be sent now is sent later, once; a refused test returns an error", async () => {
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

  test("the hourly limit counts over all functions, and for each person", async () => {
    const before = (await tests()).length;
    // New threads must not start a new count.
    const answers = [];
    for (const _ of Array(MAX_TESTS_PER_HOUR)) {
      answers.push(await send());
      if (answers.length % 5 === 0) on.product.reload();
    }
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBe(5);
    expect(refused.at(-1)?.body.error).toMatch(
      /^You have sent 20 tests within an hour\. You can send the next one in \d+ minutes?\.$/,
    );
    await on.product.idle();
    expect((await tests()).length - before).toBe(MAX_TESTS_PER_HOUR - 5);
    const [row, ...more] = await on.rows("Limits");
    expect(more).toEqual([]);
    const inAnHour = on.product.now() / 1_000 + 3_600;
    expect(row).toMatchObject({ count: MAX_TESTS_PER_HOUR, expires_at: expect.any(Number) });
    expect(Math.abs(Number(row?.expires_at) - inAnHour)).toBeLessThanOrEqual(3_600);
    expect(JSON.stringify(row)).not.toContain(person.email);

    const otherPerson = await on.product.createStaff("staff");
    const sendOther = sender((await on.product.signIn(otherPerson)).access);
    expect((await sendOther({ ...ofDigest, headers: { host: "evil.example" } })).status).toBe(200);
    const [summary] = (await tests()).filter(({ to }) => to[0] === otherPerson.email);
    expect(summary?.text?.match(/https?:\/\/[^/]+/g)).toContain(on.product.site);
    expect(new Set(summary?.text?.match(/https?:\/\/[^/]+/g)).size).toBe(1);
  });

  test("no test is sent with a revoked token", async () => {
    const before = (await tests()).length;
    const third = on.product.callerFor(
      (await on.product.signIn(await on.product.createStaff("staff"))).access,
    );
    expect((await third("POST /api/v1/staff/me/sign-out")).status).toBe(200);
    const answer = await third("POST /api/v1/emails/{email}/test", { params: { email: "overdue" } });
    expect(answer.status).toBe(401);
    expect((await tests()).length).toBe(before);
  });
});
