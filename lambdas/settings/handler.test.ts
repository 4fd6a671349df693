import { expect, test } from "vitest";
import { staffedProduct } from "../../test/staffed.ts";

const running = staffedProduct();
const profile = {
  company_name: "Mwamba Software",
  company_address: "Ngong Road\nNairobi",
  company_phone: "+254 700 000000",
  company_email: "hello@mwamba.example",
  company_website: "https://mwamba.example",
  notification_email: "office@mwamba.example",
  logo_url: "",
};
const save = (body: object) => running.asStaff("POST /api/v1/settings", { body });
const load = async () => (await running.asStaff("GET /api/v1/settings")).body.settings;

test("before anybody has saved, the profile is empty and every kind of mail is on", async () => {
  expect(await load()).toEqual({
    ...Object.fromEntries(Object.keys(profile).map((name) => [name, ""])),
    notify_renewals: true,
    notify_overdue: true,
    notify_new_clients: true,
    notify_system: true,
    version: 0,
  });
});

test("the seven specified fields are enough, and switches left out stay as they are", async () => {
  expect((await save({ ...profile, notify_overdue: false })).status).toBe(200);
  expect((await save({ ...profile, company_name: "Mwamba" })).body.settings).toMatchObject({
    ...profile,
    company_name: "Mwamba",
    notify_overdue: false,
    notify_renewals: true,
  });
  expect((await load()).company_name).toBe("Mwamba");
});

test("a profile with a field missing, or a bad address, changes nothing", async () => {
  const before = await load();
  const { company_name: _, ...incomplete } = profile;
  expect((await save(incomplete)).body.error).toBe("Please give the company name.");
  expect(await save({ ...profile, notification_email: "nobody" })).toMatchObject({
    status: 400,
    body: { error: "Please give a valid notification email address." },
  });
  expect(await load()).toEqual(before);
});

test("of two people with the same page open, the second is told", async () => {
  const { version } = await load();
  const answers = await Promise.all([save({ ...profile, version }), save({ ...profile, version })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
    "Somebody else changed these settings in the meantime. Reload and try again.",
  );
});
