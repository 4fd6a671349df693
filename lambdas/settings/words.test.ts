import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../test/product.ts";
import { type Reminding, startReminding } from "../../test/reminding.ts";

let on: Reminding;
let admin: Person;

beforeAll(async () => {
  on = await startReminding();
  admin = await on.product.employ("admin");
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
  on.call("PUT /api/v1/settings/emails/{email}", { params: { email }, body: { language: "en", ...body } });
const stored = async () => (await on.call("GET /api/v1/settings/emails")).body.words;
const itemOf = async (name: string) => (await on.rows("Settings")).find((row) => row.name === name) ?? {};

test("own words are saved over what was seen, and a placeholder that there is not is refused by name", async () => {
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
  const late = await save("upcoming", { words: { ...words, closing: "Bye." }, version: 0 });
  expect([late.status, late.body.error]).toEqual([
    409,
    "Somebody else changed these words in the meantime. Reload and try again.",
  ]);
  // Those of other emails, and the settings, are saved without regard to these.
  const others = await Promise.all([save("overdue", { words, version: 0 }), on.saveSettings()]);
  expect(others.map(({ status }) => status)).toEqual([200, 200]);
  expect((await stored()).map(({ email }) => email)).toEqual(["upcoming", "overdue"]);
});

test("administrators are told of it, and it stands in the activity", async () => {
  await on.product.idle();
  const [told] = (await on.mails(/^Changed in the settings: words of an email/)).filter(({ text }) =>
    text?.includes("Renewal reminder"),
  );
  expect(told?.to).toEqual([admin.email]);
  expect(told?.text).toContain("Renewal reminder, English now: Your bill of {due}: {service}");
  const record = (await on.rows("Activity")).find(({ after }) => JSON.stringify(after).includes("Kindly"));
  expect(record).toMatchObject({
    ...{ kind: "settings-changed", name: "Person 1" },
    before: { "upcoming.en.subject": "Renewal due {due}: {service}" },
    after: { "upcoming.en.subject": words.subject, "upcoming.en.request": "Kindly pay." },
  });
});

test("an email is written in the words of the moment at which it is sent; those that cannot be used are left out", async () => {
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
    await on.subscribe(client.id, at);
    await on.sweep(at);
    expect((await on.mails(/^Renewal due /)).map(({ subject }) => subject)).toContainEqual(
      expect.stringContaining(`${Number(at.slice(8))} Jan 2027`),
    );
  }
  await on.put("Settings", { ...item, words: "none" });
  await on.subscribe(client.id, "2027-01-25");
  await on.sweep("2027-01-25");
  expect(await on.mails(/^Renewal due 25 Jan 2027/)).toHaveLength(1);
  await on.put("Settings", item);
});

test("what is typed can be tested before it is saved, at one's own address", async () => {
  const params = { email: "upcoming" as const };
  const typed = { language: "en" as const, words: { ...words, subject: "Typed for {client}" } };
  const sent = await on.call("POST /api/v1/emails/{email}/words/test", { params, body: typed });
  expect(sent.status).toBe(200);
  await on.product.idle();
  expect((await on.mails(/^Test: Typed for Example Client$/))[0]?.to).toEqual([sent.body.to]);
  // As somebody who is chosen would read it, and with nothing of anybody else.
  const client = await on.newClient({ name: "Chosen Ltd" });
  const sold = { amount: 125_000, currency: "KES", service: "Ledger" };
  const { id: subscription_id } = await on.subscribe(client.id, "2026-12-31", sold);
  const other = await on.newClient({ name: "Other Ltd" });
  for (const client_id of [client.id, other.id])
    await on.call("POST /api/v1/emails/{email}/words/test", {
      ...{ params, body: { ...typed, client_id, subscription_id } },
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

test("set back, the original goes out again", async () => {
  expect((await save("upcoming", { words: null, version: 1 })).status).toBe(200);
  expect((await stored()).map(({ email }) => email)).toEqual(["overdue"]);
  const { body } = await on.call("GET /api/v1/emails/{email}", { params: { email: "upcoming" }, query: {} });
  expect(body.subject).toMatch(/^Renewal due /);
});
