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
const payment = {
  mpesa_paybill: "522522",
  mpesa_till: "5123456",
  bank_details: "Bank: Example Bank\nSWIFT: EXAMKENA",
  payment_note: "Please send us the confirmation.",
  payment_note_sw: "Tafadhali tutumie uthibitisho.",
};
const save = (body: object) => running.asStaff("POST /api/v1/settings", { body });
const load = async () => (await running.asStaff("GET /api/v1/settings")).body.settings;

test("before anybody has saved, the profile is empty and every kind of mail is on", async () => {
  expect(await load()).toEqual({
    ...Object.fromEntries([...Object.keys(profile), ...Object.keys(payment)].map((name) => [name, ""])),
    ...{ remind_before: [7], remind_after: [1], default_currency: "USD" },
    notify_renewals: true,
    notify_overdue: true,
    notify_new_clients: true,
    notify_system: true,
    send_receipts: false,
    ...{ keep_messages_months: 24, keep_reminders_months: 36, keep_activity_months: 24 },
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

test("how to pay stays as it is where it is left out, and its numbers are digits however they were spaced", async () => {
  expect((await save({ ...profile, ...payment, mpesa_till: "512 34-56" })).status).toBe(200);
  expect((await save(profile)).body.settings).toMatchObject(payment);
  const before = await load();
  expect(await save({ ...profile, mpesa_paybill: "52252" + "O" })).toMatchObject({
    status: 400,
    body: { error: "Please give the Paybill number as 5 to 8 digits." },
  });
  expect(await load()).toEqual(before);
  expect((await save({ ...profile, mpesa_paybill: "" })).body.settings.mpesa_paybill).toBe("");
});

test("the days of reminders are some of those offered, kept in order, and stay where they are left out", async () => {
  const chosen = { remind_before: [0, 30, 7, 30], remind_after: [] };
  expect((await save({ ...profile, ...chosen })).body.settings.remind_before).toEqual([30, 7, 0]);
  expect((await save(profile)).body.settings).toMatchObject({ remind_before: [30, 7, 0], remind_after: [] });
  for (const wrong of [
    { remind_before: [5] },
    { remind_after: [0] },
    { remind_after: ["1"] },
    { remind_before: 7 },
  ])
    expect((await save({ ...profile, ...wrong })).status).toBe(400);
  expect((await load()).remind_before).toEqual([30, 7, 0]);
});

test("how long things are kept has bounds, said in a sentence, and stays where it is left out", async () => {
  expect((await load()).keep_messages_months).toBe(24);
  const chosen = { keep_messages_months: 6, keep_reminders_months: 60, keep_activity_months: 13 };
  expect((await save({ ...profile, ...chosen })).body.settings).toMatchObject(chosen);
  expect((await save(profile)).body.settings).toMatchObject(chosen);
  for (const [field, months, error] of [
    ["keep_messages_months", 5, "Messages can be kept for 6 to 36 whole months."],
    ["keep_messages_months", 37, "Messages can be kept for 6 to 36 whole months."],
    // As long as a yearly period may be due, and be reminded of.
    ["keep_reminders_months", 23, "The send log can be kept for 24 to 60 whole months."],
    ["keep_activity_months", 24.5, "The activity can be kept for 12 to 60 whole months."],
    ["keep_activity_months", "24", "The activity can be kept for 12 to 60 whole months."],
    ["keep_activity_months", null, "The activity can be kept for 12 to 60 whole months."],
  ] as const)
    expect(await save({ ...profile, [field]: months })).toMatchObject({ status: 400, body: { error } });
  expect(await load()).toMatchObject(chosen);
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
