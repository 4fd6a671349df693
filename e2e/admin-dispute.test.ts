import { expect, test } from "vitest";
import { backOffice, eventually } from "../test/browser/admin-browser.ts";
import { entries, region } from "../test/browser/client-on-screen.ts";
import { companyProfile } from "../test/product/reminder-product.ts";

const office = backOffice();

test("a client disputes an invoice: its charge is reduced with a credit note, and a new charge has a new invoice", async () => {
  await office.asAdmin("POST /api/v1/settings", {
    body: {
      ...companyProfile,
      vat_registered: true,
      invoices_from: "2026-12-01",
      company_kra_pin: "P051234567Z",
    },
  });
  const { client } = (
    await office.asStaff("POST /api/v1/clients", {
      body: { name: "Umoja Sacco", email: "accounts@umoja.example", kra_pin: "P052345678A" },
    })
  ).body;
  await office.asStaff("POST /api/v1/clients/{id}/charges", {
    params: { id: client.id },
    body: { id: crypto.randomUUID(), service: "Installation", amount: 11_600, currency: "KES" },
  });
  const page = await office.openAs(office.staff, `/admin/clients/${client.id}`, {
    viewport: { width: 1440, height: 900 },
  });
  const charges = region(page, "Charges");
  const dialog = page.getByRole("dialog");

  // Nothing was delivered: all of it is waived.
  await charges.getByRole("button", { name: /^Change Installation/ }).click();
  await dialog.getByRole("button", { name: "Waive all" }).click();
  await dialog.getByLabel("Reason").fill("Only one branch was installed");
  await dialog.getByRole("button", { name: "Save charge" }).click();
  await dialog.getByText("Choose why it is lowered.").waitFor();
  await dialog
    .getByLabel(/^Price reduced, or not delivered: a credit note for KES.11,600\.00 is written$/)
    .check();
  await dialog.getByRole("button", { name: "Save charge" }).click();
  await page.getByText("Installation, due Dec 24, 2026, was changed.").waitFor();

  await charges.getByRole("button", { name: "Add charge" }).click();
  await dialog.getByLabel("Service").fill("Installation of one branch");
  await dialog
    .getByLabel(/^Amount/)
    .first()
    .fill("KES 5,800");
  await page.keyboard.press("Enter");
  await page.getByText(/^Installation of one branch was charged: KES.5,800\.00/).waitFor();
  await charges.getByText("Installation of one branch").waitFor();

  const papers = region(page, "Invoices").getByRole("listitem");
  await eventually(() => papers.count()).toBe(3);
  const amounts = await papers.locator("[data-money]").allTextContents();
  expect(amounts.map((text) => text.replaceAll("\u00a0", " ")).toSorted()).toEqual([
    "-KES 11,600.00",
    "KES 11,600.00",
    "KES 5,800.00",
  ]);
  await entries(page)
    .filter({ hasText: "Only one branch was installed (reduced, credit note)" })
    .first()
    .waitFor();
});
