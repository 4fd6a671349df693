import { afterAll, beforeAll, expect, test } from "vitest";
import { type Between, intercept } from "../../test/interception.ts";
import type { Person } from "../../test/product.ts";
import { companyProfile, type Reminding, startReminding } from "../../test/reminding.ts";

let on: Reminding;
let admin: Person;
let between: Between = (_, pass) => pass();

beforeAll(async () => {
  on = await startReminding();
  admin = await on.product.employ("admin");
  intercept(on.product, (call, pass) => between(call, pass));
});
afterAll(() => on?.product.stop());

const named = (Username: string) => ({ UserPoolId: on.product.userPoolId, Username });
/** The emails of a change, by whom they went to, since this was asked last. */
async function told(): Promise<Record<string, string>> {
  await on.product.idle();
  const emails = await on.mails(/^Changed in the settings: /);
  await fetch(`${on.product.mail}/messages`, { method: "DELETE" });
  const found = emails.map(({ to, text }) => [to.join(), text ?? ""] as const);
  expect(new Set(found.map(([to, text]) => to + text)).size, "no email twice").toBe(found.length);
  return Object.fromEntries(found);
}
const logged = async () =>
  (await on.call("GET /api/v1/reminders", { query: { day: "2026-12-24" } })).body.reminders.filter(
    ({ kind }) => kind === "settings-change",
  );
const save = async (more: object = {}) => (await on.saveSettings(more)).status;

test("is told to the administrators who are there, and to nobody who was only invited, shut out or unconfirmed", async () => {
  await on.product.invite("admin");
  const [gone, unconfirmed] = [await on.product.employ("admin"), await on.product.employ("admin")];
  await on.product.userPool("AdminDisableUser", named(gone.email));
  await on.product.userPool("AdminUpdateUserAttributes", {
    ...named(unconfirmed.email),
    UserAttributes: [{ Name: "email_verified", Value: "false" }],
  });
  expect(await save({ notify_system: false })).toBe(200);
  const emails = await told();
  expect(Object.keys(emails)).toEqual([admin.email]);
  for (const words of [
    "Person 1 (person1@staff.example) changed this on 24 Dec 2026.",
    "Company name before: none",
    "Company name now: Mwamba Software",
    "Notification address before: none",
    "Notification address now: office@mwamba.example",
  ])
    expect(emails[admin.email]).toContain(words);
});

test("goes to the address that was notified before, too, and not to the new one", async () => {
  await save({ notification_email: "victim@bank.example" });
  const emails = await told();
  expect(Object.keys(emails).sort()).toEqual(["office@mwamba.example", admin.email].sort());
  expect(emails["office@mwamba.example"]).toContain("Notification address now: victim@bank.example");
  expect(emails["office@mwamba.example"]).not.toContain("Company name");
  expect((await logged()).map(({ state, reader }) => [state, reader]).sort()).toEqual([
    ["delivered", "Person 2"],
    ["delivered", "Person 2"],
    ["delivered", "The notification address before"],
  ]);
});

test("is told to somebody once who is both, and to nobody when neither changed", async () => {
  await save({ notification_email: admin.email.toUpperCase() });
  expect(Object.keys(await told()).sort()).toEqual([admin.email, "victim@bank.example"].sort());
  await save({ notification_email: companyProfile.notification_email });
  expect(Object.keys(await told())).toEqual([admin.email]);
  await save({ company_phone: "+254 7", notify_overdue: false });
  await save();
  expect(await told()).toEqual({});
});

test.each(["ListUsersInGroup", "SendMessageBatch"])(
  "waits with the settings while %s fails, and goes out when they are asked for next",
  async (failing) => {
    let failures = 0;
    between = async (call, pass) => {
      if (call.operation !== failing) return pass();
      failures += 1;
      return undefined;
    };
    expect(await save({ company_name: `Kept through ${failing}` })).toBe(200);
    between = (_, pass) => pass();
    expect(failures).toBeGreaterThan(0);
    expect(await told()).toEqual({});
    const read = () => on.call("GET /api/v1/settings");
    const answers = await Promise.all([read(), read(), read()]);
    for (const { body } of answers) expect(Object.keys(body.settings)).not.toContain("untold");
    const emails = await told();
    expect(Object.keys(emails)).toEqual([admin.email]);
    expect(emails[admin.email]).toContain(`Company name now: Kept through ${failing}`);
    await read();
    expect(await told()).toEqual({});
  },
);

test("of many at once, each that was saved is told once", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
  const answers = await Promise.all(names.map((company_name) => on.saveSettings({ company_name })));
  const saved = answers.flatMap(({ status, body }) => (status === 200 ? [body.settings.company_name] : []));
  await on.call("GET /api/v1/settings");
  await on.product.idle();
  const emails = await on.mails(/^Changed in the settings: company name$/);
  const toldOf = emails.map(({ text }) => /Company name now: (.*)/.exec(text ?? "")?.[1]);
  expect(toldOf.sort()).toEqual(saved.sort());
});

test("needs somebody who is still on the staff, and is otherwise not saved", async () => {
  const person = await on.product.employ("staff");
  const { access } = await on.product.signIn(person);
  await on.product.userPool("AdminDisableUser", named(person.email));
  const before = (await on.call("GET /api/v1/settings")).body.settings;
  const body = { ...companyProfile, company_name: "Bank of Elsewhere" };
  expect((await on.product.call("POST /api/v1/settings", { body }, access)).status).toBe(401);
  expect((await on.call("GET /api/v1/settings")).body.settings).toEqual(before);
});
