import { chargeId } from "../../shared/billing/account.ts";
import { contactLimits } from "../../shared/messages/contact-form.ts";
import { MAX_LENGTHS } from "../../shared/payments/statement-line.ts";
import { unsavedSettings } from "../../shared/settings/settings.ts";
import { MAX_SERVICE_LENGTH } from "../../shared/subscriptions/subscription.ts";
import type { backOffice } from "../../test/browser/admin-browser.ts";
import { papersOf } from "../../test/product/papers.ts";
import { type PeriodPayment, payPeriods, undoPeriod } from "../../test/product/pay-periods.ts";
import { today } from "../../test/product/product.ts";
import { companyProfile } from "../../test/product/reminder-product.ts";
import { seedRows } from "../../test/product/seed-rows.ts";

type Office = ReturnType<typeof backOffice>;
/** A text with its ending, up to this length. */
type Spoil = (text: string, maxLength?: number) => string;
type Message = { name: string; message: string; phone: string; elapsed: number };

export const longName = "Kampuni ya Usafirishaji na Uhifadhi wa Mizigo ya Afrika Mashariki Limited";
export const unbrokenName =
  "Wanafunzi-na-Walimu-wa-Kaunti-ya-Uasin-Gishu Savings and Credit Co-operative Society";
const unbrokenEmail = `${"accounts".repeat(6)}@a-rather-long-name-for-a-company.example`;
const HOUR_MS = 3_600_000;
/** Longer than a form that a program fills in. */
const TYPING_MS = 30_000;

export type Seeded = Awaited<ReturnType<typeof seed>>;

/** A stranger may type this: 82 letters without a space, then Arabic and Amharic. */
export const hostileText = `${"Wanyamawambugu".repeat(6).slice(0, 82)} شركة النقل والتخزين የምስራቅ አፍሪካ`;

/**
 * Saves records for all screens: long names, large amounts, both currencies, every status. Every text that a person types
 * ends with `ending`.
 */
export async function seed(office: Office, ending = "") {
  const text = (start: string, maxLength = 200) =>
    [...`${start} ${ending}`.trim()].slice(0, maxLength).join("");
  const { asStaff, asAdmin } = office;
  // Samples can be added only before real clients.
  const sample = await newClient(office, {
    name: text("Sample Ltd"),
    email: "sample@sample.example",
    sample: true,
  });
  await newSubscription(office, {
    client_id: sample.id,
    amount: 20,
    next_billing_date: "2026-12-23",
    sample: true,
  });
  const settings = {
    ...unsavedSettings,
    ...companyProfile,
    mpesa_paybill: "400200",
    ...(ending && {
      company_name: text("Mwamba"),
      company_address: text("Moi Avenue"),
      company_phone: text("0711", 50),
      bank_name: text("Bank", 100),
      bank_branch: text("Branch", 100),
      bank_account_name: text("Mwamba"),
      bank_account_number: text("0123", 50),
      payment_note: text("Thank you."),
    }),
  };
  await asAdmin("POST /api/v1/settings", { body: settings });
  const unbroken = await sendEmails(office, text);

  const both = await newClient(office, {
    name: text(longName),
    ...(ending && { company: ending, address: ending }),
    email: "accounts@usafirishaji-na-uhifadhi.example",
    copies: [
      { email: "mweka.hazina@usafirishaji-na-uhifadhi.example", name: text(longName) },
      { email: "books@umoja.example" },
    ],
    phone: "0712 345 678",
  });
  const swahili = await newClient(office, {
    name: text("Umoja SACCO"),
    ...(ending && { company: ending, address: ending }),
    email: "accounts@umoja.example",
    language: "sw",
  });
  const subscribe = (client_id: string, currency: string, amount: number, next_billing_date: string) =>
    newSubscription(office, {
      client_id,
      currency,
      amount,
      next_billing_date,
      start_date: "2026-01-04",
      service: text(`Mfumo wa mikopo, matawi 12 (${currency})`, MAX_SERVICE_LENGTH),
    });
  // 354 days late.
  const overdue = await subscribe(both.id, "KES", 98_765_432.1, "2026-01-04");
  const partlyPaid = await subscribe(both.id, "USD", 99_999_999.99, "2026-12-04");
  await subscribe(both.id, "KES", 999_999.99, "2026-12-26");
  await subscribe(both.id, "USD", 4_374_900, "2026-12-24");
  const cheque = await subscribe(swahili.id, "KES", 12_345_678.9, "2026-11-04");
  const undone = await subscribe(swahili.id, "USD", 87_654_321.99, "2026-12-29");
  const pay = (id: string, body: PeriodPayment) => payPeriods(asStaff, id, body);
  await pay(partlyPaid, {
    period: "2026-12-04",
    amount: 1_234_567.89,
    reference: "SFT6QX1Z9K",
    method: "mpesa",
  });
  await pay(overdue, {
    period: "2026-01-04",
    amount: 9_876_543.21,
    reference: text("EFT 20261224 NAIROBI WEST BRANCH", 100),
  });
  await pay(cheque, { period: "2026-11-04", method: "cheque" });
  await pay(undone, { period: "2026-12-29", amount: 0.5, method: "mpesa" });
  await undoPeriod(asStaff, undone, "2026-12-29");
  const line = {
    method: "mpesa",
    paid_on: "2026-12-20",
    currency: "KES",
    payer: text("NAIROBI WEST", MAX_LENGTHS.payer),
    ...(ending && {
      account: ending.slice(0, MAX_LENGTHS.account),
      details: ending.slice(0, MAX_LENGTHS.details),
    }),
  } as const;
  const lines = [
    { ...line, code: "UJK4H7L2M1", amount: 98_765_432.1 },
    { ...line, code: "UJK4H7L2M2", amount: 999_999.99 },
  ];
  await asStaff("POST /api/v1/payments", { body: { lines } });
  await seedRows(office.product, "Payments", 2, (_, index) => ({
    id: `announced#UJK4H7L2M${index + 3}`,
    reference: `UJK4H7L2M${index + 3}`,
    expires_at: 2e9,
    state: "announced",
    unassigned: "announced",
    source: "mpesa",
    method: "mpesa",
    currency: "KES",
    cents: 250_000_00,
    paid_on: "2026-12-20",
    payer: text("NAIROBI WEST", MAX_LENGTHS.payer),
    account: String(both.payment_reference),
    recorded_at: `2026-12-2${4 * index}T05:00:00Z`,
  }));
  const note = { text: text("Promised the rest for today"), due_on: today };
  await asStaff("POST /api/v1/clients/{id}/notes", { params: { id: both.id }, body: note });
  await asStaff("POST /api/v1/clients/{id}/charges", {
    params: { id: both.id },
    body: {
      id: crypto.randomUUID(),
      service: text("Installation", MAX_SERVICE_LENGTH),
      amount: 99_999_999.99,
      currency: "KES",
      due: "2027-02-01",
    },
  });

  const papers = papersOf(office.product);
  const ofPeriod = (subscription_id: string, period: string) => [chargeId({ subscription_id, period })];
  const invoice = await papers.invoice(both, {
    number: "INV-2026-000123",
    charges: ofPeriod(overdue, "2026-01-04"),
  });
  await papers.invoice(both, {
    number: "INV-2026-000124",
    charges: ofPeriod(partlyPaid, "2026-12-04"),
    rate: null,
  });
  await papers.invoice(swahili, { unnumbered: true, charges: ofPeriod(undone, "2026-12-29") });

  const erased = await newClient(office, { name: "Njeri Wambui", email: "njeri@client.example" });
  await asAdmin("POST /api/v1/clients/{id}/erasure", {
    params: { id: erased.id },
    body: { version: erased.version },
  });
  await saveMessages(office, text);
  const invited = { name: text("Kim Otieno"), email: "kim@office.example", role: "staff" };
  await asAdmin("POST /api/v1/staff/members", { body: invited });
  const references = [both.payment_reference, swahili.payment_reference].map(String);
  return {
    unbroken: unbroken.id,
    unbrokenName: unbroken.name,
    both: both.id,
    swahili: swahili.id,
    overdue,
    partlyPaid,
    invoice: invoice.id,
    references,
  };
}

/** Sends one email that arrives, one that bounces, and skips one. Returns the client whose email arrived. */
async function sendEmails(office: Office, text: Spoil) {
  const delivered = await newClient(office, {
    name: text(unbrokenName),
    email: unbrokenEmail,
    company: text(unbrokenName),
    address: `${text(unbrokenName)}\nEldoret`,
    phone: "+254 700 000 000",
  });
  const bounced = await newClient(office, {
    name: text("Gone Ltd"),
    email: "bounce@simulator.amazonses.com",
  });
  const skipped = await newClient(office, { name: text("Quiet Ltd"), email: "quiet@quiet.example" });
  const next = { amount: 20, next_billing_date: "2026-12-27" };
  await newSubscription(office, { ...next, client_id: delivered.id, frequency: "semi-annual" });
  await newSubscription(office, { ...next, client_id: bounced.id });
  await newSubscription(office, { ...next, client_id: skipped.id, muted: true });
  const free = { client_id: delivered.id, amount: 0, next_billing_date: "2027-02-22" };
  await newSubscription(office, { ...free, status: "paused" });
  await office.asStaff("POST /api/v1/send-notifications");
  await office.product.idle();
  return delivered;
}

/** Messages in each box: overdue, long, from one address, not mailed yet, assigned. */
async function saveMessages({ product, asStaff }: Office, text: Spoil): Promise<void> {
  const write = async (person: string, more: Partial<Message> = {}) => {
    const id = crypto.randomUUID();
    const name = text(person, contactLimits.name);
    const email = "visitor@tumaini.example";
    const message = { id, name, email, phone: "", message: `${name} writes.`, elapsed: TYPING_MS, ...more };
    await product.call("POST /api/send-email", { body: message });
    return id;
  };
  const long = Array.from({ length: 60 }, (_, index) => `Line ${index} ${"word ".repeat(12)}`).join("\n");
  await write("Grace Achieng", { message: long, phone: "0711 000 000" });
  const assigned = await write("Otieno");
  const answered = await write("Neema");
  await write("Fast Person", { elapsed: 300 });
  await product.idle();
  const member = (await asStaff("GET /api/v1/staff")).body.staff[0];
  await asStaff("PUT /api/v1/messages/{id}/assignment", {
    params: { id: assigned },
    body: { to: member?.id, seen: null },
  });
  await asStaff("PUT /api/v1/messages/{id}", {
    params: { id: answered },
    body: { box: "answered", seen: "waiting" },
  });
  const late = {
    name: text("Late", contactLimits.name),
    email: "late@tumaini.example",
    phone: "",
    message: "Hello",
    mail_id: "earlier",
  };
  for (const state of ["mailed", "pending"])
    await seedRows(product, "Messages", 1, (id) => {
      const received_at = new Date(product.now() - 27 * HOUR_MS).toISOString();
      return { ...late, id, state, day: received_at.slice(0, 10), received_at };
    });
}

const newClient = async ({ asStaff }: Office, body: object) =>
  (await asStaff("POST /api/v1/clients", { body })).body.client;

const newSubscription = async ({ asStaff }: Office, body: object) =>
  (
    await asStaff("POST /api/v1/subscriptions", {
      body: { start_date: "2026-01-10", frequency: "monthly", ...body },
    })
  ).body.subscription.id;
