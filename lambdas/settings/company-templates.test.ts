import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../test/product/product.ts";
import { type ReminderProduct, startReminderProduct } from "../../test/product/reminder-product.ts";

let on: ReminderProduct;
let admin: Person;

beforeAll(async () => {
  on = await startReminderProduct();
  admin = await on.product.createStaff("admin");
  await on.product.signIn(admin);
  await on.saveSettings();
});
afterAll(() => on?.product.stop());

const words = {
  subject: "Your bill of {due}: {service}",
  opening: "Good morning {client},\n\n{amount} for {service} is due.",
  request: "Kindly pay.",
  closing: "",
};
const save = (email: "upcoming" | "overdue", body: object) =>
  on.asSettingsAdmin("PUT /api/v1/settings/emails/{email}", {
    params: { email },
    body: { language: "en", ...body },
  });
const stored = async () => (await on.call("GET /api/v1/settings/emails")).body.words;
const itemOf = async (name: string) => (await on.rows("Settings")).find((row) => row.name === name) ?? {};

test("a template is saved over the version that was read, and an unknown placeholder is refused by name", async () => {
  expect(await stored()).toEqual([]);
  const wrong = { ...words, request: "Pay {sum} now" };
  const refused = await save("upcoming", { words: wrong, version: 0 });
  expect([refused.status, refused.body.error]).toEqual([
    400,
    expect.stringMatching(/^There is no placeholder \{sum\} in this email\./),
  ]);
  expect(await stored()).toEqual([]);

  const { status, body } = await save("upcoming", { words, version: 0 });
  expect([status, body.words]).toEqual([200, [{ email: "upcoming", language: "en", ...words }]]);
  expect((await save("upcoming", { words, version: 1 })).body.words).toEqual(body.words);
  const lateSave = await save("upcoming", { words: { ...words, closing: "Bye." }, version: 0 });
  expect([lateSave.status, lateSave.body.error]).toEqual([
    409,
    "Somebody else changed this template in the meantime. Reload and try again.",
  ]);
  // The templates of other emails, and the settings, have their own versions.
  const otherSaves = await Promise.all([save("overdue", { words, version: 0 }), on.saveSettings()]);
  expect(otherSaves.map(({ status }) => status)).toEqual([200, 200]);
  expect((await stored()).map(({ email }) => email)).toEqual(["upcoming", "overdue"]);
});

test("administrators and the notification address get a notice, and the activity has a record", async () => {
  await on.product.idle();
  const mails = (await on.mails(/^Changed in the settings: email template/)).filter(({ text }) =>
    text?.includes("Renewal reminder"),
  );
  expect(mails.map(({ to }) => to.join()).sort()).toEqual(["office@mwamba.example", admin.email].sort());
  const [notice] = mails;
  expect(notice?.text).toContain("Renewal reminder, English now: Your bill of {due}: {service}");
  const record = (await on.rows("Activity")).find(({ after }) => JSON.stringify(after).includes("Kindly"));
  expect(record).toMatchObject({
    kind: "settings-changed",
    name: "Person 3",
    before: { "upcoming.en.subject": "Renewal due {due}: {service}" },
    after: { "upcoming.en.subject": words.subject, "upcoming.en.request": "Kindly pay." },
  });
});

test("an email uses the template at the time of sending, or the original if that one cannot be used", async () => {
  const client = await on.newClient({ name: "Njeri {amount}" });
  await on.subscribe(client.id, "2026-12-31");
  await on.sweep();
  const [mail] = await on.mails(/^Your bill of 31 Dec 2026: Mwamba Software$/);
  expect(mail?.text).toMatch(
    /^Good morning Njeri \{amount\},\n\n\$149\.99 for monthly subscription is due\.\n/,
  );
  expect(mail?.text).not.toContain("If you have paid already");

  const item = await itemOf("emails");
  for (const [bad, at] of [
    [{ ...words, version: 1, opening: "Dear {nobody}" }, "2027-01-23"],
    [{ ...words, version: 1, tone: "kind" }, "2027-01-24"],
  ] as const) {
    await on.put("Settings", { ...item, words: { "upcoming.en": bad } });
    await on.subscribe((await on.newClient({ name: `Due ${at}` })).id, at);
    await on.sweep(at);
    expect((await on.mails(/^Renewal due /)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining(`${Number(at.slice(8))} Jan 2027`),
    );
  }
  await on.put("Settings", { ...item, words: "none" });
  await on.subscribe((await on.newClient({ name: "Due last" })).id, "2027-01-25");
  await on.sweep("2027-01-25");
  expect(await on.mails(/^Renewal due 25 Jan 2027/)).toHaveLength(1);
  await on.put("Settings", item);
});

test("a test of an unsaved template goes to one's own address", async () => {
  const params = { email: "upcoming" as const };
  const typed = { language: "en" as const, words: { ...words, subject: "Typed for {client}" } };
  const sent = await on.call("POST /api/v1/emails/{email}/words/test", { params, body: typed });
  expect(sent.status).toBe(200);
  await on.product.idle();
  expect((await on.mails(/^Test: Typed for Example Client$/))[0]?.to).toEqual([sent.body.to]);
  // For a chosen client, with no data of another one.
  const client = await on.newClient({ name: "Chosen Ltd" });
  const terms = { amount: 125_000, currency: "KES", service: "Ledger" };
  const { id: subscription_id } = await on.subscribe(client.id, "2026-12-31", terms);
  const otherClient = await on.newClient({ name: "Other Ltd" });
  for (const client_id of [client.id, otherClient.id])
    await on.call("POST /api/v1/emails/{email}/words/test", {
      params,
      body: { ...typed, client_id, subscription_id },
    });
  await on.product.idle();
  const [[chosen], [another]] = await Promise.all([
    on.mails(/^Test: Typed for Chosen Ltd$/),
    on.mails(/^Test: Typed for Other Ltd$/),
  ]);
  expect([chosen?.to, another?.to]).toEqual([[sent.body.to], [sent.body.to]]);
  expect(chosen?.text).toContain("KES\u00a0125,000.00 for Ledger is due.");
  expect(another?.text).not.toMatch(/Ledger|KES/);
  const bad = { ...typed, words: { ...words, subject: "{no}" } };
  expect((await on.call("POST /api/v1/emails/{email}/words/test", { params, body: bad })).status).toBe(400);
  expect((await on.call("GET /api/v1/emails/{email}", { params, query: {} })).body.subject).toMatch(
    /^Your bill of /,
  );
});

test("after a template is removed, the original is used again", async () => {
  expect((await save("upcoming", { words: null, version: 1 })).status).toBe(200);
  expect((await stored()).map(({ email }) => email)).toEqual(["overdue"]);
  const { body } = await on.call("GET /api/v1/emails/{email}", { params: { email: "upcoming" }, query: {} });
  expect(body.subject).toMatch(/^Renewal due /);
});
