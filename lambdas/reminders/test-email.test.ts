import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testsAnHour } from "../../shared/reminders.ts";
import type { Person } from "../../test/product.ts";
import { type Reminding, startReminding } from "../../test/reminding.ts";

let on: Reminding;

describe("an email is mailed as a test to whoever asks, and to nobody else", () => {
  let person: Person;
  let token: string;
  let send: (more?: object) => ReturnType<Reminding["call"]>;
  const tests = () => on.mails(/^Test: /);
  const ofDigest = { params: { email: "digest" as const } };
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
    on = await startReminding();
    person = await on.product.employ("staff");
    token = (await on.product.signIn(person)).access;
    send = sender(token);
  });
  afterAll(() => on.product.stop());

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
    const sendOther = sender((await on.product.signIn(other)).access);
    expect((await sendOther({ ...ofDigest, headers: { host: "evil.example" } })).status).toBe(200);
    const [summary] = (await tests()).filter(({ to }) => to[0] === other.email);
    expect(summary?.text?.match(/https?:\/\/[^/]+/g)).toContain(on.product.site);
    expect(new Set(summary?.text?.match(/https?:\/\/[^/]+/g)).size).toBe(1);
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
