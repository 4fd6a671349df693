import { expect, test } from "vitest";
import { backOffice, navigate } from "../test/browser/admin-browser.ts";
import { owed, region } from "../test/browser/client-on-screen.ts";
import { companyProfile } from "../test/product/reminder-product.ts";

const office = backOffice();
const email = "accounts@umoja.example";
const mails = async () => {
  await office.product.idle();
  return (await office.product.inbox()).filter(({ to }) => to.includes(email));
};

/** A client with one month due. */
async function createDebtor(): Promise<string> {
  const { client } = (await office.asStaff("POST /api/v1/clients", { body: { name: "Umoja Sacco", email } }))
    .body;
  const terms = { start_date: "2026-01-20", next_billing_date: "2026-12-20", frequency: "monthly" };
  const price = { currency: "KES" as const, amount: 4_500, service: "Hosting" };
  await office.asStaff("POST /api/v1/subscriptions", { body: { client_id: client.id, ...terms, ...price } });
  return client.id;
}

test("an installation is added beside a monthly charge, asked for by one reminder and paid by one transfer", async () => {
  await office.asAdmin("POST /api/v1/settings", { body: companyProfile });
  const id = await createDebtor();
  const page = await office.openAs(office.staff, `/admin/clients/${id}`, {
    viewport: { width: 1440, height: 900 },
  });
  const charges = region(page, "Charges");
  const dialog = page.getByRole("dialog");
  await charges.getByRole("button", { name: "Add charge" }).click();
  await dialog.getByLabel("Service").fill("Installation");
  await dialog.getByLabel("Amount (KES)").fill("15,000");
  await page.keyboard.press("Enter");
  await page.getByText(/^Installation was charged: KES.15,000\.00, due Dec 24, 2026\.$/).waitFor();
  await charges.getByRole("listitem").filter({ hasText: "Installation" }).getByText("One-off").waitFor();

  await charges.getByRole("button", { name: /^Change Installation/ }).click();
  await dialog.getByRole("button", { name: "Remove charge" }).waitFor();
  await dialog.getByLabel("Amount (KES)").fill("16000");
  await dialog.getByLabel("Waived").fill("1000");
  await dialog.getByLabel("Reason").fill("First branch is half price");
  await dialog.getByText(/^KES.15,000\.00 is left to pay, due Dec 24, 2026\.$/).waitFor();
  await page.keyboard.press("Enter");
  await page.getByText("Installation, due Dec 24, 2026, was changed.").waitFor();

  await navigate(page, "/admin/money");
  await page.getByRole("row").filter({ hasText: "Umoja Sacco" }).getByRole("button").first().click();
  const panel = page.getByRole("complementary", { name: "Record payment: Umoja Sacco" });
  await panel.getByRole("button", { name: "Remind Umoja Sacco", exact: true }).click();
  await page.getByText("The reminder to Umoja Sacco was sent.").waitFor();
  const [reminder, ...others] = await mails();
  expect(others).toEqual([]);
  for (const part of ["Installation", "Hosting", "19,500.00"]) expect(reminder?.text).toContain(part);

  await panel.getByText("Pays December and Installation (one-off).").waitFor();
  expect(await panel.getByLabel("Amount (KES)").inputValue()).toBe("19500.00");
  await panel.getByLabel("Reference").fill("EFT 9");
  await panel.getByRole("button", { name: "Record payment", exact: true }).click();
  await page.getByText(/^Umoja Sacco has paid KES.19,500\.00\. Nothing else is due\.$/).waitFor();

  await navigate(page, `/admin/clients/${id}`);
  await owed(page).waitFor();
  await charges.getByRole("button", { name: /^All 3/ }).click();
  await navigate(page, `/admin/clients/${id}/statement?period=all`);
  for (const text of ["Hosting, Installation (One-off)", "Waived: Installation (One-off)"])
    await page.getByText(text).waitFor();

  const { url } = (await office.asStaff("GET /api/v1/clients/{id}/link", { params: { id } })).body;
  await page.goto(`${url}?view=statement`);
  for (const text of ["Hosting, Installation (One-off)", "Waived: Installation (One-off)"])
    await page.getByText(text).waitFor();
});
