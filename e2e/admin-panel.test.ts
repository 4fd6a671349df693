import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { backOffice, eventually } from "../test/browser/admin-browser.ts";

const office = backOffice();

const panel = (page: Page) => page.getByRole("dialog", { name: "Record payment: Amani Traders" });
const pay = (place: Page | Locator) => place.getByRole("button", { name: "Record payment", exact: true });
const account = async (id: string) =>
  (await office.asStaff("GET /api/v1/clients/{id}/account", { params: { id } })).body;

/** A client with three months due. */
async function createDebtor(): Promise<string> {
  const body = { name: "Amani Traders", company: "Amani Holdings", email: "accounts@amani.example" };
  const { client } = (await office.asStaff("POST /api/v1/clients", { body })).body;
  const terms = { start_date: "2026-01-20", next_billing_date: "2026-10-20", frequency: "monthly" };
  const price = { currency: "KES" as const, amount: 1_500, service: "Hosting" };
  await office.asStaff("POST /api/v1/subscriptions", { body: { client_id: client.id, ...terms, ...price } });
  return client.id;
}

/** Copies a text and pastes it, as a person does. */
async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((text) => navigator.clipboard.writeText(text), text);
  await page.keyboard.press("Control+v");
}

test("staff paste the message of M-Pesa into the line, record it with Enter, and correct the payment in the same line", async () => {
  const id = await createDebtor();
  const page = await office.openAs(office.staff, `/admin/clients/${id}`);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await pay(page).click();
  await panel(page).getByText("Amani Holdings").waitFor();
  const field = (label: string) => panel(page).getByLabel(label);
  expect(await field("Amount (KES)").inputValue()).toBe("4500.00");
  for (const label of ["Method", "Reference", "Paid on"]) {
    await page.keyboard.press("Tab");
    // A day has three parts.
    expect(await field(label).evaluate((element) => element === document.activeElement)).toBe(true);
  }
  await paste(
    page,
    "SLK4H7TQ2Z Confirmed. You have received Ksh3,800.00 from JANE 0712345678 on 22/12/26 at 3:15 PM. New M-PESA balance is Ksh9,000.00.",
  );
  await panel(page).getByText("Amount, method, reference and day were read.").waitFor();
  await panel(page)
    .getByText(/Pays October and November; KES.700\.00 of December remains due\./)
    .waitFor();
  await page.keyboard.press("Enter");
  await panel(page).waitFor({ state: "detached" });
  expect((await account(id)).payments).toMatchObject([
    { amount: 3_800, method: "mpesa", reference: "SLK4H7TQ2Z", paid_on: "2026-12-22" },
  ]);

  await pay(page).click();
  await panel(page).getByRole("button", { name: "Correct the payment for Oct 20, 2026 and 2 more" }).click();
  await eventually(() => field("Amount (KES)").inputValue()).toBe("3800.00");
  await field("Amount (KES)").fill("3200");
  const pays = panel(page).getByText(/^Pays October and November; KES.1,300\.00 of December remains due\.$/);
  await pays.waitFor();
  await field("Reference").fill("SLK4H7TQ2B");
  await page.keyboard.press("Enter");
  await page.getByText(/The payment was corrected\. Still due in all: KES.1,300\.00\./).waitFor();
  const [payment] = (await account(id)).payments;
  expect(payment).toMatchObject({ amount: 3_200, reference: "SLK4H7TQ2B", paid_on: "2026-12-22" });
  expect(payment?.allocations.map(({ amount }) => amount)).toEqual([1_500, 1_500, 200]);

  // Another allocation, and then a larger amount than all that is open.
  await panel(page).getByRole("button", { name: "Correct the payment for Oct 20, 2026 and 2 more" }).click();
  await panel(page).getByRole("button", { name: "Change what it pays" }).click();
  await field("Pays of Hosting, due Nov 20, 2026").fill("500");
  await panel(page).getByRole("button", { name: "Save" }).click();
  await eventually(async () =>
    (await account(id)).payments[0]?.allocations.map(({ amount }) => amount),
  ).toEqual([1_500, 500, 1_200]);
  await panel(page).getByRole("button", { name: "Correct the payment for Oct 20, 2026 and 2 more" }).click();
  await field("Amount (KES)").fill("6500");
  await field("Keep KES\u00A0500.00, which is more than all that is open").check();
  await panel(page).getByRole("button", { name: "Save" }).click();
  await panel(page).getByText("Nothing is due").waitFor();
  expect((await account(id)).credit).toEqual([{ currency: "KES", amount: 500 }]);

  await panel(page)
    .getByRole("button", { name: /^Undo the payment/ })
    .click();
  await panel(page).getByText("3 charges since Oct 20, 2026").waitFor();
  expect((await account(id)).payments).toEqual([]);
});
