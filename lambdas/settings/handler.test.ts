import { expect, test } from "vitest";
import { omit } from "../../shared/omit.ts";
import { staffedProduct } from "../../test/product/staffed.ts";

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
  company_kra_pin: "P051234567X",
  mpesa_paybill: "522522",
  mpesa_till: "5123456",
  bank_name: "Example Bank",
  bank_branch: "Westlands",
  bank_account_name: "Mwamba Software Ltd",
  bank_account_number: "0123 456 789",
  bank_swift: "EXAMKENA",
  payment_note: "Please send us the confirmation.",
  payment_note_sw: "Tafadhali tutumie uthibitisho.",
};
const save = (body: object) => running.asAdmin("POST /api/v1/settings", { body });
const load = async () => (await running.asStaff("GET /api/v1/settings")).body.settings;

test("before the first save, the profile is empty and every kind of email is on", async () => {
  expect(await load()).toEqual({
    ...Object.fromEntries([...Object.keys(profile), ...Object.keys(payment)].map((name) => [name, ""])),
    remind_before: [7],
    remind_after: [1],
    repeat_overdue_days: 14,
    default_currency: "USD",
    vat_registered: false,
    vat_rate: 16,
    kes_per_usd: null,
    kes_per_usd_day: null,
    invoices_from: null,
    invoice_days_before: null,
    invoice_emails_wait: false,
    statement_day: null,
    accountant_email: "",
    notify_renewals: true,
    notify_overdue: true,
    notify_new_clients: true,
    notify_system: true,
    send_receipts: false,
    attach_receipts: false,
    keep_messages_months: 24,
    keep_reminders_months: 36,
    keep_activity_months: 24,
    keep_unmatched_months: 24,
    version: 0,
  });
});

test("the seven specified fields are enough, and switches that are left out stay", async () => {
  expect((await save({ ...profile, notify_overdue: false })).status).toBe(200);
  expect((await save({ ...profile, company_name: "Mwamba" })).body.settings).toMatchObject({
    ...profile,
    company_name: "Mwamba",
    notify_overdue: false,
    notify_renewals: true,
  });
  expect((await load()).company_name).toBe("Mwamba");
});

test("payment fields that are left out stay, and spaces in numbers are removed", async () => {
  expect((await save({ ...profile, ...payment, mpesa_till: "512 34-56" })).status).toBe(200);
  expect((await save(profile)).body.settings).toMatchObject(payment);
  const before = await load();
  expect(await save({ ...profile, mpesa_paybill: "52252" + "O" })).toMatchObject({
    status: 400,
    body: { error: "Please give the Paybill number as 5 to 8 digits." },
  });
  expect(await save({ ...profile, bank_swift: "EXAM" })).toMatchObject({
    status: 400,
    body: { error: "Please give the SWIFT code as 8 or 11 letters and digits." },
  });
  expect(await save({ ...profile, company_kra_pin: "P0512" })).toMatchObject({ status: 400 });
  expect(await load()).toEqual(before);
  expect((await save({ ...profile, company_kra_pin: "p051 234567x" })).body.settings.company_kra_pin).toBe(
    "P051234567X",
  );
  expect((await save({ ...profile, mpesa_paybill: "" })).body.settings.mpesa_paybill).toBe("");
  expect((await save({ ...profile, bank_swift: "exam ke na xxx" })).body.settings.bank_swift).toBe(
    "EXAMKENAXXX",
  );
});

test("only administrators save settings and templates; staff read them", async () => {
  const before = await load();
  const refused = { status: 403, body: { error: "Only an administrator can do this." } };
  const body = { ...profile, company_email: "thief@elsewhere.example" };
  expect(await running.asStaff("POST /api/v1/settings", { body })).toMatchObject(refused);
  const words = { subject: "Pay", opening: "Pay elsewhere.", request: "", closing: "" };
  for (const newWords of [words, null])
    expect(
      await running.asStaff("PUT /api/v1/settings/emails/{email}", {
        params: { email: "upcoming" },
        body: { language: "en", words: newWords },
      }),
    ).toMatchObject(refused);
  expect(await load()).toEqual(before);
  expect((await running.asStaff("GET /api/v1/settings/emails")).body.words).toEqual([]);
});

test("reminder days must be among the offered ones, are sorted, and stay when left out", async () => {
  const chosen = { remind_before: [0, 30, 7], remind_after: [], repeat_overdue_days: 0 };
  expect((await save({ ...profile, ...chosen })).body.settings.remind_before).toEqual([30, 7, 0]);
  expect((await save(profile)).body.settings).toMatchObject({ remind_before: [30, 7, 0], remind_after: [] });
  for (const wrong of [
    { remind_before: [5] },
    { remind_after: [0] },
    { remind_after: ["1"] },
    { remind_before: 7 },
    { repeat_overdue_days: 7 },
    { repeat_overdue_days: "14" },
  ])
    expect((await save({ ...profile, ...wrong })).status).toBe(400);
  for (const [field, when] of [
    ["remind_before", "before"],
    ["remind_after", "after"],
  ] as const)
    expect(await save({ ...profile, [field]: [7, 7] })).toMatchObject({
      status: 400,
      body: { error: `Please give each day ${when} a period is due only once.` },
    });
  expect(await load()).toMatchObject({ remind_before: [30, 7, 0], remind_after: [], repeat_overdue_days: 0 });
});

test("tax settings have limits, and stay when left out", async () => {
  const chosen = { vat_registered: true, vat_rate: 8, invoices_from: "2027-01-01", invoice_days_before: 14 };
  expect((await save({ ...profile, ...chosen, invoice_emails_wait: true })).body.settings).toMatchObject(
    chosen,
  );
  const rate = "Please give the rate of VAT as a whole number of percent, at most 100.";
  const dollar =
    "Please give the shillings for one dollar as a number between 1 and 10,000, with at most four decimals.";
  const days = "Invoices can be written 0 to 60 days before they are due.";
  for (const [field, value, error] of [
    ["vat_rate", 101, rate],
    ["vat_rate", 15.5, rate],
    ["vat_rate", null, rate],
    ["kes_per_usd", 0.5, dollar],
    ["kes_per_usd", 10_001, dollar],
    ["kes_per_usd", 129.24375, dollar],
    ["kes_per_usd", "129", dollar],
    ["kes_per_usd_day", "2026-12-25", "The day of the rate cannot be in the future: today is Dec 24, 2026."],
    ["invoices_from", "2027-02-30", "Please give a date that exists, as YYYY-MM-DD."],
    ["invoice_days_before", -1, days],
    ["invoice_days_before", 61, days],
  ] as const)
    expect(await save({ ...profile, kes_per_usd: 129.2437, [field]: value })).toMatchObject({
      status: 400,
      body: { error },
    });
  expect((await save(profile)).body.settings).toMatchObject({ ...chosen, kes_per_usd: null });
});

test("a rate for dollars is of today, unless a day is given with it", async () => {
  const rate = async (more: object) => {
    const { kes_per_usd, kes_per_usd_day } = (await save({ ...profile, ...more })).body.settings;
    return [kes_per_usd, kes_per_usd_day];
  };
  expect(await rate({ kes_per_usd: 129.2437, kes_per_usd_day: "2026-12-20" })).toEqual([
    129.2437,
    "2026-12-20",
  ]);
  expect(await rate({})).toEqual([129.2437, "2026-12-20"]);
  expect(await rate({ kes_per_usd: 130 })).toEqual([130, "2026-12-24"]);
  expect(await rate({ kes_per_usd: null })).toEqual([null, null]);
});

test("retention periods have limits, and stay when left out", async () => {
  expect((await load()).keep_messages_months).toBe(24);
  const chosen = { keep_messages_months: 6, keep_reminders_months: 60, keep_activity_months: 13 };
  expect((await save({ ...profile, ...chosen })).body.settings).toMatchObject(chosen);
  expect((await save(profile)).body.settings).toMatchObject(chosen);
  for (const [field, months, error] of [
    ["keep_messages_months", 5, "Messages can be kept for 6 to 36 whole months."],
    ["keep_messages_months", 37, "Messages can be kept for 6 to 36 whole months."],
    // Reminders of a yearly period need this time.
    ["keep_reminders_months", 23, "The send log can be kept for 24 to 60 whole months."],
    ["keep_activity_months", 24.5, "The activity can be kept for 12 to 60 whole months."],
    ["keep_activity_months", "24", "The activity can be kept for 12 to 60 whole months."],
    ["keep_activity_months", null, "The activity can be kept for 12 to 60 whole months."],
  ] as const)
    expect(await save({ ...profile, [field]: months })).toMatchObject({ status: 400, body: { error } });
  expect(await load()).toMatchObject(chosen);
});

test("a missing field or an invalid address is refused, and nothing changes", async () => {
  const before = await load();
  const incomplete = omit(profile, "company_name");
  expect((await save(incomplete)).body.error).toBe("Please give the company name.");
  expect(await save({ ...profile, notification_email: "nobody" })).toMatchObject({
    status: 400,
    body: { error: "Please give a valid notification email address." },
  });
  expect(await load()).toEqual(before);
});

test("the second of two people who save the same version gets a conflict", async () => {
  const { version } = await load();
  const answers = await Promise.all([save({ ...profile, version }), save({ ...profile, version })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.error).toBe(
    "Somebody else changed these settings in the meantime. Reload and try again.",
  );
});
