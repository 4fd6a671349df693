import { afterAll, beforeAll, expect, test } from "vitest";
import { type Interceptor, intercept } from "../../test/product/interception.ts";
import type { Person } from "../../test/product/product.ts";
import {
  companyProfile,
  type ReminderProduct,
  startReminderProduct,
} from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let admin: Person;
let between: Interceptor = (_, pass) => pass();

beforeAll(async () => {
  on = await startReminderProduct();
  admin = await on.product.createStaff("admin");
  intercept(on.product, (call, pass) => between(call, pass));
});
afterAll(() => on?.product.stop());

async function disable({ email }: Person) {
  const asAdmin = on.product.callerFor((await on.product.signIn(admin)).access);
  const { members } = (await asAdmin("GET /api/v1/staff/members")).body;
  const id = members.find((member) => member.email === email)?.id ?? "";
  const body = { disabled: true };
  expect((await asAdmin("PUT /api/v1/staff/members/{id}", { params: { id }, body })).status).toBe(200);
}
/** The notices since the last call, by recipient. */
async function newNotices(): Promise<Record<string, string>> {
  await on.product.idle();
  const emails = await on.mails(/^Changed in the settings: /);
  await fetch(`${on.product.mail}/messages`, { method: "DELETE" });
  const notices = emails.map(({ to, text }) => [to.join(), text ?? ""] as const);
  expect(new Set(notices.map(([to, text]) => to + text)).size, "no email twice").toBe(notices.length);
  return Object.fromEntries(notices);
}
const logged = async () =>
  (await on.call("GET /api/v1/reminders", { query: { day: "2026-12-24" } })).body.reminders.filter(
    ({ kind }) => kind === "settings-change",
  );
const save = async (more: object = {}) => (await on.saveSettings(more)).status;

test("a notice goes to active administrators, not to those who are invited, disabled or without a valid address", async () => {
  await on.product.invite("admin");
  await disable(await on.product.createStaff("admin"));
  expect(await save({ notify_system: false })).toBe(200);
  const emails = await newNotices();
  expect(Object.keys(emails)).toEqual([admin.email]);
  for (const words of [
    "Person 5 (nobody@office) changed this on 24 Dec 2026.",
    "Company name before: none",
    "Company name now: Mwamba Software",
    "Company email before: none",
    "Company email now: hello@mwamba.example",
    "Company phone now: +254 700 000000",
    "Notification address before: none",
    "Notification address now: office@mwamba.example",
  ])
    expect(emails[admin.email]).toContain(words);
});

test("a notice goes to the previous notification address, not to the new one", async () => {
  await save({ notification_email: "victim@bank.example" });
  const emails = await newNotices();
  expect(Object.keys(emails).sort()).toEqual(["office@mwamba.example", admin.email].sort());
  expect(emails["office@mwamba.example"]).toContain("Notification address now: victim@bank.example");
  expect(emails["office@mwamba.example"]).not.toContain("Company name");
  expect((await logged()).map(({ state, reader }) => [state, reader]).sort()).toEqual([
    ["delivered", "Person 2"],
    ["delivered", "Person 2"],
    ["delivered", "The notification address before"],
  ]);
});

test("a notice goes to the company's previous address when that changes", async () => {
  await save({ notification_email: "victim@bank.example", company_email: "thief@elsewhere.example" });
  const emails = await newNotices();
  expect(Object.keys(emails).sort()).toEqual(
    ["hello@mwamba.example", "victim@bank.example", admin.email].sort(),
  );
  for (const text of Object.values(emails))
    expect(text).toContain("Company email now: thief@elsewhere.example");
  await save({ notification_email: "victim@bank.example" });
  expect(Object.keys(await newNotices()).sort()).toEqual(
    ["thief@elsewhere.example", "victim@bank.example", admin.email].sort(),
  );
});

test("each address gets a notice once, and none when nothing about mail or money changes", async () => {
  await save({ notification_email: admin.email.toUpperCase() });
  expect(Object.keys(await newNotices()).sort()).toEqual([admin.email, "victim@bank.example"].sort());
  await save({ notification_email: companyProfile.notification_email });
  expect(Object.keys(await newNotices())).toEqual([admin.email]);
  await save({ notify_overdue: false, send_receipts: true, default_currency: "KES", remind_before: [3] });
  await save();
  expect(await newNotices()).toEqual({});
});

test.each([
  ["logo_url", "https://elsewhere.example/pixel.png"],
  ["company_phone", "+254 711 111111"],
  ["company_website", "elsewhere.example"],
  ["bank_account_number", "999"],
  ["mpesa_till", "999999"],
])("a change of %s is sent to administrators and to the notification address", async (field, value) => {
  await save({ [field]: value });
  const emails = await newNotices();
  expect(Object.keys(emails).sort()).toEqual(["office@mwamba.example", admin.email].sort());
  for (const text of Object.values(emails)) expect(text).toContain(`now: ${value}`);
});

test("a notice that could not be queued is sent by the sweep, once", async () => {
  let failures = 0;
  between = async (call, pass) => {
    if (call.operation !== "SendMessageBatch") return pass();
    failures += 1;
    return undefined;
  };
  expect(await save({ company_name: "Kept without a queue" })).toBe(200);
  between = (_, pass) => pass();
  expect(failures).toBeGreaterThan(0);
  expect(await newNotices()).toEqual({});
  await on.sweepOutbox();
  const emails = await newNotices();
  expect(Object.keys(emails).sort()).toEqual(["office@mwamba.example", admin.email].sort());
  for (const text of Object.values(emails)) expect(text).toContain("now: Kept without a queue");
  await on.sweepOutbox();
  expect(await newNotices()).toEqual({});
});

test("a notice waits while the administrators cannot be read", async () => {
  let failures = 0;
  between = async (call, pass) => {
    if (call.operation !== "Scan" || failures === 1) return pass();
    failures += 1;
    return undefined;
  };
  expect(await save({ company_name: "Kept without readers" })).toBe(200);
  const emails = await newNotices();
  expect(failures).toBe(1);
  for (const text of Object.values(emails)) expect(text).toContain("now: Kept without readers");
  expect(Object.keys(emails).sort()).toEqual(["office@mwamba.example", admin.email].sort());
});

test("of many saves at once, each successful one leads to one notice", async () => {
  const names = Array.from({ length: 8 }, (_, index) => `Name ${index}`);
  const answers = await Promise.all(names.map((company_name) => on.saveSettings({ company_name })));
  const saved = answers.flatMap(({ status, body }) => (status === 200 ? [body.settings.company_name] : []));
  await on.call("GET /api/v1/settings");
  await on.product.idle();
  const emails = (await on.mails(/^Changed in the settings: company name$/)).filter(({ to }) =>
    to.includes(admin.email),
  );
  const notified = emails.map(({ text }) => /Company name now: (.*)/.exec(text ?? "")?.[1]);
  expect(notified.sort()).toEqual(saved.sort());
});

test("a disabled administrator cannot save", async () => {
  const person = await on.product.createStaff("admin");
  const { access } = await on.product.signIn(person);
  await disable(person);
  const before = (await on.call("GET /api/v1/settings")).body.settings;
  const body = { ...companyProfile, company_name: "Bank of Elsewhere" };
  expect((await on.product.call("POST /api/v1/settings", { body }, access)).status).toBe(401);
  expect((await on.call("GET /api/v1/settings")).body.settings).toEqual(before);
});
