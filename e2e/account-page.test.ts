import type { Page } from "playwright-core";
import { afterAll, expect, test } from "vitest";
import { openLocalDaraja } from "../ops/start/local-daraja.ts";
import { backOffice, eventually, navigate } from "../test/browser/admin-browser.ts";
import { violationsOf, wcag22 } from "../test/browser/axe.ts";
import { today } from "../test/product/product.ts";
import { companyProfile } from "../test/product/reminder-product.ts";
import { aClient } from "../test/product/staffed.ts";

// A product of its own, because it is connected with M-Pesa.
const office = backOffice({ now: `${today}T09:00` });
let mpesa: Awaited<ReturnType<typeof openLocalDaraja>> | undefined;
let phonePage = "";
office.prepare(async () => {
  await mpesa?.stop();
  mpesa = await openLocalDaraja("600986", 0, office.product.now);
  phonePage = (await mpesa.connect(office.product)).daraja;
});
afterAll(() => mpesa?.stop());
const phone = { viewport: { width: 390, height: 844 } };

async function enterPin(page: Page, amount: string): Promise<void> {
  await page.goto(phonePage);
  await page.getByText(`Pay ${amount} to account`).waitFor();
  await page.getByRole("button", { name: "Enter the right PIN" }).click();
}

/** A client who owes KES 4,500, and the address of their page. */
async function newPayer(email: string) {
  const { client } = (
    await office.asStaff("POST /api/v1/clients", { body: { ...aClient, email, phone: "0712 345 678" } })
  ).body;
  const plan = { client_id: client.id, start_date: "2026-01-15", frequency: "yearly", currency: "KES" };
  const body = { ...plan, service: "Hosting", next_billing_date: "2026-12-15", amount: 4_500 };
  await office.asStaff("POST /api/v1/subscriptions", { body });
  const link = await office.asStaff("GET /api/v1/clients/{id}/link", { params: { id: client.id } });
  return { client, url: link.body.url };
}

/** A client with two subscriptions, and staff on the client's page. */
async function openDebtor(): Promise<Page> {
  const body = { ...aClient, phone: "0712 345 678" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const plan = { client_id: client.id, start_date: "2026-01-15", frequency: "monthly", currency: "KES" };
  for (const [service, next_billing_date] of [
    ["Loan ledger for all branches", "2026-11-15"],
    ["Hosting", "2026-12-28"],
  ])
    await office.asStaff("POST /api/v1/subscriptions", {
      body: { ...plan, service, next_billing_date, amount: 1_234_567.89 },
    });
  return office.openAs(office.staff, `/admin/clients/${client.id}`);
}

/** Staff renew the link to a client's page. */
async function renewLink(staff: Page): Promise<{ first: string; address: string }> {
  const link = staff.getByLabel("The client's own page");
  await link.waitFor();
  const first = await link.inputValue();
  await staff.getByRole("button", { name: /^Replace link/ }).click();
  await staff.getByText("The old link stops working, also in emails that were sent.").waitFor();
  await staff.getByRole("button", { name: /^Replace link/ }).click();
  await eventually(() => link.inputValue()).not.toBe(first);
  await staff.getByText("renewed the link to the account").waitFor();
  await staff.getByRole("button", { name: "WhatsApp to Amani Traders (opens in a new tab)" }).waitFor();
  return { first, address: await link.inputValue() };
}

/** The client reads the account and the statement on a phone. */
async function readAccount(page: Page, { hasScript }: { hasScript: boolean }): Promise<void> {
  await page.getByText("KES 3,703,703.67").first().waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  if (hasScript) expect(await violationsOf(page, wcag22)).toEqual([]);
  await page.getByRole("link", { name: "Statement to print" }).click();
  await page.getByRole("heading", { name: "Kenya shillings" }).waitFor();
  const print = page.getByRole("button", { name: "Print or save as PDF" });
  expect(await print.count()).toBe(hasScript ? 1 : 0);
  if (hasScript) expect(await violationsOf(page, wcag22)).toEqual([]);
  await page.getByRole("link", { name: "Back to your account" }).click();
  await page.getByRole("heading", { name: "How to pay" }).or(page.getByText("Next due")).first().waitFor();
}

/** The client pays on the page with M-Pesa: nobody types the payment. */
async function payOnPage(page: Page, handset: Page): Promise<void> {
  const { version } = (await office.asAdmin("GET /api/v1/settings")).body.settings;
  await office.asAdmin("POST /api/v1/settings", {
    body: { ...companyProfile, send_receipts: true, version },
  });
  const { url } = await newPayer("payer@amani.example");
  await page.goto(url);
  await page.getByLabel("Phone with M-Pesa").fill("0712 345 678");
  await page.getByRole("button", { name: "Pay now with M-Pesa" }).click();
  await page.getByText("Enter your PIN on your phone.").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await enterPin(handset, "KES 4,500");
  await page.getByText(/Paid: KES.4,500\.00, M-Pesa code \w{10}\. Thank you\./).waitFor();
  await eventually(async () =>
    (await office.product.inbox()).map(({ subject, to }) => [subject, to[0]]),
  ).toContainEqual([expect.stringMatching(/^Payment received/), "payer@amani.example"]);
}

/** Staff see the payment, and ask another client for one from the panel, which holds the entry until it is recorded. */
async function askForPayment(staff: Page, handset: Page): Promise<void> {
  const { client } = await newPayer("other@amani.example");
  await navigate(staff, "/admin");
  await staff
    .getByText(/^KES.4,500/)
    .first()
    .waitFor();
  await staff.getByText("Received this month").waitFor();

  await navigate(staff, `/admin/clients/${client.id}`);
  await staff.getByRole("button", { name: "Record payment" }).first().click();
  const dialog = staff.getByRole("dialog");
  await dialog.getByRole("button", { name: "Ask by M-Pesa" }).click();
  expect(await dialog.getByLabel("Phone with M-Pesa").inputValue()).toBe("0712 345 678");
  await dialog.getByRole("button", { name: /^Send the request for KES.4,500\.00$/ }).click();
  await dialog.getByText(/^KES.4,500\.00: The phone shows the request\./).waitFor();
  await dialog.getByText("The client has a request on the phone.").waitFor();
  expect(await dialog.getByLabel("Reference").isDisabled()).toBe(true);
  await enterPin(handset, "KES 4,500");
  await staff
    .getByText(/was paid by M-Pesa, code \w{10}\./)
    .first()
    .waitFor();
  await dialog.getByText("Nothing is due").waitFor();
  await eventually(() => dialog.getByLabel("Reference").isEnabled()).toBe(true);
  await dialog
    .getByText(/^Paid KES.4,500\.00$/)
    .first()
    .waitFor();
  await staff.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await staff
    .getByText(/M-Pesa.*\w{10}/)
    .first()
    .waitFor();
}

test("staff renew a client's link, the client reads the account on a phone and pays with M-Pesa, also without script, and another pays when staff ask for it", async () => {
  const staff = await openDebtor();
  const { first, address } = await renewLink(staff);
  const handset = await office.open(address, phone);
  await readAccount(handset, { hasScript: true });
  const withoutScript = await office.open(address, { ...phone, javaScriptEnabled: false });
  await readAccount(withoutScript, { hasScript: false });

  await payOnPage(withoutScript, handset);
  await askForPayment(staff, handset);

  office.checkConsole();
  office.allowConsoleErrors(/404/);
  await staff.goto(first);
  await staff.getByRole("heading", { name: "This link does not work" }).waitFor();
});
